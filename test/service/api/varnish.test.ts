// Runs deploy/varnish.vcl in a real Varnish in front of the API. What it does when Larder fails is in test/resilience/edge.test.ts.
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, ask } from '../../../lab/clients/http.ts'
import { isVarnishInstalled } from '../../../lab/servers/varnish.ts'
import { createStores, type TestStores } from '../../support/database.ts'
import { type Edge, importSkyr, startEdge } from '../../support/edge.ts'
import { accountKey, namedKey } from '../../support/keys.ts'

const anonymousPerMinute = 60
const limitOf = { starter: 1_000_001, pro: 1_000_002, scale: 1_000_003, capped: 900_000 }

const readme = 'skipped: Varnish and varnish-modules are not installed'
describe.skipIf(!isVarnishInstalled)(
  `Varnish in front of the API${isVarnishInstalled ? '' : ` (${readme})`}`,
  () => {
    let stores: TestStores
    let edge: Edge
    /** With the usual limit of anonymous callers. */
    let limited: Edge
    const keys = new Map<keyof typeof limitOf, string>()

    beforeAll(async () => {
      stores = await createStores('demo-foods')
      for (const plan of ['starter', 'pro', 'scale'] as const)
        keys.set(plan, await accountKey(stores, plan, plan))
      keys.set(
        'capped',
        (await namedKey(stores, 'scale', 'capped', 'read', { capPerMinute: limitOf.capped })).key,
      )
      edge = await startEdge(stores, {
        SHARED_CACHE_SECONDS: '600',
        RATE_LIMIT_STARTER_PER_MINUTE: String(limitOf.starter),
        RATE_LIMIT_PRO_PER_MINUTE: String(limitOf.pro),
        RATE_LIMIT_SCALE_PER_MINUTE: String(limitOf.scale),
        RATE_LIMIT_FREE_PER_HOUR: '10000000',
        RATE_LIMIT_INVALID_KEYS_PER_MINUTE: '1000000',
      })
      limited = await startEdge(stores, {
        SHARED_CACHE_SECONDS: '600',
        RATE_LIMIT_ANONYMOUS_PER_MINUTE: String(anonymousPerMinute),
      })
    })
    afterAll(async () => {
      await edge.stop()
      await limited.stop()
      await stores.drop()
    })

    type Options = Parameters<typeof ask>[2]
    const outcomeOf = async (path: string, options: Options = {}) => {
      const { status, headers } = await ask(edge.url, path, options)
      return [status, headers['x-cache']]
    }

    it('keeps responses to anonymous callers, without anything that is about one request', async () => {
      const first = await ask(edge.url, '/food/1', { headers: { 'x-request-id': 'first' } })
      const second = await ask(edge.url, '/food/1', { headers: { 'x-request-id': 'second' } })
      expect([first.headers['x-cache'], second.headers['x-cache']]).toEqual(['MISS', 'HIT'])
      expect([second.status, second.text]).toEqual([200, first.text])
      expect([first.headers['x-request-id'], second.headers['x-request-id']]).toEqual(['first', 'second'])
      expect(second.headers['cache-control']).toBe('public, max-age=60')
      const internal = ['surrogate-key', 'xkey', 'x-lifetime', 'x-varnish', 'via', 'age', 'set-cookie']
      expect(internal.filter(name => name in second.headers)).toEqual([])
      const [one, other] = [await ask(edge.url, '/food/1'), await ask(edge.url, '/food/1')]
      expect(one.headers['x-request-id']).toMatch(/^edge-[\w.-]+$/)
      expect(one.headers['x-request-id']).not.toBe(other.headers['x-request-id'])
    })

    it('states the lifetime and what ends a response to shared caches, never with a key', async () => {
      const anonymous = (await ask(edge.apiUrl, '/food/1')).headers
      expect(anonymous['cache-control']).toBe(
        'public, max-age=60, s-maxage=600, stale-while-revalidate=10, stale-if-error=3600',
      )
      expect(anonymous['surrogate-key']).toBe('larder food-1')
      expect(anonymous.vary).toBe('Authorization, Accept-Encoding')
      expect(anonymous['x-request-id']).toBeUndefined()
      expect((await ask(edge.apiUrl, '/search?q=milk')).headers['surrogate-key']).toBe('larder catalog')
      expect((await ask(edge.apiUrl, '/changes')).headers['cache-control']).toContain('s-maxage=10,')
      const keyed = (await ask(edge.apiUrl, '/food/1', { key: keys.get('scale') })).headers
      expect(keyed['cache-control']).toBe('private, max-age=60')
      expect(keyed['surrogate-key']).toBeUndefined()
      expect(keyed['x-request-id']).toBeDefined()
    })

    it('answers HEAD, conditional and compressed requests from one copy', async () => {
      const path = '/foods/popular?limit=20'
      const plain = await ask(edge.url, path)
      expect(plain.headers['x-cache']).toBe('MISS')
      const compressed = await ask(edge.url, path, {
        method: 'HEAD',
        headers: { 'accept-encoding': 'br, gzip' },
      })
      expect([compressed.headers['x-cache'], compressed.headers['content-encoding']]).toEqual(['HIT', 'gzip'])
      expect(await outcomeOf(path, { method: 'HEAD' })).toEqual([200, 'HIT'])
      const etag = plain.headers.etag ?? ''
      expect(await outcomeOf(path, { headers: { 'if-none-match': etag } })).toEqual([304, 'HIT'])
      expect(await outcomeOf(path, { headers: { 'if-none-match': 'W/"other"' } })).toEqual([200, 'HIT'])
      expect(await outcomeOf(path, { headers: { host: 'other.example.org', cookie: 'a=b' } })).toEqual([
        200,
        'HIT',
      ])
    })

    it('keeps one copy of a query, however it is written', async () => {
      const { text } = await ask(edge.url, '/search?q=milk&limit=3')
      for (const path of [
        '/search?limit=3&q=milk',
        '/search?_=17&q=milk&limit=3',
        '/search?q=milk&limit=3&utm_source=x',
        '/search?q=milk&limit=3&',
      ]) {
        const { headers, text: other } = await ask(edge.url, path)
        expect([path, headers['x-cache'], other]).toEqual([path, 'HIT', text])
      }
      // Written so that the order or the name matters: answered as without a cache.
      for (const path of [
        '/search?limit=3&q=tofu&q=milk',
        '/search?%71=milk&limit=3',
        '/search?q=milk&limit=50&limit=3',
      ]) {
        const { headers, text: other } = await ask(edge.url, path)
        expect([path, headers['x-cache'], other]).toEqual([path, 'MISS', text])
      }
      expect((await ask(edge.url, '/search?q=milk&limit=4')).headers['x-cache']).toBe('MISS')
      const [bare, missing] = [await ask(edge.url, '/search?q'), await ask(edge.url, '/search?Q=milk')]
      expect([bare.status, missing.status]).toEqual([422, 422])
    })

    it('knows all query parameters of the API', () => {
      const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
        paths: Record<string, { get?: { tags?: string[]; parameters?: { in: string; name: string }[] } }>
      }
      const parameters = Object.values(paths)
        .filter(({ get }) => get?.tags?.includes('Foods'))
        .flatMap(({ get }) => get?.parameters?.filter(each => each.in === 'query') ?? [])
      const known = /\(\?!\((barcodes.*)\)\(=\|&\|\$\)\)/.exec(
        readFileSync('deploy/varnish.vcl', 'utf8'),
      )?.[1]
      expect(known).toBeDefined()
      const pattern = new RegExp(`^(?:${known})$`)
      expect(parameters.map(({ name }) => name).filter(name => !pattern.test(name))).toEqual([])
    })

    it('passes everything with a key or another method on', async () => {
      await ask(edge.url, '/food/2')
      expect(await outcomeOf('/food/2')).toEqual([200, 'HIT'])
      expect(await outcomeOf('/food/2', { key: 'larder_read_wrong' })).toEqual([401, 'MISS'])
      expect(await outcomeOf('/food/2', { headers: { authorization: '' } })).toEqual([401, 'MISS'])
      expect(await outcomeOf('/food/2', { headers: { authorization: 'Basic YTpi' } })).toEqual([401, 'MISS'])
      expect(await outcomeOf('/food/2', { method: 'POST' })).toEqual([401, 'MISS'])
      // On the public address, PURGE is a method like any other.
      expect(await outcomeOf('/food/2', { method: 'PURGE', headers: { 'surrogate-key': 'larder' } })).toEqual(
        [401, 'MISS'],
      )
      expect((await ask(edge.purgeUrl, '/food/2')).status).toBe(405)
      expect(await outcomeOf('/food/2')).toEqual([200, 'HIT'])
    })

    it('keeps a 404 of a food, and no other error', async () => {
      for (const path of ['/food/999999', '/barcode/96385074']) {
        expect(await outcomeOf(path)).toEqual([404, 'MISS'])
        expect(await outcomeOf(path)).toEqual([404, 'HIT'])
        expect(await outcomeOf(path, { key: keys.get('pro') })).toEqual([404, 'MISS'])
        const { headers } = await ask(edge.apiUrl, path)
        expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=10')
        expect([headers['surrogate-key'], headers['x-request-id']]).toEqual(['larder catalog', undefined])
      }
      for (const [path, status] of [
        ['/food/x', 422],
        ['/search', 422],
        ['/unknown', 401],
        ['/auth/me', 401],
      ] as const) {
        expect(await outcomeOf(path)).toEqual([status, 'MISS'])
        expect(await outcomeOf(path)).toEqual([status, 'MISS'])
      }
    })

    it('ends lists and the changed food after an import, and keeps other foods', async () => {
      expect((await ask(edge.url, '/barcode/3017620422003')).status).toBe(404)
      await importSkyr(stores, 10)
      await expect.poll(() => outcomeOf('/barcode/3017620422003')).toEqual([200, 'MISS'])
      const [{ id = 0 } = {}] = await stores.sql<{ id: number }>(
        `select id from foods where name = 'Edge Skyr'`,
      )
      const paths = [
        `/food/${id}`,
        '/barcode/3017620422003',
        '/search?q=edge+skyr',
        '/foods/categories',
        '/food/3',
      ]
      // The purge is repeated after a second.
      await expect
        .poll(async () => {
          for (const path of paths) await ask(edge.url, path)
          await wait(1_500)
          return (await Promise.all(paths.map(path => outcomeOf(path)))).map(([, cache]) => cache)
        })
        .toEqual(paths.map(() => 'HIT'))
      await importSkyr(stores, 11)
      await expect.poll(async () => (await ask(edge.url, `/food/${id}`)).json.protein_g).toBe(11)
      const after = await Promise.all(paths.slice(1).map(path => ask(edge.url, path)))
      expect(after[0]?.json.protein_g).toBe(11)
      expect(after[1]?.json[0].protein_g).toBe(11)
      expect(after.map(({ headers }) => headers['x-cache'])).toEqual(['MISS', 'MISS', 'MISS', 'HIT'])
    })

    it('ends everything after a change that the journal does not explain', async () => {
      await ask(edge.url, '/food/4')
      expect(await outcomeOf('/food/4')).toEqual([200, 'HIT'])
      await stores.sql(`update foods set name = 'Renamed by hand' where id = 4`)
      await stores.sql('update catalog_stats set refreshed_at = now()')
      await expect.poll(async () => (await ask(edge.url, '/food/4')).json.name).toBe('Renamed by hand')
    })

    it('counts and limits only what it does not answer itself', async () => {
      expect((await ask(limited.url, '/food/1')).status).toBe(200)
      const hits = await Promise.all(
        Array.from({ length: 2 * anonymousPerMinute }, () => ask(limited.url, '/food/1')),
      )
      expect(new Set(hits.map(({ status }) => status))).toEqual(new Set([200]))
      const misses = await Promise.all(
        Array.from({ length: 2 * anonymousPerMinute }, (_, n) =>
          ask(limited.url, `/food/x${n}`, { headers: { 'x-forwarded-for': `203.0.113.${n}` } }),
        ),
      )
      expect(new Set(misses.map(({ status }) => status))).toEqual(new Set([422, 429]))
      const rejected = async () => {
        const { status, headers } = await ask(limited.url, '/food/2')
        return [status, headers['x-cache'], headers['retry-after'] !== undefined]
      }
      expect([await rejected(), await rejected()]).toEqual([
        [429, 'MISS', true],
        [429, 'MISS', true],
      ])
      // A key is not stopped by the 429 of somebody else, and somebody without requests left still gets what is kept.
      expect((await ask(limited.url, '/food/2', { key: keys.get('scale') })).status).toBe(200)
      const kept = await ask(limited.url, '/food/1')
      expect([kept.status, kept.headers['x-cache'], kept.headers['retry-after']]).toEqual([
        200,
        'HIT',
        undefined,
      ])
    })

    it('never mixes callers up in 10,000 requests at the same time', async () => {
      const paths = [
        '/food/5',
        '/food/6',
        '/search?q=milk',
        '/foods/popular',
        '/foods/categories',
        '/food/888888',
      ]
      const expected = new Map<string, string>()
      for (const path of paths)
        expected.set(path, (await ask(edge.apiUrl, path, { key: keys.get('scale') })).text)
      const callers = ['anonymous', 'invalid', ...keys.keys()] as const
      const counted = new Set<string>()
      const outcomes = new Map<string, number>()
      let keyedHits = 0
      let anonymousHits = 0
      const send = async (n: number) => {
        const caller = callers[(n * 7 + Math.floor(n / 13)) % callers.length] ?? 'anonymous'
        const path = paths[n % paths.length] ?? ''
        const key = caller === 'invalid' ? `larder_read_${n}` : keys.get(caller as keyof typeof limitOf)
        const answer = await ask(edge.url, path, { key, headers: { 'x-request-id': `request-${n}` } })
        check(caller, path, answer, n)
      }
      const check = (caller: string, path: string, { status, headers, text }: Answer, n: number) => {
        const isKeyed = caller !== 'anonymous'
        const limit = headers['x-ratelimit-limit']
        if (headers['x-cache'] === 'HIT') {
          if (isKeyed) keyedHits++
          else anonymousHits++
        }
        const problem = [
          headers['x-request-id'] !== `request-${n}` && 'id of another request',
          isKeyed && headers['cache-control']?.includes('public') && 'public',
          caller === 'invalid' && (status !== 401 || limit !== undefined) && 'invalid key accepted',
          caller === 'anonymous' && limit !== undefined && 'limit of a key',
          caller in limitOf && limit !== String(limitOf[caller as keyof typeof limitOf]) && 'other limit',
          caller !== 'invalid' && text !== expected.get(path) && 'other body',
          caller !== 'invalid' && status !== (path === '/food/888888' ? 404 : 200) && 'other status',
        ].find(Boolean)
        const outcome = `${caller}: ${problem || 'as expected'}`
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        if (caller in limitOf)
          counted.add(`${caller} ${headers['x-ratelimit-reset']} ${headers['x-ratelimit-remaining']}`)
      }
      const requests = 10_000
      let next = 0
      await Promise.all(
        Array.from({ length: 50 }, async () => {
          while (next < requests) await send(next++)
        }),
      )
      expect([...outcomes.keys()].sort()).toEqual(callers.map(caller => `${caller}: as expected`).sort())
      expect(keyedHits).toBe(0)
      // Every request with a key was counted: no two have the same number left.
      const keyed = [...outcomes].filter(([outcome]) => (outcome.split(':')[0] ?? '') in limitOf)
      expect(counted.size).toBe(keyed.reduce((sum, [, count]) => sum + count, 0))
      const anonymous = outcomes.get('anonymous: as expected') ?? 0
      console.log(`${anonymousHits} of ${anonymous} anonymous requests were answered by Varnish`)
      expect(anonymousHits).toBeGreaterThan(0.5 * anonymous)
    })
  },
)
