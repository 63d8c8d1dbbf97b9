import type { Database } from '../database/pool.ts'
import { newStoredKey } from './keys.ts'
import type { Plan } from './plans.ts'

export interface NewAccount {
  id: number
  /** Shown once; only its hash is kept. */
  accountKey: string
}

/** Creates an account with its account key, or returns undefined when the name is taken. */
export async function createAccount(
  database: Database,
  secret: string,
  account: { name: string; plan: Plan },
): Promise<NewAccount | undefined> {
  const key = newStoredKey('larder_account', secret)
  const { rows } = await database.query<{ id: number }>({
    text: `
      with created as (
        insert into accounts (name, plan) values ($1, $2)
          on conflict (name) do nothing
          returning id
      )
      insert into keys (account_id, kind, name, scope, hash, prefix, last_four)
        select id, 'account', 'account', 'full', $3, $4, $5 from created
        returning account_id as id`,
    values: [account.name, account.plan, key.hash, key.prefix, key.lastFour],
  })
  return rows[0] && { id: rows[0].id, accountKey: key.key }
}

/** Deletes an account with everything it owns; false when there is none. */
export async function deleteAccount(database: Database, name: string): Promise<boolean> {
  const { rowCount } = await database.query({ text: 'delete from accounts where name = $1', values: [name] })
  return rowCount === 1
}

const accountName = /^[a-z0-9][a-z0-9._-]{0,62}$/

export function isAccountName(name: string): boolean {
  return accountName.test(name)
}
