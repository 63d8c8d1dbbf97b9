import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AccountError, isAccountError } from '../../../accounts/account-error.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import { listIdentities, unlinkIdentity } from '../../../accounts/sign-in/identities.ts'
import { startLinking } from '../../../accounts/sign-in/oidc-sign-in.ts'
import { messages } from '../../messages/compiled/index.ts'
import { sendNotFound } from '../../shell/error-pages.tsx'
import { Form } from '../../shell/form.tsx'
import { readParam } from '../../shell/form-input.ts'
import { type Page, redirect, redirectExternal, sendFormError, sendPage } from '../../shell/responses.tsx'
import { sessionOf } from '../../shell/session-middleware.ts'
import { providerName, setProviderState } from '../../sign-in/provider-pages.tsx'
import { AccountForm } from '../account-form.tsx'
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
    const t = messages[request.locale].security
    const title = isLinked ? t.unlinkNamed({ provider: name }) : t.linkNamed({ provider: name })
    return {
      title,
      area: 'app',
      scripts: confirmationScripts(by),
      content: (
        <AccountForm
          title={title}
          lead={isLinked ? t.unlinkLead({ provider: name }) : t.linkLead({ provider: name })}
          back="/account/security"
          backName={t.back}
        >
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
        </AccountForm>
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
    setProviderState(request, reply, outcome.state)
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
