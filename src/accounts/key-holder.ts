import type { Database } from '../database/pool.ts'
import type { Scope } from './key-list.ts'
import type { Plan } from './plans.ts'

/** What a valid key says about its bearer. */
export interface KeyHolder {
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
export async function findKeyHolder(database: Database, hash: Buffer): Promise<KeyHolder | undefined> {
  const { rows } = await database.query<KeyHolder>({
    name: 'find-key-holder',
    text: `
      select held.id as "keyId", accounts.id as "accountId", kind, scope, cap_per_minute as "capPerMinute",
             case when plan_until < now() then 'starter' else plan end as plan
        from (
          select * from keys where hash = $1
          union all
          select * from keys where previous_hash = $1 and previous_until > now()
        ) as held join accounts on accounts.id = held.account_id
        where revoked_at is null and (expires_at is null or expires_at > now())`,
    values: [hash],
  })
  return rows[0]
}
