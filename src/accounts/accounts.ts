import type { ClientBase } from 'pg'
import { type Database, inTransaction } from '../database/pool.ts'
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

export interface ListedAccount {
  name: string
  plan: Plan
  keys: number
  created_at: Date
}

/** All accounts with the number of their keys in use. */
export async function listAccounts(database: Database): Promise<ListedAccount[]> {
  const { rows } = await database.query<ListedAccount>({
    text: `
      select accounts.name, plan, accounts.created_at,
             count(keys.id) filter (where revoked_at is null and (expires_at is null or expires_at > now())) as keys
        from accounts left join keys on keys.account_id = accounts.id
        group by accounts.id
        order by accounts.name`,
  })
  return rows
}

/** False when there is no such account. */
export async function changePlan(database: Database, name: string, plan: Plan): Promise<boolean> {
  const { rowCount } = await database.query({
    text: 'update accounts set plan = $2 where name = $1',
    values: [name, plan],
  })
  return rowCount === 1
}

/** Gives an account a new account key; the one before stops working. Undefined when there is no such account. */
export async function renewAccountKey(
  client: ClientBase,
  secret: string,
  name: string,
): Promise<string | undefined> {
  const key = newStoredKey('larder_account', secret)
  return inTransaction(client, async () => {
    await client.query(
      `update keys set revoked_at = now()
         from accounts
         where accounts.id = account_id and accounts.name = $1 and kind = 'account' and revoked_at is null`,
      [name],
    )
    const { rowCount } = await client.query(
      `insert into keys (account_id, kind, name, scope, hash, prefix, last_four)
         select id, 'account', 'account', 'full', $2, $3, $4 from accounts where name = $1`,
      [name, key.hash, key.prefix, key.lastFour],
    )
    return rowCount === 1 ? key.key : undefined
  })
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
