// Sign-in through a provider: the way there and the way back. Linking goes back the same way.
import type { FastifyInstance } from 'fastify'
import type { AccountParts } from '../../accounts/parts.ts'
import { isRefusal } from '../../accounts/refusal.ts'
import { finishProviderSignIn, startProviderSignIn } from '../../accounts/third-party.ts'
import { cookieNames, dropCookie, setCookie } from '../shell/cookies.ts'
import { readParam } from '../shell/form-input.ts'
import { leaveFor, seeOther, showRefused } from '../shell/responses.tsx'
import { enter } from '../shell/session-middleware.ts'
import { askForCode, showSignInRefused } from './sign-in-pages.tsx'

export function addProviderPages(app: FastifyInstance, parts: AccountParts): void {
  app.post('/sign-in/:provider', async (request, reply) => {
    const provider = readParam(request, 'provider')
    const outcome = await startProviderSignIn(parts, provider, request.visitor)
    if (isRefusal(outcome)) return showSignInRefused(request, reply, parts, outcome)
    setCookie(reply, cookieNames.providerState, outcome.state)
    return leaveFor(request, reply, outcome.url, nameOf(parts, provider))
  })

  app.get('/sign-in/:provider/callback', async (request, reply) => {
    const outcome = await finishProviderSignIn(
      parts,
      {
        provider: readParam(request, 'provider'),
        query: new URL(request.url, parts.websiteUrl).search,
        stateCookie: request.cookies[cookieNames.providerState],
        accountId: request.session?.accountId,
      },
      request.visitor,
    )
    dropCookie(reply, cookieNames.providerState)
    if (isRefusal(outcome)) {
      if (!request.session) return showSignInRefused(request, reply, parts, outcome)
      return showRefused(request, reply, outcome, {
        title: 'Not linked',
        content: (
          <section class="narrow">
            <h1>Not linked</h1>
            <p>{outcome.text}</p>
            <p>
              <a href="/account/security">Back to security</a>
            </p>
          </section>
        ),
      })
    }
    if ('linked' in outcome) return seeOther(reply, '/account/security', 'provider-linked')
    if ('challenge' in outcome) return askForCode(reply, outcome.challenge)
    return enter(request, reply, parts.database, outcome)
  })
}

export function nameOf({ providers }: AccountParts, id: string): string {
  return providers.list.find(provider => provider.id === id)?.name ?? id
}
