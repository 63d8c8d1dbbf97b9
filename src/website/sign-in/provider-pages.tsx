// Sign-in with an OpenID Connect provider: start and callback. Linking and re-authentication use the same callback.
import type { FastifyInstance } from 'fastify'
import { isAccountError } from '../../accounts/account-error.ts'
import type { AccountContext } from '../../accounts/context.ts'
import { finishProviderSignIn, startProviderSignIn } from '../../accounts/sign-in/oidc-sign-in.ts'
import { clearCookie, cookieNames, setCookie } from '../shell/cookies.ts'
import { readParam } from '../shell/form-input.ts'
import { redirect, redirectExternal, sendFormError } from '../shell/responses.tsx'
import { consumeReturnPath, startSession } from '../shell/session-middleware.ts'
import { sendSignInError, startMfaChallenge } from './sign-in-pages.tsx'

export function addProviderPages(app: FastifyInstance, context: AccountContext): void {
  app.post('/sign-in/:provider', async (request, reply) => {
    const provider = readParam(request, 'provider')
    const outcome = await startProviderSignIn(context, provider, request.visitor)
    if (isAccountError(outcome)) return sendSignInError(request, reply, context, outcome)
    setCookie(reply, cookieNames.providerState, outcome.state)
    return redirectExternal(request, reply, outcome.url, providerName(context, provider))
  })

  app.get('/sign-in/:provider/callback', async (request, reply) => {
    const outcome = await finishProviderSignIn(
      context,
      {
        provider: readParam(request, 'provider'),
        query: new URL(request.url, context.websiteUrl).search,
        stateCookie: request.cookies[cookieNames.providerState],
        accountId: request.session?.accountId,
        sessionId: request.session?.id,
      },
      request.visitor,
    )
    clearCookie(reply, cookieNames.providerState)
    if (isAccountError(outcome)) {
      if (!request.session) return sendSignInError(request, reply, context, outcome)
      return sendFormError(request, reply, outcome, {
        title: 'Not confirmed by the provider',
        content: (
          <section class="narrow">
            <h1>Not confirmed by the provider</h1>
            <p>{outcome.message}</p>
            <p>
              <a href="/account/security">Back to security</a>
            </p>
          </section>
        ),
      })
    }
    if ('linked' in outcome) return redirect(reply, '/account/security', 'provider-linked')
    if ('reauthenticated' in outcome) {
      return redirect(reply, consumeReturnPath(request, reply) ?? '/account/security', 'reauthenticated')
    }
    if ('challenge' in outcome) return startMfaChallenge(reply, outcome.challenge)
    return startSession(request, reply, context.database, outcome)
  })
}

export function providerName({ providers }: AccountContext, id: string): string {
  return providers.list.find(provider => provider.id === id)?.name ?? id
}
