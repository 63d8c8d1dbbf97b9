// Security settings: password, two-factor authentication, passkeys, sessions and linked providers.
import type { FastifyInstance } from 'fastify'
import { findOwnAccount, type OwnAccount } from '../../../accounts/account-settings.ts'
import { ownerActor } from '../../../accounts/client-info.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import { browserName } from '../../../accounts/sign-in/browser-name.ts'
import { type Identity, listIdentities } from '../../../accounts/sign-in/identities.ts'
import { listPasskeys, type Passkey } from '../../../accounts/sign-in/passkeys.ts'
import {
  deleteOtherSessions,
  deleteSession,
  type ListedSession,
  listSessions,
} from '../../../accounts/sign-in/sessions.ts'
import { Day, Timestamp } from '../../components/timestamp.tsx'
import { clearCookie, cookieNames } from '../../shell/cookies.ts'
import { sendNotFound } from '../../shell/error-pages.tsx'
import { Form } from '../../shell/form.tsx'
import { readId } from '../../shell/form-input.ts'
import { redirect, sendPage } from '../../shell/responses.tsx'
import { sessionOf } from '../../shell/session-middleware.ts'
import { accessReviewPath } from './access-review-page.tsx'
import { PasskeyList } from './passkey-pages.tsx'

export function addSecurityPage(app: FastifyInstance, context: AccountContext): void {
  const { database } = context

  app.get('/account/security', async (request, reply) => {
    const { accountId, id } = sessionOf(request)
    const account = await findOwnAccount(database, accountId)
    if (!account) return sendNotFound(request, reply) // deleted after the session was loaded
    const props = {
      account,
      currentSessionId: id,
      passkeys: await listPasskeys(database, accountId),
      sessions: await listSessions(database, accountId),
      identities: await listIdentities(database, accountId),
      providers: context.providers.list,
    }
    return sendPage(request, reply, { title: 'Security', content: <Security {...props} /> })
  })

  app.post('/account/security/sessions/:id/end', async (request, reply) => {
    const { accountId, id: currentId } = sessionOf(request)
    const id = readId(request)
    await deleteSession(database, accountId, id, ownerActor(request.visitor))
    if (id !== currentId) return redirect(reply, '/account/security', 'session-ended')
    clearCookie(reply, cookieNames.session)
    return redirect(reply, '/sign-in', 'signed-out')
  })
  app.post('/account/security/sessions/end-others', async (request, reply) => {
    const { accountId, id } = sessionOf(request)
    await deleteOtherSessions(database, accountId, id, ownerActor(request.visitor))
    return redirect(reply, '/account/security', 'sessions-ended')
  })
}

interface SecurityProps {
  account: OwnAccount
  currentSessionId: number
  passkeys: Passkey[]
  sessions: ListedSession[]
  identities: Identity[]
  providers: { id: string; name: string }[]
}

function Security({ account, currentSessionId, passkeys, sessions, identities, providers }: SecurityProps) {
  return (
    <section>
      <h1>Security</h1>
      <dl class="facts">
        <div>
          <dt>Password</dt>
          <dd>{account.hasPassword ? 'Set' : 'Not set'}</dd>
          <dd class="more">
            <a href="/account/security/password">
              {account.hasPassword ? 'Change password' : 'Set password'}
            </a>
          </dd>
        </div>
        <div>
          <dt>Two-factor authentication</dt>
          <dd>{account.hasTwoFactor ? <span class="tag good">on</span> : 'Off'}</dd>
          <dd class="more">
            <a href="/account/security/second-factor">
              {account.hasTwoFactor ? 'Manage two-factor authentication' : 'Set up'}
            </a>
          </dd>
        </div>
      </dl>

      <p>
        <a href={accessReviewPath}>Review API keys, passkeys and linked providers</a>
      </p>

      <h2>Passkeys</h2>
      <PasskeyList passkeys={passkeys} />

      <h2>Sessions</h2>
      <ul class="rows">
        {sessions.map(session => (
          <SessionRow key={session.id} session={session} isCurrent={session.id === currentSessionId} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form
          id="end-others"
          action="/account/security/sessions/end-others"
          submit="Sign out of all other sessions"
          variant="quiet"
        />
      )}

      {(providers.length > 0 || identities.length > 0) && (
        <>
          <h2>Linked providers</h2>
          <LinkedProviders identities={identities} providers={providers} />
        </>
      )}
    </section>
  )
}

function SessionRow({ session, isCurrent }: { session: ListedSession; isCurrent: boolean }) {
  return (
    <li class="with-action">
      <div>
        <span class="row-title">{browserName(session.user_agent)}</span>{' '}
        {isCurrent && <span class="tag good">this session</span>}
        <div class="quiet">
          <span>from {session.ip_address}</span>
          <span>
            last active <Timestamp at={session.last_seen_at} />
          </span>
        </div>
      </div>
      {!isCurrent && (
        <Form
          id={`end-${session.id}`}
          action={`/account/security/sessions/${session.id}/end`}
          submit="Sign out"
          submitLabel={`Sign out ${browserName(session.user_agent)}`}
          variant="quiet"
        />
      )}
    </li>
  )
}

function LinkedProviders({ identities, providers }: Pick<SecurityProps, 'identities' | 'providers'>) {
  // Providers that the operator has since removed can still be unlinked.
  const removed = identities.filter(({ provider }) => !providers.some(({ id }) => id === provider))
  const all = [...providers, ...removed.map(({ provider }) => ({ id: provider, name: provider }))]
  return (
    <ul class="rows">
      {all.map(({ id, name }) => {
        const identity = identities.find(({ provider }) => provider === id)
        return (
          <li key={id} class="with-action">
            <div>
              <span class="row-title">{name}</span>
              <div class="quiet">
                {identity ? (
                  <span>
                    linked <Day at={identity.linked_at} />
                    {identity.email && ` as ${identity.email}`}
                  </span>
                ) : (
                  <span>not linked</span>
                )}
              </div>
            </div>
            <a class="button quiet" href={`/account/security/providers/${id}`}>
              {identity ? 'Unlink' : 'Link'}
            </a>
          </li>
        )
      })}
    </ul>
  )
}
