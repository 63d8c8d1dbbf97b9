// Usage is counted in memory and flushed to PostgreSQL exactly once, even when a flush fails halfway.
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { spawnService } from '../../../lab/service.ts'
import { findAccountId } from '../../../src/accounts/accounts.ts'
import { createUsageCounter, startUsageMeter } from '../../../src/accounts/usage/meter.ts'
import { readUsage } from '../../../src/accounts/usage/read.ts'
import type { DatabasePool } from '../../../src/platform/database/pool.ts'
import { storesForTest, type TestStores } from '../../support/database.ts'
import { accountKey, namedKey, openTestPool } from '../../support/keys.ts'

interface UsageFixture {
  stores: TestStores
  database: DatabasePool
  accountId: number
  keyId: number
}

async function usageForTest(): Promise<UsageFixture> {
  const stores = await storesForTest()
  const database = openTestPool(stores, 6)
  onTestFinished(() => database.close())
  await accountKey(stores, 'acme', 'scale')
  const accountId = (await findAccountId(database, 'acme')) ?? 0
  const { id: keyId } = await namedKey(stores, 'acme', 'ci', 'read')
  return { stores, database, accountId, keyId }
}

const sumOf = (rows: { requests: number }[]) => rows.reduce((sum, { requests }) => sum + requests, 0)
const today = () => new Date().toISOString().slice(0, 10)
const never = () => expect.unreachable('no requests should be dropped')

describe('usage metering', () => {
  it('counts 2,000 requests on two processes exactly', async () => {
    const stores = await storesForTest('fixture-foods')
    const keys = [{ id: 0, key: await accountKey(stores, 'acme', 'scale') }]
    for (const name of ['ci', 'production']) keys.push(await namedKey(stores, 'acme', name, 'read'))
    keys.push(await namedKey(stores, 'acme', 'capped', 'read', { capPerMinute: 100 }))
    const [first] = await stores.sql<{ id: string }>("select id from api_keys where kind = 'account'")
    keys[0] = { id: Number(first?.id), key: keys[0]?.key ?? '' }
    const nodes = await Promise.all(
      [1, 2].map(() => spawnService(stores, { RATE_LIMIT_SCALE_PER_MINUTE: '1500' })),
    )
    const requests = [
      ['/food/1', '/food/{food_id}'],
      ['/food/0', '/food/{food_id}'],
      ['/search', '/search'],
      ['/barcode/0042100005264', '/barcode/{code}'],
      ['/foods/categories', '/foods/categories'],
    ] as const
    const seen: Record<string, number> = {}
    let next = 0
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        while (next < 2_000) {
          const turn = next++
          const [path, endpoint] = requests[turn % requests.length] ?? requests[0]
          const { id, key } = keys[turn % keys.length] ?? { id: 0, key: '' }
          const { status } = await ask(nodes[turn % 2]?.apiUrl ?? '', path, { key })
          const line = `${today()} ${endpoint} ${status} ${id}`
          seen[line] = (seen[line] ?? 0) + 1
        }
      }),
    )
    // Anonymous requests, invalid keys and account routes do not count as usage.
    for (const node of nodes) {
      await ask(node.apiUrl, '/food/1')
      await ask(node.apiUrl, '/food/1', { key: 'wrong' })
      await ask(node.apiUrl, '/auth/keys', { key: keys[0]?.key })
    }
    await Promise.all(nodes.map(node => node.stop()))

    const database = openTestPool(stores)
    onTestFinished(() => database.close())
    const rows = await readUsage(database, (await findAccountId(database, 'acme')) ?? 0, 1)
    const stored = rows.map(row => [`${row.day} ${row.endpoint} ${row.status} ${row.key_id}`, row.requests])
    expect(Object.fromEntries(stored)).toEqual(seen)
    expect(sumOf(rows)).toBe(2_000)
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set([200, 404, 422, 429]))
    expect(await stores.sql('select from api_keys where last_used_at is null')).toEqual([])
  })

  it('counts each batch once, whenever its flush fails', async () => {
    const { database, accountId, keyId } = await usageForTest()
    const failing = failingDatabase(database)
    const counter = createUsageCounter(failing, never)
    const count = (requests: number) => {
      for (let n = 0; n < requests; n++) counter.count({ accountId, keyId, endpoint: '/search', status: 200 })
    }
    const storedRequests = async () => sumOf(await readUsage(database, accountId, 1))
    count(3)
    failing.fails = 'before' // nothing is stored
    await expect(counter.flush()).rejects.toThrow('connection lost')
    expect([await storedRequests(), counter.waiting()]).toEqual([0, 3])
    count(5)
    failing.fails = 'never'
    expect(await counter.flush()).toBe(3)
    expect(await counter.flush()).toBe(5)
    expect([await storedRequests(), counter.waiting()]).toEqual([8, 0])

    count(7)
    failing.fails = 'after' // stored, but the node does not learn of it
    await expect(counter.flush()).rejects.toThrow('connection lost')
    expect(await storedRequests()).toBe(15)
    failing.fails = 'never'
    expect(await counter.flush()).toBe(0)
    expect([await storedRequests(), counter.waiting()]).toEqual([15, 0])
  })

  it('counts once when several nodes flush concurrently', async () => {
    const { database, accountId, keyId } = await usageForTest()
    const counters = [1, 2, 3, 4, 5].map(() => createUsageCounter(database, never))
    let counted = 0
    for (let round = 0; round < 20; round++) {
      for (let status = 200; status < 230; status++, counted++) {
        counters[status % counters.length]?.count({ accountId, keyId, endpoint: '/search', status })
      }
      await Promise.all(counters.flatMap(counter => [counter.flush(), counter.flush()]))
    }
    expect(sumOf(await readUsage(database, accountId, 1))).toBe(counted)
  })

  it('buffers requests while PostgreSQL is down and counts none twice', async () => {
    const { database, accountId, keyId } = await usageForTest()
    const failing = failingDatabase(database)
    const counter = createUsageCounter(failing, never)
    let counted = 0
    const load = setInterval(() => {
      for (let n = 0; n < 50; n++, counted++) {
        counter.count({ accountId, keyId, endpoint: '/search', status: 200 + (n % 5) })
      }
    }, 1)
    for (let round = 0; round < 30; round++) {
      failing.fails = (['never', 'before', 'after'] as const)[round % 3] ?? 'never'
      await wait(20)
      await counter.flush().catch(() => undefined)
    }
    clearInterval(load)
    failing.fails = 'never'
    while (counter.waiting() > 0) await counter.flush()
    expect(counted).toBeGreaterThan(5_000)
    expect(sumOf(await readUsage(database, accountId, 1))).toBe(counted)
  })

  it('flushes what waits when it is stopped', async () => {
    const { database, accountId, keyId } = await usageForTest()
    const [flushed, errors]: [number[], string[]] = [[], []]
    const failing = failingDatabase(database)
    const meter = startUsageMeter({
      database: failing,
      onFlushed: requests => void flushed.push(requests),
      onDropped: requests => void errors.push(`${requests} dropped`),
      onError: ({ message }) => void errors.push(message),
    })
    meter.count({ accountId, keyId, endpoint: '/search', status: 200 })
    await meter.stop()
    expect([flushed, errors]).toEqual([[1, 0], []])
    failing.fails = 'before'
    meter.count({ accountId, keyId, endpoint: '/search', status: 200 })
    await meter.stop()
    expect(errors).toEqual(['connection lost', 'connection lost', '1 dropped'])
  })

  it('limits the buffer and reports dropped requests', async () => {
    const { database } = await usageForTest()
    const failing = failingDatabase(database)
    failing.fails = 'before'
    let dropped = 0
    const counter = createUsageCounter(failing, requests => {
      dropped += requests
    })
    const count = (keyId: number) => counter.count({ accountId: 1, keyId, endpoint: '/search', status: 200 })
    for (let keyId = 0; keyId < 100_010; keyId++) count(keyId)
    count(0)
    expect([dropped, counter.waiting()]).toEqual([10, 100_001])
    await expect(counter.flush()).rejects.toThrow('connection lost')
    count(0)
    expect([dropped, counter.waiting()]).toEqual([11, 100_001])
  })

  it('drops the usage of deleted accounts', async () => {
    const { stores, database, accountId, keyId } = await usageForTest()
    const counter = createUsageCounter(database, never)
    counter.count({ accountId: 999_999, keyId: 999_999, endpoint: '/search', status: 200 })
    counter.count({ accountId, keyId, endpoint: '/search', status: 200 })
    expect(await counter.flush()).toBe(2)
    expect(await stores.sql('select account_id::int from usage')).toEqual([{ account_id: accountId }])
  })
})

/** Fails before or after transactions are committed. */
function failingDatabase(database: DatabasePool) {
  const failing: DatabasePool & { fails: 'never' | 'before' | 'after' } = {
    ...database,
    fails: 'never',
    async transaction(work) {
      if (failing.fails === 'before') throw new Error('connection lost')
      const result = await database.transaction(work)
      if (failing.fails === 'after') throw new Error('connection lost')
      return result
    },
  }
  return failing
}
