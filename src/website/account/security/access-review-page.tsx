// What still gives access to the account after it was secured, for the owner to review.

import type { FastifyInstance } from 'fastify'
import { type Key, listKeys } from '../../../accounts/api-keys/queries.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import { type Identity, listIdentities } from '../../../accounts/sign-in/identities.ts'
import { listPasskeys } from '../../../accounts/sign-in/passkeys.ts'
import { Day } from '../../components/timestamp.tsx'
import { useMessages } from '../../i18n/messages.ts'
import { messages } from '../../messages/compiled/index.ts'
import { sendPage } from '../../shell/responses.tsx'
import { sessionOf } from '../../shell/session-middleware.ts'
import { providerName } from '../../sign-in/provider-pages.tsx'
import { LastUsed, ListCard, PasskeyRow, Row } from './row-list.tsx'

export const accessReviewPath = '/account/security/review'

export function addAccessReviewPage(app: FastifyInstance, context: AccountContext): void {
  app.get(accessReviewPath, async (request, reply) => {
    const { accountId } = sessionOf(request)
    const keys = await listKeys(context.database, accountId)
    const passkeys = await listPasskeys(context.database, accountId)
    const identities = await listIdentities(context.database, accountId)
    const { review: t, ...security } = messages[request.locale].security
    return sendPage(request, reply, {
      title: t.title,
      area: 'app',
      content: (
        <>
          <div class="between">
            <div>
              <h1>{t.title}</h1>
              <p class="muted measure">{t.lead}</p>
            </div>
            <a class="btn btn-primary" href="/account/security">
              {t.done}
            </a>
          </div>
          <ListCard title={t.apiKeys} empty={t.noKeys}>
            {keys.map(key => (
              <KeyRow key={key.id} of={key} />
            ))}
          </ListCard>
          <ListCard title={security.passkeys} empty={t.noPasskeys}>
            {passkeys.map(passkey => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </ListCard>
          <ListCard title={security.providers} empty={t.noProviders}>
            {identities.map(identity => (
              <IdentityRow
                key={identity.provider}
                identity={identity}
                name={providerName(context, identity.provider)}
              />
            ))}
          </ListCard>
        </>
      ),
    })
  })
}

function KeyRow({ of: key }: { of: Key }) {
  const { review: t } = useMessages('security')
  const isAccountKey = key.kind === 'account'
  return (
    <Row
      title={isAccountKey ? t.accountKey : key.name}
      badge={<span class="badge badge-line">{key.scope === 'read' ? t.readOnly : t.fullAccess}</span>}
      details={
        <>
          <code>
            {key.prefix}_…{key.last_four}
          </code>
          <span>
            {t.created} <Day at={key.created_at} />
          </span>
          <LastUsed at={key.last_used_at} />
        </>
      }
      action={
        <a
          class="btn btn-s"
          href={isAccountKey ? '/account/keys/account' : `/account/keys/${key.id}`}
          aria-label={isAccountKey ? t.replaceAccountKey : t.manageNamed({ name: key.name })}
        >
          {isAccountKey ? t.replace : t.manage}
        </a>
      }
    />
  )
}

/** A linked provider. */
export function IdentityRow({ identity, name }: { identity: Identity; name: string }) {
  const t = useMessages('security')
  return (
    <Row
      title={name}
      details={
        <span>
          {t.linkedOn} <Day at={identity.linked_at} />
          {identity.email && ` ${t.linkedAs({ email: identity.email })}`}
        </span>
      }
      action={
        <a
          class="btn btn-s"
          href={`/account/security/providers/${identity.provider}`}
          aria-label={t.unlinkNamed({ provider: name })}
        >
          {t.unlink}
        </a>
      }
    />
  )
}
