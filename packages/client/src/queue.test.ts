import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ClientOptions, createClient, type Fetch } from './index.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

interface ServerOptions {
  limit: number
  latencyMs: number
  /** Requests of other clients of the same account in the first window. */
  usedByOthers: number
  /** How far the clock of the server is ahead of that of the client. */
  skewMs: number
}

/** A server with a fixed window of a minute, which starts with the first request, as Larder has it. */
function limitedServer({ limit, latencyMs = 100, usedByOthers = 0, skewMs = 0 }: Partial<ServerOptions>) {
  const statuses: number[] = []
  let running = 0
  let maxRunning = 0
  let used = usedByOthers
  let endsAt = 0
  const fetch: Fetch = async (_url, { headers, signal }) => {
    maxRunning = Math.max(maxRunning, ++running)
    await new Promise(resolve => setTimeout(resolve, latencyMs / 2))
    if (Date.now() >= endsAt) {
      if (endsAt > 0) used = 0
      endsAt = Date.now() + 60_000
    }
    const max = limit ?? 10
    const status = used >= max ? 429 : 200
    if (status === 200) used++
    const secondsLeft = Math.ceil((endsAt - Date.now()) / 1000)
    const quota = {
      date: new Date(Date.now() + skewMs).toUTCString(),
      'x-ratelimit-limit': String(max),
      'x-ratelimit-remaining': String(max - used),
      'x-ratelimit-reset': String(Math.ceil((endsAt + skewMs) / 1000)),
    }
    await new Promise(resolve => setTimeout(resolve, latencyMs / 2))
    running--
    if (signal.aborted) throw signal.reason
    statuses.push(status)
    return new Response(JSON.stringify(status === 200 ? { id: 1 } : { detail: 'Rate limit exceeded' }), {
      status,
      headers: {
        ...('authorization' in headers && quota),
        ...(status === 429 && { 'retry-after': String(secondsLeft) }),
      },
    })
  }
  return { fetch, statuses, maxRunning: () => maxRunning }
}

function clientOf(fetch: Fetch, options: Partial<ClientOptions>) {
  return createClient({ baseUrl: 'https://api.example', fetch, queue: true, ...options })
}

const apiKey = 'larder_read_1'

it.each([
  ['its own requests only', {}],
  ['other clients with the same key', { usedByOthers: 7 }],
  ['a clock that is five minutes off', { skewMs: 300_000 }],
  ['slow responses', { latencyMs: 4_000 }],
])('never meets 429 with %s', async (_what, server) => {
  const { fetch, statuses, maxRunning } = limitedServer({ limit: 10, ...server })
  const client = clientOf(fetch, { apiKey })
  const started = Date.now()
  const foods = Promise.all(Array.from({ length: 40 }, (_, id) => client.food(id)))
  await vi.runAllTimersAsync()
  expect((await foods).length).toBe(40)
  expect(statuses.filter(status => status !== 200)).toEqual([])
  expect(maxRunning()).toBeLessThanOrEqual(6)
  // 40 requests need four or five windows; waiting for another one would be wasted time.
  expect(Date.now() - started).toBeLessThan(5 * 63_000)
})

it('stays under the configured limit without a key', async () => {
  const { fetch, statuses } = limitedServer({ limit: 30 })
  const client = clientOf(fetch, { queue: { requestsPerMinute: 30 } })
  const started = Date.now()
  const foods = Promise.all(Array.from({ length: 60 }, (_, id) => client.food(id)))
  await vi.runAllTimersAsync()
  await foods
  expect(statuses.filter(status => status !== 200)).toEqual([])
  expect(Date.now() - started).toBeLessThan(65_000)
})

it('pauses all requests after a 429, for a limit that nobody reported', async () => {
  const { fetch, statuses } = limitedServer({ limit: 5 })
  const client = clientOf(fetch, { queue: { maxConcurrentRequests: 1 } })
  const foods = Promise.all(Array.from({ length: 8 }, (_, id) => client.food(id)))
  await vi.runAllTimersAsync()
  await foods
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 200, 200, 200])
})

it('removes an aborted request from the queue', async () => {
  const { fetch, statuses } = limitedServer({ limit: 100 })
  const client = clientOf(fetch, { queue: { maxConcurrentRequests: 1 } })
  const controller = new AbortController()
  const first = client.food(1)
  const second = expect(client.food(2, { signal: controller.signal })).rejects.toThrow('typed on')
  const third = client.food(3)
  controller.abort(new Error('typed on'))
  await second
  await vi.runAllTimersAsync()
  await Promise.all([first, third])
  expect(statuses).toEqual([200, 200])
})

it('does not wait longer than maxRetryDelaySeconds', async () => {
  const { fetch } = limitedServer({ limit: 2 })
  const client = clientOf(fetch, { apiKey, maxRetryDelaySeconds: 10 })
  const results = Promise.allSettled([1, 2, 3].map(id => client.food(id)))
  await vi.advanceTimersByTimeAsync(5_000)
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
})

it('continues after a failed connection', async () => {
  const { fetch } = limitedServer({ limit: 10 })
  let calls = 0
  const failsOnce: Fetch = (url, init) =>
    ++calls === 1 ? Promise.reject(new TypeError('fetch failed')) : fetch(url, init)
  const client = clientOf(failsOnce, { apiKey })
  const results = Promise.allSettled([1, 2, 3].map(id => client.food(id)))
  await vi.runAllTimersAsync()
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  expect(calls).toBe(4)
})

it('does not delay the health check', async () => {
  const urls: string[] = []
  const fetch: Fetch = async url => {
    urls.push(url)
    return new Response('{"status":"ok","foods_in_db":3}')
  }
  const client = clientOf(fetch, { queue: { requestsPerMinute: 1 } })
  await client.food(1)
  const second = client.food(2)
  expect(await client.health()).toEqual({ status: 'ok', foods_in_db: 3 })
  expect(urls.map(url => url.slice(19))).toEqual(['/food/1', '/health'])
  await vi.runAllTimersAsync()
  await second
})
