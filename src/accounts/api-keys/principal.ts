import type { Database } from '../../platform/database/pool.ts'
import type { Plan } from '../plans.ts'
import type { Scope } from './queries.ts'

/** What a valid key says about its bearer. */
export interface Principal {
  keyId: number
  accountId: number
  /** The plan in force: a paid one that was not renewed in time is Starter. */
  plan: Plan
  kind: 'account' | 'named'
  scope: Scope
  capPerMinute: number | null
}

/**
 * Who holds the key with this hash; undefined when it is unknown, revoked or expired. The secret before a
 * rotation counts until its time is over. Two lookups in two indexes: an `or` would read the whole table.
 */
export async function findPrincipal(database: Database, hash: Buffer): Promise<Principal | undefined> {
  const { rows } = await database.query<Principal>({
    name: 'find-key-holder',
    text: `select ${holderColumns} ${heldBy('= $1')}`,
    values: [hash],
  })
  return rows[0]
}

/**
 * The same while SECRET_KEY is being replaced: by its hash under any of the secrets, the current one first. The
 * key is then stored under the current one; nobody waits for that, and where it fails the next use tries again.
 */
export async function findPrincipalByAnySecret(
  database: Database,
  hashes: Buffer[],
  secretId: string,
): Promise<Principal | undefined> {
  // Not `any`: it is planned anew every time, as a list of unknown length.
  const any = `in (${hashes.map((_, index) => `$${index + 2}`).join(', ')})`
  const { rows } = await database.query<Principal & { isBehind: boolean }>({
    name: `find-key-holder-under-${hashes.length}`,
    text: `select ${holderColumns}, secret_hash ${any} and server_secret_id is distinct from $1 as "isBehind" ${heldBy(any)}`,
    values: [secretId, ...hashes],
  })
  if (!rows[0]) return undefined
  const { isBehind, ...holder } = rows[0]
  if (isBehind) {
    void database
      .query({
        text: 'update api_keys set secret_hash = $2, server_secret_id = $3 where id = $1 and secret_hash = any ($4)',
        values: [holder.keyId, hashes[0], secretId, hashes],
      })
      .catch(() => undefined)
  }
  return holder
}

const holderColumns = `
  held.id as "keyId", accounts.id as "accountId", kind, scope, cap_per_minute as "capPerMinute",
  case when plan_expires_at < now() then 'starter' else plan end as plan`

function heldBy(isThis: string): string {
  return `
    from (
      select * from api_keys where secret_hash ${isThis}
      union all
      select * from api_keys where previous_secret_hash ${isThis} and previous_expires_at > now()
    ) as held join accounts on accounts.id = held.account_id
    where revoked_at is null and (expires_at is null or expires_at > now())`
}
