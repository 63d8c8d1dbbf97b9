import { createAccount } from '../../src/accounts/accounts.ts'
import { createNamedKey, type Scope } from '../../src/accounts/keys.ts'
import type { Plan } from '../../src/accounts/plans.ts'
import { withConnection } from '../../src/database/pool.ts'
import type { TestStores } from './database.ts'
import { keySecret } from './service.ts'

/** Creates an account and returns its account key. */
export async function accountKey(stores: TestStores, name: string, plan: Plan): Promise<string> {
  const account = await withConnection(stores.databaseUrl, client =>
    createAccount(client, keySecret, { name, plan }),
  )
  if (!account) throw new Error(`the account ${name} exists already`)
  return account.accountKey
}

export async function namedKey(
  stores: TestStores,
  account: string,
  name: string,
  scope: Scope,
  more: { expiresAt?: Date; capPerMinute?: number } = {},
): Promise<{ id: number; key: string }> {
  const created = await withConnection(stores.databaseUrl, client =>
    createNamedKey(client, keySecret, {
      account,
      name,
      scope,
      expiresAt: more.expiresAt ?? null,
      capPerMinute: more.capPerMinute ?? null,
    }),
  )
  if ('refused' in created) throw new Error(created.refused)
  return created
}
