import type { Database } from '../../platform/database/pool.ts'
import { effectivePlan, type Plan } from '../plans.ts'

export type Scope = 'read' | 'full'

/** A key without its secret. */
export interface Key {
  id: number
  kind: 'account' | 'named'
  name: string
  scope: Scope
  prefix: string
  last_four: string
  cap_per_minute: number | null
  expires_at: Date | null
  created_at: Date
  last_used_at: Date | null
  rotated_at: Date | null
  /** When the grace period of the previous secret ends; null when there is none. */
  previous_secret_expires_at: Date | null
}

export const keyColumns = `
  api_keys.id, kind, api_keys.name, scope, prefix, last_four, cap_per_minute, expires_at, api_keys.created_at, last_used_at,
  rotated_at, case when previous_expires_at > now() then previous_expires_at end as previous_secret_expires_at`

/** The account's keys that are not revoked, oldest first. */
export async function listKeys(database: Database, accountId: number): Promise<Key[]> {
  const { rows } = await database.query<Key>({
    text: `select ${keyColumns} from api_keys where account_id = $1 and revoked_at is null order by id`,
    values: [accountId],
  })
  return rows
}

export async function findKey(
  database: Database,
  accountId: number,
  keyId: number,
): Promise<Key | undefined> {
  const { rows } = await database.query<Key>({
    text: `select ${keyColumns} from api_keys where account_id = $1 and id = $2 and revoked_at is null`,
    values: [accountId, keyId],
  })
  return rows[0]
}

export interface KeyOfAccount extends Key {
  account: string
  plan: Plan
  revoked_at: Date | null
}

/** For operators: all keys, including revoked ones, of one account or of every account. */
export async function listAllKeys(database: Database, account: string | null): Promise<KeyOfAccount[]> {
  const { rows } = await database.query<KeyOfAccount>({
    text: `
      select ${keyColumns}, accounts.name as account, revoked_at,
             ${effectivePlan} as plan
        from api_keys join accounts on accounts.id = account_id
        where $1::text is null or accounts.name = $1
        order by accounts.name, api_keys.id`,
    values: [account],
  })
  return rows
}
