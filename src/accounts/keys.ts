import type { Database } from '../database/pool.ts'
import { hashKey, type KeyPrefix, newKey } from './key-format.ts'
import type { Plan } from './plans.ts'

export type Scope = 'read' | 'full'

/** What a valid key says about its bearer. */
export interface KeyHolder {
  keyId: number
  accountId: number
  plan: Plan
  kind: 'account' | 'named'
  scope: Scope
  capPerMinute: number | null
}

export interface ListedKey {
  id: number
  account: string
  plan: Plan
  kind: 'account' | 'named'
  name: string
  scope: Scope
  prefix: string
  last_four: string
  cap_per_minute: number | null
  expires_at: Date | null
  revoked_at: Date | null
  created_at: Date
}

export function newStoredKey(prefix: KeyPrefix, secret: string) {
  const key = newKey(prefix)
  return { key, prefix, hash: hashKey(key, secret), lastFour: key.slice(-4) }
}

export type CreatedKey = { id: number; key: string } | { refused: 'no such account' | 'name in use' }

/** Creates a named key. The key itself is in the answer and nowhere else. */
export async function createNamedKey(
  database: Database,
  secret: string,
  wanted: {
    account: string
    name: string
    scope: Scope
    expiresAt: Date | null
    capPerMinute: number | null
  },
): Promise<CreatedKey> {
  const key = newStoredKey(wanted.scope === 'read' ? 'larder_read' : 'larder_full', secret)
  const { rows } = await database.query<{ account_id: number | null; id: number | null }>({
    text: `
      with owner as (select id from accounts where name = $1),
      created as (
        insert into keys (account_id, kind, name, scope, hash, prefix, last_four, expires_at, cap_per_minute)
          select id, 'named', $2, $3, $4, $5, $6, $7, $8 from owner
          on conflict (account_id, name) where revoked_at is null do nothing
          returning id
      )
      select (select id from owner) as account_id, (select id from created) as id`,
    values: [
      wanted.account,
      wanted.name,
      wanted.scope,
      key.hash,
      key.prefix,
      key.lastFour,
      wanted.expiresAt,
      wanted.capPerMinute,
    ],
  })
  if (rows[0]?.account_id == null) return { refused: 'no such account' }
  if (rows[0].id === null) return { refused: 'name in use' }
  return { id: rows[0].id, key: key.key }
}

/** Keys of one account or of all, the newest last. */
export async function listKeys(database: Database, account: string | null): Promise<ListedKey[]> {
  const { rows } = await database.query<ListedKey>({
    text: `
      select keys.id, accounts.name as account, plan, kind, keys.name, scope, prefix, last_four,
             cap_per_minute, expires_at, revoked_at, keys.created_at
        from keys join accounts on accounts.id = account_id
        where $1::text is null or accounts.name = $1
        order by accounts.name, keys.id`,
    values: [account],
  })
  return rows
}

/** Takes a key out of use for good; false when there is no such key in use. */
export async function revokeKey(database: Database, id: number): Promise<boolean> {
  const { rowCount } = await database.query({
    text: 'update keys set revoked_at = now() where id = $1 and revoked_at is null',
    values: [id],
  })
  return rowCount === 1
}

/** Who holds the key with this hash; undefined when it is unknown, revoked or expired. */
export async function findKeyHolder(database: Database, hash: Buffer): Promise<KeyHolder | undefined> {
  const { rows } = await database.query<KeyHolder>({
    name: 'find-key-holder',
    text: `
      select keys.id as "keyId", accounts.id as "accountId", plan, kind, scope,
             cap_per_minute as "capPerMinute"
        from keys join accounts on accounts.id = account_id
        where hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
    values: [hash],
  })
  return rows[0]
}
