// Usage is counted in Redis and flushed to PostgreSQL exactly once, even when a node crashes.
import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { spawnService } from '../../../lab/service.ts'
import { findAccountId } from '../../../src/accounts/accounts.ts'
import { flushUsage, sealBatch, storeBatch } from '../../../src/accounts/usage/flush.ts'
import { readHourlyUsage, readResponseTimes, readUsage } from '../../../src/accounts/usage/read.ts'
import { createRecentRequests } from '../../../src/accounts/usage/recent-requests.ts'
import { createUsageRecorder, pendingKey } from '../../../src/accounts/usage/record.ts'
import type { DatabasePool } from '../../../src/platform/database/pool.ts'
import { connectRedis } from '../../../src/platform/rate-limit/redis.ts'
import { storesForTest, type TestStores } from '../../support/database.ts'
import { accountKey, namedKey, openTestPool } from '../../support/keys.ts'
import { ownRedis } from '../../support/own-servers.ts'

interface UsageFixture {
  stores: TestStores
  database: DatabasePool
  redis: Redis
  accountId: number
  keyId: number
}

async function usageForTest(redisUrl?: string): Promise<UsageFixture> {
  const stores = await storesForTest()
  const database = openTestPool(stores, 6)
  const redis = await connect(redisUrl ?? stores.redisUrl)
  onTestFinished(() => database.close())
  await accountKey(stores, 'acme', 'scale')
  const accountId = (await findAccountId(database, 'acme')) ?? 0
  const { id: keyId } = await namedKey(stores, 'acme', 'ci', 'read')
  return { stores, database, redis, accountId, keyId }
}

async function connect(url: string): Promise<Redis> {
  const redis = connectRedis(url)
  redis.on('error', () => undefined)
  onTestFinished(() => redis.disconnect())
  while (redis.status !== 'ready') await wait(5)
  return redis
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

  it('counts each batch once when a node crashes between steps', async () => {
    const { database, redis, accountId, keyId } = await usageForTest()
    const recorder = createUsageRecorder(redis, never)
    const count = async (requests: number) => {
      for (let n = 0; n < requests; n++)
        recorder.count({ accountId, keyId, endpoint: '/search', status: 200 })
      await recorder.settle()
    }
    const storedRequests = async () => sumOf(await readUsage(database, accountId, 1))
    await count(3)
    await sealBatch(redis) // crash: nothing is stored yet
    await count(5)
    expect(await flushUsage(redis, database)).toBe(8)
    expect(await storedRequests()).toBe(8)

    await count(7)
    await sealBatch(redis)
    const [batch = ''] = await redis.smembers('usage:batches')
    const counts = await redis.hgetall(`usage:batch:${batch}`)
    expect(await storeBatch(database, batch, counts)).toBe(7) // crash: the batch is still in Redis
    expect(await flushUsage(redis, database)).toBe(0)
    expect(await storedRequests()).toBe(15)
    expect(await redis.keys('usage:batch*')).toEqual([])
  })

  it('counts once when several nodes flush concurrently', async () => {
    const { stores, database, redis, accountId, keyId } = await usageForTest()
    const others = await Promise.all([1, 2, 3, 4].map(() => connect(stores.redisUrl)))
    const recorder = createUsageRecorder(redis, never)
    let counted = 0
    for (let round = 0; round < 20; round++) {
      for (let status = 200; status < 230; status++, counted++) {
        recorder.count({ accountId, keyId, endpoint: '/search', status })
      }
      await Promise.all([recorder.settle(), ...others.map(other => flushUsage(other, database))])
    }
    await flushUsage(redis, database)
    expect(sumOf(await readUsage(database, accountId, 1))).toBe(counted)
  })

  it('buffers requests while Redis is down and counts none twice', async () => {
    const server = await ownRedis()
    const { database, redis, accountId, keyId } = await usageForTest(server.url)
    const recorder = createUsageRecorder(redis, never)
    let counted = 0
    const load = setInterval(() => {
      for (let n = 0; n < 50; n++, counted++) {
        recorder.count({ accountId, keyId, endpoint: '/search', status: 200 + (n % 5) })
      }
    }, 1)
    for (let round = 0; round < 3; round++) {
      await wait(300)
      await server.kill()
      await wait(200)
      expect(recorder.waiting()).toBeGreaterThan(0)
      await server.start()
      while (redis.status !== 'ready') await wait(10)
    }
    clearInterval(load)
    while (recorder.waiting() > 0) {
      await recorder.settle()
      await wait(10)
    }
    await flushUsage(redis, database)
    expect(counted).toBeGreaterThan(5_000)
    expect(sumOf(await readUsage(database, accountId, 1))).toBe(counted)
  })

  it('limits the buffer and reports dropped requests', async () => {
    const server = await ownRedis()
    const redis = await connect(server.url)
    await server.kill()
    while (redis.status === 'ready') await wait(5)
    let dropped = 0
    const recorder = createUsageRecorder(redis, requests => {
      dropped += requests
    })
    for (let keyId = 0; keyId < 100_010; keyId++) {
      recorder.count({ accountId: 1, keyId, endpoint: '/search', status: 200 })
    }
    recorder.count({ accountId: 1, keyId: 0, endpoint: '/search', status: 200 })
    expect([dropped, recorder.waiting()]).toEqual([10, 100_001])
  })

  it('stores hours and response times, and logs the last 100 requests without query text', async () => {
    const { stores, database, redis, accountId, keyId } = await usageForTest()
    const recorder = createUsageRecorder(redis, never)
    const log = createRecentRequests(redis, 5_000)
    const count = async (from: number, to: number) => {
      for (let n = from; n <= to; n++) {
        const details = { method: 'GET', url: `/search?q=a|${n}`, durationMs: n <= 90 ? 4 : 40 }
        recorder.count({ accountId, keyId, endpoint: '/search', status: 200, details })
      }
      await recorder.settle()
    }
    await count(1, 100)
    await flushUsage(redis, database)
    const [hour] = await readHourlyUsage(database, accountId, 24)
    expect(hour).toMatchObject({ endpoint: '/search', status: 200, key_name: 'ci', requests: 100 })
    expect(Math.abs((hour?.hour.getTime() ?? 0) - Date.now())).toBeLessThan(2 * 3_600_000)
    expect(await readResponseTimes(database, accountId, 1, null)).toEqual({ median: 5, p95: 50 })
    expect(await readResponseTimes(database, accountId, 1, keyId + 1)).toBeUndefined()

    expect(await log.queryTextUntil(accountId)).toBeUndefined()
    await log.setQueryText(accountId, true)
    expect((await log.queryTextUntil(accountId))?.getTime()).toBeGreaterThan(Date.now())
    await count(101, 101) // from the next call on
    await count(102, 103)
    const lines = (await log.read(accountId)) ?? []
    expect(lines).toHaveLength(100)
    expect(lines.slice(0, 3).map(({ url }) => url)).toEqual(['/search?q=a|103', '/search?q=a|102', undefined])
    expect(lines[0]).toMatchObject({ method: 'GET', endpoint: '/search', status: 200, durationMs: 40, keyId })
    expect(await redis.ttl(`usage:log:${accountId}`)).toBeGreaterThan(6 * 86_400)
    await log.setQueryText(accountId, false)
    expect(await log.read(accountId)).toEqual([])
    await count(104, 104)
    await count(105, 105)
    expect((await log.read(accountId))?.[0]?.url).toBeUndefined()
    await stores.sql('delete from accounts')
    await count(106, 106)
    expect(await flushUsage(redis, database)).toBe(6) // stored for nobody
  })

  it('drops the usage of deleted accounts', async () => {
    const { stores, database, redis, accountId, keyId } = await usageForTest()
    const recorder = createUsageRecorder(redis, never)
    recorder.count({ accountId: 999_999, keyId: 999_999, endpoint: '/search', status: 200 })
    recorder.count({ accountId, keyId, endpoint: '/search', status: 200 })
    await recorder.settle()
    expect(await redis.hlen(pendingKey)).toBe(2)
    await flushUsage(redis, database)
    expect(await stores.sql('select account_id::int from usage')).toEqual([{ account_id: accountId }])
  })
})
