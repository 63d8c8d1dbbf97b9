// What still gives access to the account after it was secured, for the owner to review.
import type { FastifyInstance } from 'fastify'
import { type Key, listKeys } from '../../../accounts/api-keys/queries.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import { type Identity, listIdentities } from '../../../accounts/sign-in/identities.ts'
import { listPasskeys } from '../../../accounts/sign-in/passkeys.ts'
import { Day, Timestamp } from '../../components/timestamp.tsx'
import { sendPage } from '../../shell/responses.tsx'
import { sessionOf } from '../../shell/session-middleware.ts'
import { providerName } from '../../sign-in/provider-pages.tsx'
import { PasskeyRows } from './passkey-rows.tsx'

export const accessReviewPath = '/account/security/review'

export function addAccessReviewPage(app: FastifyInstance, context: AccountContext): void {
  app.get(accessReviewPath, async (request, reply) => {
    const { accountId } = sessionOf(request)
    const keys = await listKeys(context.database, accountId)
    const passkeys = await listPasskeys(context.database, accountId)
    const identities = await listIdentities(context.database, accountId)
    return sendPage(request, reply, {
      title: 'Review access',
      content: (
        <section>
          <h1>Review access</h1>
          <p>
            API keys, passkeys and linked providers keep working when your password, two-factor authentication
            or e-mail address changes. Revoke, remove or unlink what you don’t recognize.
          </p>
          <h2>API keys</h2>
          {keys.length === 0 ? (
            <p class="empty">No API keys.</p>
          ) : (
            <ul class="rows">
              {keys.map(key => (
                <KeyRow key={key.id} of={key} />
              ))}
            </ul>
          )}
          <h2>Passkeys</h2>
          {passkeys.length === 0 ? <p class="empty">No passkeys.</p> : <PasskeyRows passkeys={passkeys} />}
          <h2>Linked providers</h2>
          {identities.length === 0 ? (
            <p class="empty">No linked providers.</p>
          ) : (
            <ul class="rows">
              {identities.map(identity => (
                <IdentityRow
                  key={identity.provider}
                  identity={identity}
                  name={providerName(context, identity.provider)}
                />
              ))}
            </ul>
          )}
          <p>
            <a class="button quiet" href="/account/security">
              Done
            </a>
          </p>
        </section>
      ),
    })
  })
}

function KeyRow({ of: key }: { of: Key }) {
  const isAccountKey = key.kind === 'account'
  return (
    <li class="with-action">
      <div>
        <span class="row-title">{isAccountKey ? 'Account key' : key.name}</span>{' '}
        <span class="tag">{key.scope}</span>
        <div class="quiet">
          <code>
            {key.prefix}_…{key.last_four}
          </code>
          <span>
            created <Day at={key.created_at} />
          </span>
          <span>
            {key.last_used_at ? (
              <>
                last used <Timestamp at={key.last_used_at} />
              </>
            ) : (
              'never used'
            )}
          </span>
        </div>
      </div>
      <a
        class="button quiet"
        href={isAccountKey ? '/account/keys/account' : `/account/keys/${key.id}`}
        aria-label={isAccountKey ? 'Replace the account key' : `Manage ${key.name}`}
      >
        {isAccountKey ? 'Replace' : 'Manage'}
      </a>
    </li>
  )
}

function IdentityRow({ identity, name }: { identity: Identity; name: string }) {
  return (
    <li class="with-action">
      <div>
        <span class="row-title">{name}</span>
        <div class="quiet">
          <span>
            linked <Day at={identity.linked_at} />
            {identity.email && ` as ${identity.email}`}
          </span>
        </div>
      </div>
      <a
        class="button quiet"
        href={`/account/security/providers/${identity.provider}`}
        aria-label={`Unlink ${name}`}
      >
        Unlink
      </a>
    </li>
  )
}
