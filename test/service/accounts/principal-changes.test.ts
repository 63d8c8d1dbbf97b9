// Every change of a key or plan is reported, and nothing else.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { keyContext, keySecret } from '../../../lab/service.ts'
import { changePlan, findAccountId } from '../../../src/accounts/accounts.ts'
import {
  createNamedKey,
  revokeKey,
  rotateAccountKey,
  rotateKey,
  updateKey,
} from '../../../src/accounts/api-keys/api-keys.ts'
import {
  type PrincipalChanges,
  watchPrincipalChanges,
} from '../../../src/accounts/api-keys/principal-changes.ts'
import type { Database, DatabasePool } from '../../../src/platform/database/pool.ts'
import { createStores, type TestStores } from '../../support/database.ts'
import { accountKey, byTest, openTestPool } from '../../support/keys.ts'

let stores: TestStores
let database: DatabasePool
beforeAll(async () => {
  stores = await createStores()
  database = openTestPool(stores, 4)
})
afterAll(async () => {
  await database.close()
  await stores.drop()
})

let accounts = 0
async function accountWithKey() {
  const name = `changes-${++accounts}`
  await accountKey(stores, name, 'pro')
  const account = (await findAccountId(database, name)) ?? 0
  const input = { name: 'ci', scope: 'read', expiresAt: null, capPerMinute: null } as const
  const key = await createNamedKey(keyContext(database), account, input, byTest)
  if ('error' in key) throw new Error(key.error)
  return { name, account, keyId: key.id }
}

async function watch(primary: Database = database): Promise<PrincipalChanges> {
  const changes = await watchPrincipalChanges(primary, { withDeadline: () => primary })
  onTestFinished(changes.stop)
  return changes
}

/** Resolves after a poll that started later. */
async function waitForPoll(changes: PrincipalChanges): Promise<void> {
  const { account } = await accountWithKey()
  const before = changes.count()
  await stores.sql('update accounts set plan = plan where id = $1', [account])
  await vi.waitFor(() => expect(changes.hasChanged(account, before)).toBe(true), { timeout: 120_000 })
}

type Subject = Awaited<ReturnType<typeof accountWithKey>>

describe('are reported', () => {
  const later = new Date(Date.now() + 86_400_000)
  it.each<[string, (subject: Subject) => Promise<unknown>]>([
    ['a revoked key', ({ account, keyId }) => revokeKey(database, account, keyId, byTest)],
    ['a rotated key', ({ account, keyId }) => rotateKey(database, keySecret, account, keyId, 60, byTest)],
    ['a rotated account key', ({ account }) => rotateAccountKey(database, keySecret, account, byTest)],
    [
      'a new expiry',
      ({ account, keyId }) => updateKey(keyContext(database), account, keyId, { expiresAt: later }, byTest),
    ],
    [
      'a new cap',
      ({ account, keyId }) => updateKey(keyContext(database), account, keyId, { capPerMinute: 7 }, byTest),
    ],
    ['a new plan', ({ name }) => changePlan(database, name, 'scale', byTest)],
    ['a deleted key', ({ keyId }) => stores.sql('delete from api_keys where id = $1', [keyId])],
    ['a deleted account', ({ account }) => stores.sql('delete from accounts where id = $1', [account])],
  ])('%s', async (_, change) => {
    const changes = await watch()
    const subject = await accountWithKey()
    const other = await accountWithKey()
    const before = changes.count()
    await change(subject)
    await vi.waitFor(() => expect(changes.hasChanged(subject.account, before)).toBe(true), {
      timeout: 120_000,
    })
    expect(changes.transactionsOf(subject.account)).toEqual([expect.stringMatching(/^\d+$/)])
    expect(changes.hasChanged(other.account, before)).toBe(false)
  })

  it('a change whose transaction was open during a poll', async () => {
    const changes = await watch()
    const { account, keyId } = await accountWithKey()
    const before = changes.count()
    await database.transaction(async transaction => {
      await transaction.query({
        text: 'update api_keys set revoked_at = now() where id = $1',
        values: [keyId],
      })
      await waitForPoll(changes)
      expect(changes.hasChanged(account, before)).toBe(false)
    })
    await vi.waitFor(() => expect(changes.hasChanged(account, before)).toBe(true), { timeout: 120_000 })
  })

  it('a change that was committed while polls failed', async () => {
    let isDown = false
    const changes = await watch({
      query: async statement => {
        if (isDown) throw new Error('down')
        return database.query(statement)
      },
    })
    expect(changes.isCurrent()).toBe(true)
    const { account, keyId } = await accountWithKey()
    const before = changes.count()
    isDown = true
    await wait(1_100)
    expect(changes.isCurrent()).toBe(false)
    await revokeKey(database, account, keyId, byTest)
    isDown = false
    await vi.waitFor(() => expect(changes.isCurrent()).toBe(true), { timeout: 120_000 })
    expect(changes.hasChanged(account, before)).toBe(true)
  })
})

it('does not report what leaves the principal as it is', async () => {
  const changes = await watch()
  const { account, keyId } = await accountWithKey()
  const before = changes.count()
  await stores.sql('update api_keys set last_used_at = now() where id = $1', [keyId])
  await stores.sql("update accounts set email = 'a@example.org' where id = $1", [account])
  await waitForPoll(changes)
  expect(changes.hasChanged(account, before)).toBe(false)
})

it('treats all accounts as changed when another server answers', async () => {
  let server = 'first'
  const changes = await watch({
    query: async statement => {
      const result = await database.query<never>(statement)
      return { ...result, rows: result.rows.map((row: object) => ({ ...row, server })) as never[] }
    },
  })
  const { account } = await accountWithKey()
  const before = changes.count()
  server = 'second'
  await vi.waitFor(() => expect(changes.hasChanged(account, before)).toBe(true), { timeout: 120_000 })
})
