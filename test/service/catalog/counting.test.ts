// Searches are counted in Redis, each caller once a day, and stored in PostgreSQL without saying who they are.
import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startService } from '../../../lab/service.ts'
import {
  type CountedKind,
  createRecorder,
  keysOfDay,
  secondsPerDay,
} from '../../../src/catalog/counting/record.ts'
import { searches, searchItems, storeSearches } from '../../../src/catalog/counting/searches.ts'
import { connectRedis } from '../../../src/platform/rate-limit/redis.ts'
import { storesForTest, type TestStores } from '../../support/database.ts'
import { accountKey, openTestPool } from '../../support/keys.ts'
import { ownRedis } from '../../support/own-servers.ts'
import { dumpDatabase, dumpRedis, findSecrets } from '../../support/secret-sweep.ts'

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

const publicUrl = 'https://larder.example.org'

const startNode = (stores: TestStores, settings: Record<string, string> = {}) =>
  startService(stores, { TRUSTED_PROXIES: '127.0.0.1', WEB_PUBLIC_URL: publicUrl, ...settings })

/** As many callers as a search needs to be stored. */
const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '198.51.100.1', '2001:db8:1:1::1']

const openedFrom = (referer: string, address: string) => ({ headers: { ...from(address).headers, referer } })

const storedSearches = (stores: TestStores) =>
  stores.sql('select query, callers, found_nothing, opened from searches_by_day order by query collate "C"')

async function connect(url: string): Promise<Redis> {
  const redis = connectRedis(url)
  redis.on('error', () => undefined)
  onTestFinished(() => redis.disconnect())
  while (redis.status !== 'ready') await wait(5)
  return redis
}

const never = () => expect.unreachable('no search should be dropped')

async function storesWithRedis() {
  const stores = await storesForTest()
  const redis = await connect(stores.redisUrl)
  const database = openTestPool(stores)
  onTestFinished(() => database.close())
  return { stores, redis, database }
}

describe('a node', () => {
  it('counts nothing with AGGREGATE_STATISTICS=off', async () => {
    const stores = await storesForTest('fixture-foods')
    const { apiUrl, websiteUrl, stop } = await startNode(stores, { AGGREGATE_STATISTICS: 'off' })
    for (const address of addresses) {
      const { json: food } = await ask(apiUrl, '/food/1', from(address))
      await ask(apiUrl, '/search?q=milk', from(address))
      await ask(websiteUrl, '/search?q=milk', from(address))
      const page = await ask(websiteUrl, food.static_url, openedFrom(`${publicUrl}/search?q=milk`, address))
      expect(page.status).toBe(200)
    }
    await stop()
    expect(await storedSearches(stores)).toEqual([])
    const redis = await connect(stores.redisUrl)
    expect(await redis.keys('{searches}*')).toEqual([])
  })
})

describe('a node that is searched', () => {
  it('counts what callers of the API find, open and do not find', async () => {
    const stores = await storesForTest('fixture-foods')
    const key = await accountKey(stores, 'acme', 'pro')
    const { apiUrl, stop } = await startNode(stores)
    const callers = [{ key }, ...addresses.slice(1).map(from)]
    let ids: number[] = []
    for (const caller of callers) {
      ids = (await ask(apiUrl, '/search?q=%20Milk', caller)).json.map(({ id }: { id: number }) => id)
      for (const _ of [1, 2]) await ask(apiUrl, `/food/${ids[1]}`, caller)
      expect((await ask(apiUrl, '/search?q=zzxqvw', caller)).json).toEqual([])
    }
    const [first, second, third] = ids
    const [scanned] = await stores.sql<{ barcode: string }>(
      'select barcode from foods where id = any($1) and id <> all($2) and barcode is not null limit 1',
      [ids, [second, third]],
    )
    const [searcher, other] = [from(addresses[1] ?? ''), from('203.0.113.1')]
    await ask(apiUrl, '/search?q=milk', searcher)
    // By somebody else, of another search, by barcode.
    await ask(apiUrl, `/food/${first}`, other)
    expect((await ask(apiUrl, `/barcode/${scanned?.barcode}`, searcher)).status).toBe(200)
    const others = await stores.sql<{ id: number }>('select id from foods where id <> all($1) limit 1', [ids])
    await ask(apiUrl, `/food/${others[0]?.id}`, searcher)
    await ask(apiUrl, `/food/${third}`, searcher)
    await stop()
    expect(await storedSearches(stores)).toEqual([
      { query: 'milk', callers: 5, found_nothing: 0, opened: { [second ?? 0]: 5, [third ?? 0]: 1 } },
      { query: 'zzxqvw', callers: 5, found_nothing: 5, opened: {} },
    ])
  })

  it('counts what visitors of the website find, open and do not find', async () => {
    const stores = await storesForTest('fixture-foods')
    const { apiUrl, websiteUrl, stop } = await startNode(stores)
    const { json: found } = await ask(apiUrl, '/search?q=milk', from('203.0.113.1'))
    const [opened, other] = found
    for (const [index, address] of addresses.entries()) {
      const language = index % 2 === 0 ? '' : '/de'
      for (const q of ['Milk', 'zzxqvw'])
        expect((await ask(websiteUrl, `${language}/search?q=${q}`, from(address))).status).toBe(200)
      const searchPage = `${publicUrl}${language}/search?q=Milk&view=cards`
      await ask(websiteUrl, language + opened.static_url, openedFrom(searchPage, address))
      for (const referer of [
        `${publicUrl}/search?q=milk&kind=generic`,
        `${publicUrl}/search`,
        `${publicUrl}/popular?q=milk`,
        'https://example.org/search?q=milk',
        'search?q=milk',
      ])
        await ask(websiteUrl, other.static_url, openedFrom(referer, address))
    }
    await stop()
    expect(await storedSearches(stores)).toEqual([
      { query: 'milk', callers: 6, found_nothing: 0, opened: { [opened.id]: 5 } },
      { query: 'zzxqvw', callers: 5, found_nothing: 5, opened: {} },
    ])
  })

  it('counts a caller once, together with other nodes, and stores no search of fewer than five', async () => {
    const stores = await storesForTest('fixture-foods')
    const nodes = [await startNode(stores), await startNode(stores)]
    for (const { apiUrl } of nodes) {
      for (const address of addresses) await ask(apiUrl, '/search?q=bread', from(address))
      for (const address of addresses.slice(1)) await ask(apiUrl, '/search?q=butter', from(address))
      // All of one site.
      for (const site of [1, 2, 3, 4, 5]) await ask(apiUrl, '/search?q=tea', from(`2001:db8:7:${site}::1`))
    }
    for (const { stop } of nodes) await stop()
    expect(await storedSearches(stores)).toMatchObject([{ query: 'bread', callers: 5 }])
    await expect(
      stores.sql(`insert into searches_by_day values (now(), 'butter', 4, 0, '{}')`),
    ).rejects.toThrow('callers_check')
  })

  it('counts neither filtered searches and later pages nor what may be personal', async () => {
    const stores = await storesForTest('fixture-foods')
    const { apiUrl, websiteUrl, stop } = await startNode(stores)
    for (const address of addresses) {
      for (const query of [
        'q=milk&source=off',
        'q=milk&kind=generic',
        'q=milk&offset=5',
        'q=jane%40example.org',
        'q=milk+0171+234567',
      ]) {
        expect((await ask(apiUrl, `/search?${query}`, from(address))).status).toBe(200)
        expect((await ask(websiteUrl, `/search?${query}&same=0`, from(address))).status).toBe(200)
      }
      await ask(websiteUrl, '/search?part=suggestions&q=milk', from(address))
      await ask(apiUrl, '/suggest?q=milk', from(address))
    }
    await stop()
    const redis = await connect(stores.redisUrl)
    expect(await redis.keys('{searches}*:callers-by-item')).toEqual([])
    expect(await storedSearches(stores)).toEqual([])
  })

  it('stores no address, key or account with a search', async () => {
    const stores = await storesForTest('fixture-foods')
    await stores.sql('alter table accounts alter id restart with 7260431')
    const key = await accountKey(stores, 'acme', 'pro')
    const { apiUrl, websiteUrl, stop } = await startNode(stores)
    const identities = ['192.0.2.131', '192.0.2.132', '192.0.2.133', '2001:db8:4321', key]
    const callers = [{ key }, ...identities.slice(0, 3).map(from), from('2001:db8:4321:8765::1')]
    for (const caller of callers) {
      const { json } = await ask(apiUrl, '/search?q=milk', caller)
      await ask(apiUrl, `/food/${json[0].id}`, caller)
      await ask(websiteUrl, '/search?q=milk', caller)
    }
    // Of one caller only.
    await ask(apiUrl, '/search?q=quark', from('192.0.2.131'))
    const redis = await connect(stores.redisUrl)
    await stop()
    expect(await storedSearches(stores)).toMatchObject([{ query: 'milk', callers: 6 }])
    const secrets = identities.map(value => ({ name: value, value }))
    const account = { name: 'account', value: '7260431' }
    const inRedis = await dumpRedis(redis, '{searches}*')
    expect(inRedis).toContain('callers-by-item')
    expect(findSecrets([...secrets, account], { redis: inRedis })).toEqual([])
    const quark = { name: 'a search of one caller', value: 'quark' }
    const [table] = await stores.sql<{ rows: string }>(
      'select json_agg(searches_by_day)::text as rows from searches_by_day',
    )
    expect(findSecrets([...secrets, account, quark], { searches: table?.rows ?? '' })).toEqual([])
    expect(findSecrets(secrets, { database: await dumpDatabase(stores.databaseUrl) })).toEqual([])
  })
})

describe('counting searches', () => {
  async function countSearches(redis: Redis, ...items: [item: string, callers: number][]) {
    const recorder = createRecorder(redis, searches, never)
    for (const [item, callers] of items)
      for (let caller = 1; caller <= callers; caller++) recorder.count(item, caller)
    await recorder.send()
  }

  it('deletes everything else after the day', async () => {
    const { stores, redis, database } = await storesWithRedis()
    await countSearches(redis, ['milk', 6], [searchItems.opened('milk', 7), 2], ['rare', 4])
    await endDay(redis, searches)
    await storeSearches(redis, database)
    await storeSearches(redis, database)
    expect(await storedSearches(stores)).toEqual([
      { query: 'milk', callers: 6, found_nothing: 0, opened: { 7: 2 } },
    ])
    expect(await redis.keys('{searches}*')).toEqual([])
  })

  it('adds what follows, and keeps the larger count if Redis has lost its data', async () => {
    const { stores, redis, database } = await storesWithRedis()
    await countSearches(redis, ['milk', 6], [searchItems.opened('milk', 7), 2])
    await storeSearches(redis, database)
    await countSearches(redis, [searchItems.opened('milk', 8), 1], [searchItems.foundNothing('milk'), 1])
    await storeSearches(redis, database)
    const all = [{ query: 'milk', callers: 6, found_nothing: 1, opened: { 7: 2, 8: 1 } }]
    expect(await storedSearches(stores)).toEqual(all)
    await redis.flushdb()
    await countSearches(redis, ['milk', 5])
    await storeSearches(redis, database)
    expect(await storedSearches(stores)).toEqual(all)
  })

  it('counts a caller for at most 300 items a day', async () => {
    const { stores, redis, database } = await storesWithRedis()
    const items = Array.from({ length: 310 }, (_, item): [string, number] => [`food ${item}`, 5])
    await countSearches(redis, ...items)
    await storeSearches(redis, database)
    expect(await storedSearches(stores)).toHaveLength(300)
  })

  it('stores thousands of searches', async () => {
    const { stores, redis, database } = await storesWithRedis()
    const [seconds] = await redis.time()
    const { callersByItem } = keysOfDay(searches, Math.floor(Number(seconds) / secondsPerDay))
    const items = Array.from({ length: 2_500 }, (_, item) => [`food ${item}`, String(4 + (item % 2))]).flat()
    await redis.hset(callersByItem, ...items)
    await storeSearches(redis, database)
    expect(await storedSearches(stores)).toHaveLength(1_250)
  })

  it('counts a caller again on the next day', async () => {
    const { stores, redis, database } = await storesWithRedis()
    await countSearches(redis, ['milk', 6])
    await endDay(redis, searches)
    await countSearches(redis, ['milk', 6])
    await storeSearches(redis, database)
    expect(await storedSearches(stores)).toMatchObject([{ callers: 6 }, { callers: 6 }])
    expect(new Set((await redis.keys('{searches}*')).map(key => key.split(':')[1])).size).toBe(1)
  })

  it('drops searches while Redis is down, and counts them when they are repeated', async () => {
    const server = await ownRedis()
    const redis = await connect(server.url)
    let dropped = 0
    const recorder = createRecorder(redis, searches, pairs => (dropped += pairs))
    await server.kill()
    recorder.count('milk', '192.0.2.1')
    recorder.count('bread', '192.0.2.1')
    await recorder.send()
    expect(dropped).toBe(2)
    await server.start()
    while (redis.status !== 'ready') await wait(5)
    recorder.count('milk', '192.0.2.1')
    await recorder.send()
    expect(dropped).toBe(2)
    expect(await redis.keys('{searches}*:callers-by-item')).toHaveLength(1)
  })

  it('keeps no more searches than it can send', async () => {
    const { redis } = await storesWithRedis()
    let dropped = 0
    const recorder = createRecorder(redis, searches, pairs => (dropped += pairs))
    for (let caller = 1; caller <= 10_001; caller++) recorder.count('milk', caller)
    expect(dropped).toBe(1)
  })
})

/** What was counted today becomes that of yesterday. */
async function endDay(redis: Redis, kind: CountedKind): Promise<void> {
  const [seconds] = await redis.time()
  const today = Math.floor(Number(seconds) / secondsPerDay)
  const [keys, earlier] = [keysOfDay(kind, today), keysOfDay(kind, today - 1)]
  for (const name of Object.keys(keys) as (keyof typeof keys)[]) await redis.rename(keys[name], earlier[name])
}
