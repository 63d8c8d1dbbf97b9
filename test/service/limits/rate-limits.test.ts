import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startService } from '../../../lab/service.ts'
import { newKey } from '../../../src/accounts/api-keys/key-format.ts'
import { createStores, type TestStores } from '../../support/database.ts'
import { accountKey, namedKey } from '../../support/keys.ts'

/** Each test uses separate stores, so that counters are not shared. */
async function serviceFor(settings: Record<string, string>) {
  const stores: TestStores = await createStores('fixture-foods')
  const service = await startService(stores, settings)
  return {
    stores,
    service,
    ask: (path: string, options: Parameters<typeof ask>[2] = {}) => ask(service.apiUrl, path, options),
    async [Symbol.asyncDispose]() {
      await service.stop()
      await stores.drop()
    },
  }
}

describe('rate limits', () => {
  it('allow anonymous callers 30 requests per minute, then 429 with only Retry-After', async () => {
    await using larder = await serviceFor({ RATE_LIMIT_ANONYMOUS_PER_MINUTE: '30' })
    for (let n = 0; n < 30; n++) {
      const answer = await larder.ask('/food/1')
      expect(answer.status).toBe(200)
      expect(Object.keys(answer.headers).filter(name => name.startsWith('x-ratelimit'))).toEqual([])
    }
    const rejected = await larder.ask('/food/1')
    const seconds = Number(rejected.headers['retry-after'])
    expect([rejected.status, rejected.text]).toEqual([
      429,
      JSON.stringify({ detail: `Rate limit exceeded. Retry in ${seconds} seconds.` }),
    ])
    expect(seconds).toBeGreaterThan(50)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(Object.keys(rejected.headers).filter(name => name.startsWith('x-ratelimit'))).toEqual([])
    expect(rejected.headers['access-control-allow-origin']).toBe('*')
    expect((await larder.ask('/health')).status).toBe(200)
  })

  it('apply the limit of the IP address to free keys, with quota headers', async () => {
    await using larder = await serviceFor({
      RATE_LIMIT_ANONYMOUS_PER_MINUTE: '30',
      RATE_LIMIT_STARTER_PER_MINUTE: '30',
    })
    const key = await accountKey(larder.stores, 'free', 'starter')
    const left = async () => (await larder.ask('/food/1', { key })).headers['x-ratelimit-remaining']
    expect(await left()).toBe('29')
    await larder.ask('/food/1')
    expect(await left()).toBe('27')
  })

  it('count 404 and 422 with headers, but not 401, 403, preflights and open paths', async () => {
    await using larder = await serviceFor({})
    const key = await accountKey(larder.stores, 'counted', 'scale')
    const read = await namedKey(larder.stores, 'counted', 'ci', 'read')
    const left = async (path: string) => (await larder.ask(path, { key })).headers['x-ratelimit-remaining']
    expect(await left('/food/1')).toBe('2999')
    expect(await left('/food/0')).toBe('2998')
    expect(await left('/search')).toBe('2997')
    await larder.ask('/nowhere', { key })
    await larder.ask('/food/1', { key: read.key, method: 'POST' })
    await larder.ask('/auth/keys', { key: read.key })
    await larder.ask('/food/1', { key, method: 'POST' })
    await larder.ask('/openapi.json', { key })
    await larder.ask('/docs', { key })
    await larder.ask('/health', { key })
    await larder.ask('/food/1', { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } })
    expect(await left('/food/1')).toBe('2996')
  })

  it('enforce the hourly limit and report it as the tightest window', async () => {
    await using larder = await serviceFor({
      RATE_LIMIT_FREE_PER_HOUR: '5',
      RATE_LIMIT_STARTER_PER_MINUTE: '30',
    })
    const key = await accountKey(larder.stores, 'scraper', 'starter')
    for (let n = 0; n < 5; n++) {
      const { status, headers } = await larder.ask('/food/1', { key })
      expect([status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual([
        200,
        '5',
        String(4 - n),
      ])
    }
    const rejected = await larder.ask('/food/1', { key })
    const seconds = Number(rejected.headers['retry-after'])
    expect([rejected.status, rejected.json.detail]).toEqual([
      429,
      `Rate limit exceeded. Retry in ${seconds} seconds.`,
    ])
    expect(seconds).toBeGreaterThan(3500)
  })

  it('limit invalid keys by IP address without affecting valid keys', async () => {
    await using larder = await serviceFor({ RATE_LIMIT_INVALID_KEYS_PER_MINUTE: '10' })
    const key = await accountKey(larder.stores, 'owner', 'scale')
    expect((await larder.ask('/food/1', { key })).status).toBe(200)
    const guess = async () => (await larder.ask('/food/1', { key: newKey('larder_full') })).status
    for (let n = 0; n < 10; n++) expect(await guess()).toBe(401)
    const rejected = await larder.ask('/food/1', { key: newKey('larder_full') })
    expect([rejected.status, rejected.headers['retry-after'] !== undefined]).toEqual([429, true])
    expect(await guess()).toBe(429)
    expect((await larder.ask('/food/1', { key })).status).toBe(200)
    expect((await larder.ask('/food/1')).status).toBe(200)
  })

  it('limit invalid keys from an IPv6 /48 to 16 times those of an address', async () => {
    await using larder = await serviceFor({
      RATE_LIMIT_INVALID_KEYS_PER_MINUTE: '3',
      TRUSTED_PROXIES: '127.0.0.1',
    })
    const guess = async (address: string) => {
      const headers = { 'x-forwarded-for': address }
      return (await larder.ask('/food/1', { key: newKey('larder_full'), headers })).status
    }
    const statuses: number[] = []
    for (let n = 0; n < 60; n++) statuses.push(await guess(`2001:db8:1:${(n << 8).toString(16)}::1`))
    expect(statuses).toEqual([...Array(48).fill(401), ...Array(12).fill(429)])
    expect(await guess('2001:db8:2::1')).toBe(401)
  })
})

describe('fairness delay', () => {
  const timed = async (work: () => Promise<{ status: number }>) => {
    const start = performance.now()
    const { status } = await work()
    return { status, ms: performance.now() - start }
  }

  // Far more than a request takes on a slow machine.
  const delayMs = 1_500

  it('applies to anonymous and free reads, but not to paid plans, 401, 422 and 429', async () => {
    await using larder = await serviceFor({
      FAIRNESS_DELAY_MS: String(delayMs),
      RATE_LIMIT_ANONYMOUS_PER_MINUTE: '6',
    })
    const free = await accountKey(larder.stores, 'free', 'starter')
    const pro = await accountKey(larder.stores, 'pro', 'pro')
    const slow = [
      await timed(() => larder.ask('/food/1')),
      await timed(() => larder.ask('/food/0')),
      await timed(() => larder.ask('/food/1', { key: free })),
    ]
    expect(slow.map(({ status }) => status)).toEqual([200, 404, 200])
    for (const { ms } of slow) expect(ms).toBeGreaterThan(delayMs - 5)
    const fast = [
      await timed(() => larder.ask('/food/1', { key: pro })),
      await timed(() => larder.ask('/nowhere')),
      await timed(() => larder.ask('/search')),
      await timed(() => larder.ask('/search')),
      await timed(() => larder.ask('/search')),
      await timed(() => larder.ask('/food/1')),
    ]
    expect(fast.map(({ status }) => status)).toEqual([200, 401, 422, 422, 422, 429])
    for (const { ms } of fast) expect(ms).toBeLessThan(delayMs)
  })

  it('holds no database connections, and ends when the client disconnects', async () => {
    await using larder = await serviceFor({ FAIRNESS_DELAY_MS: '30000' })
    const timers = () => process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length
    const busy = async () => {
      const metrics = await (await fetch(larder.service.metricsUrl)).text()
      const of = (state: string) =>
        Number(new RegExp(`connections\\{pool="lookup",state="${state}"\\} (\\d+)`).exec(metrics)?.[1])
      return { held: of('total') - of('idle'), waiting: of('waiting') }
    }
    const before = timers()
    const leaving = new AbortController()
    const clients = Array.from({ length: 2000 }, () =>
      fetch(`${larder.service.apiUrl}/food/1`, { signal: leaving.signal }).catch(() => undefined),
    )
    // Some earlier timers may have ended since.
    while (timers() < before + 1990) await wait(50)
    // The last of them may still be reading. A request that kept its connection would keep it for 30 s.
    await expect.poll(busy, { timeout: 20_000 }).toEqual({ held: 0, waiting: 0 })
    leaving.abort()
    await Promise.all(clients)
    const start = performance.now()
    while (timers() > before + 100) {
      expect(performance.now() - start).toBeLessThan(15_000)
      await wait(20)
    }
  })
})
