// Lookups are counted in Redis, each caller once per food and day, and stored in PostgreSQL without saying who they are.
import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startRedisCluster } from '../../../lab/servers/redis-cluster.ts'
import { startService } from '../../../lab/service.ts'
import {
  createLookupRecorder,
  keysOfDay,
  lookupsSubject,
  secondsPerDay,
} from '../../../src/catalog/lookups/record.ts'
import { storeLookups } from '../../../src/catalog/lookups/store.ts'
import { connectRedis } from '../../../src/platform/rate-limit/redis.ts'
import { clientOf, connectShards } from '../../../src/platform/rate-limit/redis-shards.ts'
import { storesForTest, type TestStores } from '../../support/database.ts'
import { accountKey, namedKey, openTestPool } from '../../support/keys.ts'
import { ownRedis } from '../../support/own-servers.ts'
import { dumpDatabase, dumpRedis, findSecrets } from '../../support/secret-sweep.ts'

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

const startNode = (stores: TestStores, settings: Record<string, string> = {}) =>
  startService(stores, { TRUSTED_PROXIES: '127.0.0.1', ...settings })

/** Callers by food, over all days. */
async function storedLookups(stores: TestStores): Promise<Record<number, number>> {
  const rows = await stores.sql<{ food_id: number; callers: number }>(
    'select food_id, sum(callers) as callers from food_lookups group by food_id',
  )
  return Object.fromEntries(rows.map(({ food_id, callers }) => [food_id, Number(callers)]))
}

async function connect(url: string): Promise<Redis> {
  const redis = connectRedis(url)
  redis.on('error', () => undefined)
  onTestFinished(() => redis.disconnect())
  while (redis.status !== 'ready') await wait(5)
  return redis
}

const never = () => expect.unreachable('no lookup should be dropped')

async function storesWithRedis() {
  const stores = await storesForTest()
  const redis = await connect(stores.redisUrl)
  const database = openTestPool(stores)
  onTestFinished(() => database.close())
  return { stores, redis, database }
}

describe('a node', () => {
  it('counts each caller once per food, together with other nodes, from the cache and from the database', async () => {
    const stores = await storesForTest('demo-foods')
    const nodes = [await startNode(stores), await startNode(stores)]
    for (const { apiUrl } of nodes) {
      for (const _ of [1, 2, 3]) {
        const { json } = await ask(apiUrl, '/food/1', from('192.0.2.1'))
        expect(json.id).toBe(1)
      }
      expect((await ask(apiUrl, '/food/1', from('192.0.2.2'))).status).toBe(200)
      expect((await ask(apiUrl, '/food/2', from('192.0.2.2'))).status).toBe(200)
    }
    for (const { stop } of nodes) await stop()
    expect(await storedLookups(stores)).toEqual({ 1: 2, 2: 1 })
  })

  it('counts barcodes and pages of the website, and neither lists nor foods that were not found', async () => {
    const stores = await storesForTest('demo-foods')
    const { apiUrl, websiteUrl, stop } = await startNode(stores)
    const { json: food } = await ask(apiUrl, '/barcode/0042100005264', from('192.0.2.1'))
    for (const path of ['/food/0', '/barcode/1', '/search?q=milk', '/foods/popular'])
      await ask(apiUrl, path, from('192.0.2.1'))
    for (const _ of [1, 2]) {
      expect((await ask(websiteUrl, food.static_url, from('192.0.2.2'))).status).toBe(200)
      expect((await ask(websiteUrl, `/de${food.static_url}`, from('192.0.2.3'))).status).toBe(200)
    }
    expect((await ask(websiteUrl, `/food/${food.id}-other`, from('192.0.2.4'))).status).toBe(301)
    expect((await ask(websiteUrl, '/food/999999', from('192.0.2.4'))).status).toBe(404)
    await stop()
    expect(await storedLookups(stores)).toEqual({ [food.id]: 3 })
  })

  it('takes all keys of an account, and all addresses of an IPv6 site, for one caller', async () => {
    const stores = await storesForTest('demo-foods')
    const keys = [
      await accountKey(stores, 'acme', 'pro'),
      (await namedKey(stores, 'acme', 'ci', 'read')).key,
      await accountKey(stores, 'other', 'starter'),
    ]
    const { apiUrl, stop } = await startNode(stores)
    for (const key of keys)
      for (const address of ['192.0.2.1', '192.0.2.2'])
        await ask(apiUrl, '/food/1', { key, ...from(address) })
    for (const address of ['2001:db8:1:1::1', '2001:db8:1:1::2', '2001:db8:1:ff00::1', '2001:db8:2:1::1'])
      await ask(apiUrl, '/food/2', from(address))
    await stop()
    expect(await storedLookups(stores)).toEqual({ 1: 2, 2: 2 })
  })

  it('neither loses nor repeats anything when it is restarted, even if Redis has lost its data', async () => {
    const stores = await storesForTest('demo-foods')
    const redis = await connect(stores.redisUrl)
    const lookUpFrom = async (...addresses: string[]) => {
      const { apiUrl, stop } = await startNode(stores)
      for (const address of addresses) await ask(apiUrl, '/food/1', from(address))
      await stop()
    }
    await lookUpFrom('192.0.2.1', '192.0.2.2')
    await lookUpFrom('192.0.2.1', '192.0.2.2', '192.0.2.3')
    expect(await storedLookups(stores)).toEqual({ 1: 3 })
    await redis.flushdb()
    await lookUpFrom('192.0.2.1')
    expect(await storedLookups(stores)).toEqual({ 1: 3 })
  })

  it('stores no address, key or account with a lookup', async () => {
    const stores = await storesForTest('demo-foods')
    await stores.sql('alter table accounts alter id restart with 7260431')
    const key = await accountKey(stores, 'acme', 'pro')
    const { apiUrl, websiteUrl, stop } = await startNode(stores)
    const { json: food } = await ask(apiUrl, '/food/1', from('192.0.2.131'))
    await ask(apiUrl, '/food/1', { key, ...from('192.0.2.132') })
    await ask(apiUrl, '/food/1', from('2001:db8:4321:8765::1'))
    await ask(websiteUrl, food.static_url, from('192.0.2.133'))
    await stop()
    expect(await storedLookups(stores)).toEqual({ 1: 4 })
    const identities = ['192.0.2.131', '192.0.2.132', '192.0.2.133', '2001:db8:4321', key]
    const secrets = identities.map(value => ({ name: value, value }))
    const inRedis = await dumpRedis(await connect(stores.redisUrl), '{lookups}*')
    expect(inRedis).toContain('callers-by-food')
    expect(findSecrets([...secrets, { name: 'account', value: '7260431' }], { redis: inRedis })).toEqual([])
    expect(findSecrets(secrets, { database: await dumpDatabase(stores.databaseUrl) })).toEqual([])
    expect(Object.keys((await stores.sql('select * from food_lookups'))[0] ?? {})).toEqual([
      'day',
      'food_id',
      'callers',
    ])
  })

  it('counts nothing with LOOKUP_COUNTING=off', async () => {
    const stores = await storesForTest('demo-foods')
    const { apiUrl, websiteUrl, stop } = await startNode(stores, { LOOKUP_COUNTING: 'off' })
    const { json: food } = await ask(apiUrl, '/food/1', from('192.0.2.1'))
    expect((await ask(websiteUrl, food.static_url, from('192.0.2.1'))).status).toBe(200)
    await stop()
    expect(await storedLookups(stores)).toEqual({})
    const redis = await connect(stores.redisUrl)
    expect(await redis.keys('{lookups}*')).toEqual([])
  })
})

describe('counting', () => {
  it('counts a caller for at most 1,000 foods a day', async () => {
    const { stores, redis, database } = await storesWithRedis()
    // On one node, and on two that have not reached the maximum alone.
    for (const [caller, nodes] of [
      [1, [createLookupRecorder(redis, never)]],
      [2, [createLookupRecorder(redis, never), createLookupRecorder(redis, never)]],
    ] as const) {
      for (let food = 1; food <= 1_400; food++)
        nodes[food % nodes.length]?.count(10_000 * caller + food, caller)
      for (const { send } of nodes) await send()
    }
    await storeLookups(redis, database)
    const lookups = await storedLookups(stores)
    expect(Object.keys(lookups).filter(food => Number(food) < 20_000)).toHaveLength(1_000)
    expect(Object.keys(lookups).filter(food => Number(food) > 20_000)).toHaveLength(1_000)
  })

  it('counts a caller again on the next day, and deletes the filter and its salt', async () => {
    const { stores, redis, database } = await storesWithRedis()
    const countOnce = async () => {
      const recorder = createLookupRecorder(redis, never)
      recorder.count(1, '192.0.2.1')
      await recorder.send()
    }
    await countOnce()
    await endDay(redis)
    await countOnce()
    await storeLookups(redis, database)
    const days = await stores.sql(
      `select (now() at time zone 'utc')::date - day as age, food_id, callers from food_lookups order by age`,
    )
    expect(days).toEqual([
      { age: 0, food_id: 1, callers: 1 },
      { age: 1, food_id: 1, callers: 1 },
    ])
    expect(new Set((await redis.keys('{lookups}*')).map(key => key.split(':')[1])).size).toBe(1)
  })

  it('counts in a Redis Cluster', async () => {
    const stores = await storesForTest()
    const database = openTestPool(stores)
    const servers = await startRedisCluster()
    const shards = connectShards({
      urls: servers.map(({ url }) => url),
      isCluster: true,
      sentinels: { sentinels: [], name: '' },
    })
    onTestFinished(async () => {
      shards.close()
      await database.close()
      for (const { remove } of servers) await remove()
    })
    const redis = clientOf(shards, lookupsSubject)
    while (redis.status !== 'ready') await wait(5)
    const recorder = createLookupRecorder(redis, never)
    for (const caller of [1, '192.0.2.1', '192.0.2.1', '192.0.2.2']) recorder.count(1, caller)
    await recorder.send()
    await storeLookups(redis, database)
    expect(await storedLookups(stores)).toEqual({ 1: 3 })
  })

  it('drops lookups while Redis is down, and counts them when they are repeated', async () => {
    const server = await ownRedis()
    const redis = await connect(server.url)
    let dropped = 0
    const recorder = createLookupRecorder(redis, lookups => (dropped += lookups))
    await server.kill()
    recorder.count(1, '192.0.2.1')
    recorder.count(2, '192.0.2.1')
    await recorder.send()
    expect(dropped).toBe(2)
    await server.start()
    while (redis.status !== 'ready') await wait(5)
    recorder.count(1, '192.0.2.1')
    await recorder.send()
    expect(dropped).toBe(2)
    expect(await redis.keys('{lookups}*:callers-by-food')).toHaveLength(1)
  })

  it('keeps no more lookups than it can send', async () => {
    const { redis } = await storesWithRedis()
    let dropped = 0
    const recorder = createLookupRecorder(redis, lookups => (dropped += lookups))
    for (let caller = 1; caller <= 10_001; caller++) recorder.count(1, caller)
    expect(dropped).toBe(1)
  })
})

/** What was counted today becomes that of yesterday. */
async function endDay(redis: Redis): Promise<void> {
  const [seconds] = await redis.time()
  const today = Math.floor(Number(seconds) / secondsPerDay)
  const [keys, earlier] = [keysOfDay(today), keysOfDay(today - 1)]
  for (const name of Object.keys(keys) as (keyof typeof keys)[]) await redis.rename(keys[name], earlier[name])
}
