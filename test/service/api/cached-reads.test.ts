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
  stores = await createStores('demo-foods')
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
