// A response from the cache, which is sent before Fastify routes the request, is the same as the first one.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startService } from '../../../lab/service.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { createStores, type TestStores } from '../../support/database.ts'
import { accountKey, namedKey } from '../../support/keys.ts'

let stores: TestStores
let cached: RunningService
let uncached: RunningService
let key: string
beforeAll(async () => {
  stores = await createStores('fixture-foods')
  key = await accountKey(stores, 'reader', 'pro')
  cached = await startService(stores)
  uncached = await startService(stores, { RESPONSE_CACHE_MB: '0' })
})
afterAll(async () => {
  await cached.stop()
  await uncached.stop()
  await stores.drop()
})

const paths = [
  '/food/1',
  '/barcode/0042100005264',
  '/search?q=milk',
  '/search?limit=3&q=cr%C3%A8me',
  '/foods/popular?limit=5',
  '/foods/categories',
  '/meals?q=2+eggs+and+milk',
  '/food/1/details',
  '/foods/batch?ids=1,2,0',
  '/foods/batch?barcodes=0042100005264',
  '/changes',
]

type Asked = Parameters<typeof ask>[2]

/** Sent by both nodes, the second time by the one with a cache. */
async function bothAnswers(path: string, options: Asked = {}) {
  await ask(cached.apiUrl, path)
  const [fromCache, made] = [
    await ask(cached.apiUrl, path, options),
    await ask(uncached.apiUrl, path, options),
  ]
  return [fromCache, made].map(({ status, text, headers }) => ({
    status,
    text,
    headers: {
      ...headers,
      date: '',
      'x-request-id': '',
      'x-ratelimit-remaining': '',
      'x-ratelimit-reset': '',
    },
  }))
}

describe.each(paths)('%s', path => {
  it.each<[string, () => Asked]>([
    ['without a key', () => ({})],
    ['with a key', () => ({ key })],
    ['with a wrong key', () => ({ key: 'larder_read_wrong' })],
    ['with an invalid host', () => ({ headers: { host: 'a b' } })],
    ['as HEAD', () => ({ method: 'HEAD' })],
    ['as POST', () => ({ method: 'POST', key })],
  ])('is answered alike %s', async (_, options) => {
    const [fromCache, made] = await bothAnswers(path, options())
    expect(fromCache).toEqual(made)
  })

  it('is answered with 304 if the client has it', async () => {
    const { headers } = await ask(cached.apiUrl, path)
    const [fromCache, made] = await bothAnswers(path, { headers: { 'if-none-match': headers.etag ?? '' } })
    expect([fromCache?.status, fromCache]).toEqual([304, made])
  })
})

it('is compressed alike', async () => {
  const compressed = async ({ apiUrl }: RunningService) => {
    const response = await fetch(`${apiUrl}/foods/popular`, { headers: { 'accept-encoding': 'gzip' } })
    const { headers } = response
    return [headers.get('content-encoding'), headers.get('content-length'), await response.text()]
  }
  await compressed(cached)
  expect(await compressed(cached)).toEqual(await compressed(uncached))
})

it('counts requests exactly, and refuses those above the limit alike', async () => {
  const capped = await namedKey(stores, 'reader', 'capped', 'read', { capPerMinute: 5 })
  const statuses: number[] = []
  for (let n = 0; n < 8; n++) statuses.push((await ask(cached.apiUrl, '/food/1', { key: capped.key })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  const [fromCache, made] = await bothAnswers('/food/1', { key: capped.key })
  const { 'retry-after': _, ...headers } = fromCache?.headers ?? {}
  const { 'retry-after': __, ...expected } = made?.headers ?? {}
  expect(headers).toEqual(expected)
})

it('refuses a key that was revoked after its response was cached', async () => {
  const { id, key: revoked } = await namedKey(stores, 'reader', 'revoked', 'read')
  expect((await ask(cached.apiUrl, '/food/2', { key: revoked })).status).toBe(200)
  await stores.sql('update api_keys set revoked_at = now() where id = $1', [id])
  await expect
    .poll(async () => (await ask(cached.apiUrl, '/food/2', { key: revoked })).status, { timeout: 60_000 })
    .toBe(401)
})

it('delays anonymous callers alike', async () => {
  const delayed = await startService(stores, { FAIRNESS_DELAY_MS: '300' })
  onTestFinished(() => delayed.stop().then(() => undefined))
  await ask(delayed.apiUrl, '/food/1')
  const startedAt = performance.now()
  await ask(delayed.apiUrl, '/food/1')
  expect(performance.now() - startedAt).toBeGreaterThan(290)
})

describe('with SHARED_CACHE_SECONDS', () => {
  let shared: RunningService
  beforeAll(async () => {
    shared = await startService(stores, { SHARED_CACHE_SECONDS: '30' })
  })
  afterAll(() => shared.stop().then(() => undefined))

  const cachingOf = async (path: string, options: Asked = {}) => {
    const { status, headers } = await ask(shared.apiUrl, path, options)
    return { status, caching: headers['cache-control'], requestId: headers['x-request-id'] }
  }

  it('lets shared caches keep what callers without a key get, with nothing that is about one request', async () => {
    for (let round = 0; round < 2; round++) {
      const { headers } = await ask(shared.apiUrl, '/food/1')
      expect(headers['cache-control']).toBe('public, max-age=60, s-maxage=30')
      expect(headers.vary).toBe('Authorization, Accept-Encoding')
      expect([headers['x-request-id'], headers['set-cookie']]).toEqual([undefined, undefined])
    }
    expect((await cachingOf('/changes')).caching).toBe('public, max-age=10, s-maxage=10')
    for (const path of ['/food/999999', '/barcode/96385074'])
      expect(await cachingOf(path)).toEqual({
        status: 404,
        caching: 'public, max-age=0, s-maxage=10',
        requestId: undefined,
      })
  })

  it('lets them keep nothing that a key gets, and no other error', async () => {
    const own = { caching: 'private, max-age=60', requestId: expect.any(String) }
    expect(await cachingOf('/food/1', { key })).toEqual({ status: 200, ...own })
    const errors: [string, number, Asked][] = [
      ['/food/999999', 404, { key }],
      ['/food/1', 401, { key: 'larder_read_wrong' }],
      ['/food/x', 422, {}],
      ['/unknown', 401, {}],
      ['/auth/account', 401, {}],
    ]
    for (const [path, status, options] of errors)
      expect([path, await cachingOf(path, options)]).toEqual([path, { ...own, status, caching: 'no-store' }])
  })
})
