// Sign-in with an OpenID Connect provider: start and callback. Linking and re-authentication use the same callback.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAccountError } from '../../accounts/account-error.ts'
import type { AccountContext } from '../../accounts/context.ts'
import { finishProviderSignIn, startProviderSignIn } from '../../accounts/sign-in/oidc-sign-in.ts'
import { AccountForm } from '../account/account-form.tsx'
import { isLocale, type Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { clearCookie, cookieNames, setCookie } from '../shell/cookies.ts'
import { ProblemText } from '../shell/form.tsx'
import { readParam } from '../shell/form-input.ts'
import { redirect, redirectExternal, sendFormError } from '../shell/responses.tsx'
import { consumeReturnPath, startSession } from '../shell/session-middleware.ts'
import { sendSignInError, startMfaChallenge } from './sign-in-pages.tsx'

export function addProviderPages(app: FastifyInstance, context: AccountContext): void {
  app.post('/sign-in/:provider', async (request, reply) => {
    const provider = readParam(request, 'provider')
    const outcome = await startProviderSignIn(context, provider, request.visitor)
    if (isAccountError(outcome)) return sendSignInError(request, reply, context, outcome)
    setProviderState(request, reply, outcome.state)
    return redirectExternal(request, reply, outcome.url, providerName(context, provider))
  })

  app.get('/sign-in/:provider/callback', async (request, reply) => {
    const { state, locale } = readProviderState(request)
    request.locale = locale
    const outcome = await finishProviderSignIn(
      context,
      {
        provider: readParam(request, 'provider'),
        query: new URL(request.url, context.websiteUrl).search,
        stateCookie: state,
        locale,
        accountId: request.session?.accountId,
        sessionId: request.session?.id,
      },
      request.visitor,
    )
    clearCookie(reply, cookieNames.providerState)
    const t = messages[request.locale].signIn
    if (isAccountError(outcome)) {
      if (!request.session) return sendSignInError(request, reply, context, outcome)
      return sendFormError(request, reply, outcome, {
        title: t.providerFailed,
        area: 'app',
        content: (
          <AccountForm title={t.providerFailed} back="/account/security" backName={t.backToSecurity}>
            <p>
              <ProblemText text={outcome} />
            </p>
          </AccountForm>
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

/** Providers redirect back to one address, so the cookie also keeps the language. */
export function setProviderState({ locale }: FastifyRequest, reply: FastifyReply, state: string): void {
  setCookie(reply, cookieNames.providerState, `${state}.${locale}`)
}

function readProviderState(request: FastifyRequest): { state: string | undefined; locale: Locale } {
  const [state, locale = ''] = (request.cookies[cookieNames.providerState] ?? '').split('.')
  return { state: state || undefined, locale: isLocale(locale) ? locale : request.locale }
}

export function providerName({ providers }: AccountContext, id: string): string {
  return providers.list.find(provider => provider.id === id)?.name ?? id
}
