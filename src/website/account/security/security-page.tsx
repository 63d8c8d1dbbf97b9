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
import { Icon } from '../../components/icon.tsx'
import { Timestamp } from '../../components/timestamp.tsx'
import { useFormat, useMessages } from '../../i18n/messages.ts'
import { messages } from '../../messages/compiled/index.ts'
import { clearCookie, cookieNames } from '../../shell/cookies.ts'
import { sendNotFound } from '../../shell/error-pages.tsx'
import { Form } from '../../shell/form.tsx'
import { readId } from '../../shell/form-input.ts'
import { redirect, sendPage } from '../../shell/responses.tsx'
import { sessionOf } from '../../shell/session-middleware.ts'
import { accessReviewPath, IdentityRow } from './access-review-page.tsx'
import { ListCard, PasskeyRow, Row } from './row-list.tsx'

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
    return sendPage(request, reply, {
      title: messages[request.locale].security.title,
      area: 'app',
      content: <Security {...props} />,
    })
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
  const t = useMessages('security')
  const { colon } = useFormat()
  return (
    <>
      <div class="between">
        <div>
          <h1>{t.title}</h1>
          <p class="muted">{t.lead}</p>
        </div>
        <a class="btn" href={accessReviewPath}>
          {t.review.link}
        </a>
      </div>

      <ListCard title={t.signIn}>
        {[
          <Row
            key="password"
            title={t.password}
            details={account.hasPassword ? t.passwordSet : t.passwordNotSet}
            action={
              <a class="btn btn-s" href="/account/security/password">
                {account.hasPassword ? t.changePassword : t.setPassword}
              </a>
            }
          />,
          <Row
            key="two-factor"
            title={t.twoFactor}
            badge={
              account.hasTwoFactor ? (
                <span class="badge badge-ok">{t.on}</span>
              ) : (
                <span class="badge badge-partly">{t.off}</span>
              )
            }
            action={
              <a
                class="btn btn-s"
                href="/account/security/second-factor"
                aria-label={account.hasTwoFactor ? t.manageTwoFactor : t.enable + colon + t.twoFactor}
              >
                {account.hasTwoFactor ? t.manage : t.enable}
              </a>
            }
          />,
        ]}
      </ListCard>

      <ListCard
        title={t.passkeys}
        empty={t.noPasskeys}
        action={
          <a class="btn btn-s" href="/account/security/passkeys">
            <Icon name="plus" small />
            {t.addPasskey}
          </a>
        }
      >
        {passkeys.map(passkey => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ListCard>

      <ListCard
        title={t.sessions}
        action={
          sessions.length > 1 && (
            <Form
              id="end-others"
              action="/account/security/sessions/end-others"
              submit={t.signOutOthers}
              variant="quiet"
              isSmall
            />
          )
        }
      >
        {sessions.map(session => (
          <SessionRow key={session.id} session={session} isCurrent={session.id === currentSessionId} />
        ))}
      </ListCard>

      {(providers.length > 0 || identities.length > 0) && (
        <LinkedProviders identities={identities} providers={providers} />
      )}
    </>
  )
}

function SessionRow({ session, isCurrent }: { session: ListedSession; isCurrent: boolean }) {
  const t = useMessages('security')
  const name = browserName(session.user_agent) || t.unknownBrowser
  return (
    <Row
      title={name}
      badge={isCurrent && <span class="badge badge-ok">{t.thisSession}</span>}
      details={
        <>
          <span>{session.ip_address}</span>
          <span>
            {t.lastActive} <Timestamp at={session.last_seen_at} />
          </span>
        </>
      }
      action={
        !isCurrent && (
          <Form
            id={`end-${session.id}`}
            action={`/account/security/sessions/${session.id}/end`}
            submit={t.signOut}
            submitLabel={t.signOutNamed({ browser: name })}
            variant="quiet"
            isSmall
          />
        )
      }
    />
  )
}

function LinkedProviders({ identities, providers }: Pick<SecurityProps, 'identities' | 'providers'>) {
  const t = useMessages('security')
  // Providers that the operator has since removed can still be unlinked.
  const removed = identities.filter(({ provider }) => !providers.some(({ id }) => id === provider))
  const all = [...providers, ...removed.map(({ provider }) => ({ id: provider, name: provider }))]
  return (
    <ListCard title={t.providers}>
      {all.map(({ id, name }) => {
        const identity = identities.find(({ provider }) => provider === id)
        if (identity) return <IdentityRow key={id} identity={identity} name={name} />
        return (
          <Row
            key={id}
            title={name}
            details={t.notLinked}
            action={
              <a
                class="btn btn-s"
                href={`/account/security/providers/${id}`}
                aria-label={t.linkNamed({ provider: name })}
              >
                {t.link}
              </a>
            }
          />
        )
      })}
    </ListCard>
  )
}
