import { keyContext, keySecret } from '../../lab/service.ts'
import { createAccount, findAccountId } from '../../src/accounts/accounts.ts'
import { createApiKeyCache } from '../../src/accounts/api-keys/api-key-cache.ts'
import { createNamedKey } from '../../src/accounts/api-keys/api-keys.ts'
import type { Scope } from '../../src/accounts/api-keys/queries.ts'
import type { Plan } from '../../src/accounts/plans.ts'
import { type Database, type DatabasePool, openPool } from '../../src/platform/database/pool.ts'
import type { ServerSecret } from '../../src/platform/server-secret.ts'
import type { TestStores } from './database.ts'

/** A pool on the test's database. */
export function openTestPool(stores: Pick<TestStores, 'databaseUrl'>, connections = 1): DatabasePool {
  return openPool({
    url: stores.databaseUrl,
    connections,
    connectTimeoutMs: 10_000,
    queryTimeoutMs: 10_000,
    applicationName: 'test',
    onIdleError: () => undefined,
  })
}

async function withPool<T>(stores: TestStores, work: (database: DatabasePool) => Promise<T>): Promise<T> {
  const pool = openTestPool(stores)
  try {
    return await work(pool)
  } finally {
    await pool.close()
  }
}

export const byTest = { actor: 'operator', ipAddress: null } as const

/** Creates an account and returns its account key. */
export async function accountKey(stores: TestStores, name: string, plan: Plan): Promise<string> {
  const account = await withPool(stores, database =>
    createAccount(database, keySecret, { name, plan }, byTest),
  )
  if (!account) throw new Error(`the account ${name} exists already`)
  return account.accountKey
}

const unlimited = { starter: Infinity, pro: Infinity, scale: Infinity }

export async function namedKey(
  stores: TestStores,
  account: string,
  name: string,
  scope: Scope,
  more: { expiresAt?: Date; capPerMinute?: number } = {},
): Promise<{ id: number; key: string }> {
  const wanted = {
    name,
    scope,
    expiresAt: more.expiresAt ?? null,
    capPerMinute: more.capPerMinute ?? null,
  }
  const created = await withPool(stores, async database => {
    const accountId = (await findAccountId(database, account)) ?? 0
    // A fixture that starts with its own limits may allow more than the default of the plan.
    const context = { ...keyContext(database), requestsPerMinute: unlimited }
    return createNamedKey(context, accountId, wanted, byTest)
  })
  if ('error' in created) throw new Error(created.error)
  return created
}

/** Whose key it is; undefined if it is not valid. */
export async function principalOf(database: Database, secret: ServerSecret, key: string) {
  const changes = {
    isCurrent: () => true,
    isWithinHold: () => true,
    count: () => 0,
    hasChanged: () => false,
    transactionsOf: () => [],
    onNotice: () => undefined,
  }
  return await createApiKeyCache({ primary: database, secret, changes }).find(key)
}
