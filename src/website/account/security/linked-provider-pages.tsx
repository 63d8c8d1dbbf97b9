import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AccountError, isAccountError } from '../../../accounts/account-error.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import { listIdentities, unlinkIdentity } from '../../../accounts/sign-in/identities.ts'
import { startLinking } from '../../../accounts/sign-in/oidc-sign-in.ts'
import { cookieNames, setCookie } from '../../shell/cookies.ts'
import { sendNotFound } from '../../shell/error-pages.tsx'
import { Form } from '../../shell/form.tsx'
import { readParam } from '../../shell/form-input.ts'
import { type Page, redirect, redirectExternal, sendFormError, sendPage } from '../../shell/responses.tsx'
import { sessionOf } from '../../shell/session-middleware.ts'
import { providerName } from '../../sign-in/provider-pages.tsx'
import {
  Confirmed,
  confirmationScripts,
  findConfirmation,
  ReauthenticationField,
  readCredentials,
  reauthenticationProblem,
} from '../reauthentication.tsx'

const path = '/account/security/providers/:provider'

export function addLinkedProviderPages(app: FastifyInstance, context: AccountContext): void {
  /** Undefined if the provider is neither configured nor linked. */
  async function page(request: FastifyRequest, error?: AccountError): Promise<Page | undefined> {
    const provider = readParam(request, 'provider')
    const identities = await listIdentities(context.database, sessionOf(request).accountId)
    const isLinked = identities.some(identity => identity.provider === provider)
    if (!isLinked && !context.providers.has(provider)) return undefined
    const by = await findConfirmation(context, request)
    const name = providerName(context, provider)
    const title = isLinked ? `Unlink ${name}` : `Link ${name}`
    return {
      title,
      scripts: confirmationScripts(by),
      content: (
        <section class="narrow">
          <h1>{title}</h1>
          <p>
            {isLinked
              ? `You will no longer be able to sign in with ${name}.`
              : `You will be able to sign in with ${name}. We only receive your ${name} user ID and e-mail address.`}
          </p>
          <Confirmed by={by} returnTo={`/account/security/providers/${provider}`}>
            <Form
              id="provider"
              action={`/account/security/providers/${provider}/${isLinked ? 'unlink' : 'link'}`}
              submit={title}
              variant={isLinked ? 'danger' : undefined}
              problem={error && reauthenticationProblem(error, by)}
            >
              <ReauthenticationField by={by} />
            </Form>
          </Confirmed>
          <p class="quiet">
            <a href="/account/security">Back to security</a>
          </p>
        </section>
      ),
    }
  }

  app.get(path, async (request, reply) => {
    const found = await page(request)
    return found ? sendPage(request, reply, found) : sendNotFound(request, reply)
  })
  app.post(`${path}/link`, async (request, reply) => {
    const { accountId } = sessionOf(request)
    const provider = readParam(request, 'provider')
    const outcome = await startLinking(
      context,
      provider,
      accountId,
      readCredentials(request),
      request.visitor,
    )
    if (isAccountError(outcome)) {
      const errorPage = await page(request, outcome)
      return errorPage ? sendFormError(request, reply, outcome, errorPage) : sendNotFound(request, reply)
    }
    setCookie(reply, cookieNames.providerState, outcome.state)
    return redirectExternal(request, reply, outcome.url, providerName(context, provider))
  })
  app.post(`${path}/unlink`, async (request, reply) => {
    const { accountId } = sessionOf(request)
    const provider = readParam(request, 'provider')
    const error = await unlinkIdentity(
      context,
      accountId,
      provider,
      readCredentials(request),
      request.visitor,
    )
    if (!error) return redirect(reply, '/account/security', 'provider-unlinked')
    const errorPage = await page(request, error)
    return errorPage ? sendFormError(request, reply, error, errorPage) : sendNotFound(request, reply)
  })
}
