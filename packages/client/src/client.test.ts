import { afterEach, expect, it, vi } from 'vitest'
import {
  type Attempt,
  type ClientOptions,
  createClient,
  createMemoryCache,
  type Fetch,
  LarderError,
} from './index.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Reply = { status?: number; body?: unknown; headers?: Record<string, string> }

/** A client over canned replies, and the requests that it sent. The last reply repeats. */
function clientOver(replies: Reply[], options: Partial<ClientOptions> = {}) {
  const requests: { url: string; headers: Headers }[] = []
  const fetch: Fetch = async (url, init) => {
    const { status = 200, body, headers = {} } = replies[Math.min(requests.length, replies.length - 1)] ?? {}
    requests.push({ url, headers: new Headers(init.headers) })
    const text = body === undefined ? null : JSON.stringify(body)
    return new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } })
  }
  return { client: createClient({ baseUrl: 'https://api.example/prefix/', fetch, ...options }), requests }
}

const limited: Reply = {
  status: 429,
  body: { detail: 'Rate limit exceeded. Retry in 3 seconds.' },
  headers: { 'retry-after': '3' },
}

it('sends parameters by their names on the wire, and the key', async () => {
  const foods = Array.from({ length: 3 }, () => ({ body: [] }))
  const { client, requests } = clientOver([...foods, { body: { items: [] } }], { apiKey: 'larder_read_1' })
  await client.search('crème & más', { limit: 3, source: 'off' })
  await client.popular({ category: 'Dairy', hasImage: false, offset: 10, limit: 5 })
  await client.popular()
  await client.meal('2 eggs & toast')
  expect(requests.map(({ url }) => url)).toEqual([
    'https://api.example/prefix/search?q=cr%C3%A8me%20%26%20m%C3%A1s&limit=3&source=off',
    'https://api.example/prefix/foods/popular?category=Dairy&has_image=false&offset=10&limit=5',
    'https://api.example/prefix/foods/popular',
    'https://api.example/prefix/meals?q=2%20eggs%20%26%20toast',
  ])
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer larder_read_1')
})

it('sends filters by their names on the wire, and lists separated by commas', async () => {
  const { client, requests } = clientOver([{ body: [] }])
  const filters = {
    brand: 'Ben & Jerry',
    kind: 'branded' as const,
    complete: true,
    excludeAllergens: ['milk' as const, 'sesame seeds' as const],
    protein_g_min: 10.5,
    calories_kcal_max: 0,
    country: undefined,
  }
  await client.search('bar', { offset: 20, ...filters })
  await client.popular(filters)
  const sent =
    'brand=Ben%20%26%20Jerry&kind=branded&complete=true&exclude_allergens=milk%2Csesame%20seeds&protein_g_min=10.5&calories_kcal_max=0'
  expect(requests.map(({ url }) => url)).toEqual([
    `https://api.example/prefix/search?q=bar&offset=20&${sent}`,
    `https://api.example/prefix/foods/popular?${sent}`,
  ])
})

it.each<[headers: Record<string, string>, match: string | undefined, searchedFor: string | undefined]>([
  [{ 'x-search-match': 'exact' }, 'exact', undefined],
  [
    { 'x-search-match': 'corrected', 'x-search-query': 'cr%C3%A8me%20fra%C3%AEche' },
    'corrected',
    'crème fraîche',
  ],
  [{ 'x-search-match': 'partial', 'x-search-query': '100% oats' }, 'partial', '100% oats'],
  [{}, undefined, undefined],
])('says how the first food was found, from %o', async (headers, match, searchedFor) => {
  const milk = { id: 2, name: 'Whole Milk' }
  const { client } = clientOver([{ body: [milk], headers }])
  const foods = await client.search('milk')
  expect([...foods]).toEqual([milk])
  expect(foods).toMatchObject({ match, searchedFor })
  expect(JSON.stringify(foods)).toBe(JSON.stringify([milk]))
})

it('takes from a 304 how the first food was found', async () => {
  const { client } = clientOver([
    { body: [{ id: 2 }], headers: { etag: '"a"', 'x-search-match': 'corrected', 'x-search-query': 'milk' } },
    { status: 304, headers: { etag: '"a"', 'x-search-match': 'exact' } },
  ])
  expect(await client.search('mlik')).toMatchObject({ match: 'corrected', searchedFor: 'milk' })
  expect(await client.search('mlik')).toMatchObject({ match: 'exact', searchedFor: undefined })
})

it('asks for suggestions', async () => {
  const banana = { text: 'Banana', query: 'banana', food_id: 9 }
  const { client, requests } = clientOver([{ body: [banana] }])
  expect(await client.suggest('ban', { limit: 3 })).toEqual([banana])
  expect(requests[0]?.url).toBe('https://api.example/prefix/suggest?q=ban&limit=3')
})

it('knows sources that the description of the API does not name', async () => {
  const { client, requests } = clientOver([{ body: [{ id: 1, source: 'model-guess' }] }])
  const [food] = await client.search('salad', { source: 'model-guess' })
  expect(food?.source).toBe('model-guess')
  expect(requests[0]?.url).toBe('https://api.example/prefix/search?q=salad&source=model-guess')
})

it('is anonymous without a key', async () => {
  const { client, requests } = clientOver([{ body: { status: 'ok', foods_in_db: 1 } }])
  expect(await client.health()).toEqual({ status: 'ok', foods_in_db: 1 })
  expect(requests[0]?.headers.has('authorization')).toBe(false)
})

it('returns null for a food or barcode that does not exist', async () => {
  const { client, requests } = clientOver([{ status: 404, body: { detail: 'Barcode not found' } }])
  expect(await client.food(-1)).toBe(null)
  expect(await client.barcode('12/3')).toBe(null)
  expect(requests[1]?.url).toBe('https://api.example/prefix/barcode/12%2F3')
})

it('throws a typed error with the list of a 422', async () => {
  const fault = { type: 'missing', loc: ['query', 'q'], msg: 'Field required', input: null }
  const { client } = clientOver([{ status: 422, body: { detail: [fault] } }])
  const error = await client.search('').catch(caught => caught)
  expect(error).toBeInstanceOf(LarderError)
  expect(error).toMatchObject({
    status: 422,
    detail: [fault],
    message: '422: query.q: Field required. Correct the parameters.',
  })
})

it.each([
  [429, { 'retry-after': '3' }, 3000],
  [503, { 'retry-after': '1' }, 1000],
  [503, { 'retry-after': new Date(1_700_000_005_000).toUTCString() }, 5000],
  [503, {}, 500],
])('waits after a %i with %o and tries again', async (status, headers, milliseconds) => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.useFakeTimers({ now: 1_700_000_000_000 })
  const { client, requests } = clientOver([{ status, headers, body: { detail: 'later' } }, { body: [] }])
  const found = client.search('milk')
  await vi.advanceTimersByTimeAsync(milliseconds - 1)
  expect(requests.length).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await found).toEqual([])
  expect(requests.length).toBe(2)
})

it('gives up after maxRetries and reports how long to wait', async () => {
  vi.useFakeTimers()
  const { client, requests } = clientOver([limited], { maxRetries: 3 })
  const failed = expect(client.categories()).rejects.toMatchObject({ status: 429, retryAfter: 3 })
  await vi.runAllTimersAsync()
  await failed
  expect(requests.length).toBe(4)
})

it('does not wait longer than maxRetryDelaySeconds', async () => {
  const { client, requests } = clientOver([{ ...limited, headers: { 'retry-after': '1800' } }])
  await expect(client.categories()).rejects.toMatchObject({ retryAfter: 1800 })
  expect(requests.length).toBe(1)
})

it('does not retry other errors', async () => {
  const { client, requests } = clientOver([{ status: 401, body: { detail: 'Missing or invalid API key' } }])
  await expect(client.categories()).rejects.toMatchObject({ detail: 'Missing or invalid API key' })
  expect(requests.length).toBe(1)
})

it('stops waiting when the signal aborts', async () => {
  const { client, requests } = clientOver([limited])
  const controller = new AbortController()
  const found = client.search('milk', { signal: controller.signal })
  await vi.waitFor(() => expect(requests.length).toBe(1))
  controller.abort(new Error('the page was closed'))
  await expect(found).rejects.toThrow('the page was closed')
  expect(requests.length).toBe(1)
})

it('revalidates by ETag and returns the cached body on 304', async () => {
  const food = { id: 2, name: 'Whole Milk' }
  const { client, requests } = clientOver([
    { body: food, headers: { etag: '"a"' } },
    { status: 304, headers: { etag: '"a"' } },
    { body: { ...food, name: 'Milk' }, headers: { etag: '"b"' } },
    { status: 304, headers: { etag: '"b"' } },
  ])
  const names = []
  for (let time = 0; time < 4; time++) names.push((await client.food(2))?.name)
  expect(names).toEqual(['Whole Milk', 'Whole Milk', 'Milk', 'Milk'])
  expect(requests.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, '"a"', '"a"', '"b"'])
})

it('keeps the most recently used responses', async () => {
  const { client, requests } = clientOver([{ body: { id: 1 }, headers: { etag: '"a"' } }], {
    cache: createMemoryCache(2),
  })
  for (const id of [1, 2, 1, 3, 1, 2]) await client.food(id)
  const sent = requests.map(({ headers }) => headers.has('if-none-match'))
  expect(sent).toEqual([false, false, true, false, true, false])
})

it('keeps nothing without entries', async () => {
  const { client, requests } = clientOver([{ body: [], headers: { etag: '"a"' } }], {
    cache: createMemoryCache(0),
  })
  await client.categories()
  await client.categories()
  expect(requests.some(({ headers }) => headers.has('if-none-match'))).toBe(false)
})

it('uses a cache of yours, which may be asynchronous', async () => {
  const entries = new Map([['https://api.example/prefix/food/2', { etag: '"a"', text: '{"id":2}' }]])
  const { client } = clientOver([{ status: 304 }, { body: [], headers: { etag: '"b"' } }], {
    cache: {
      get: async url => entries.get(url),
      set: async (url, response) => {
        entries.set(url, response)
      },
    },
  })
  expect(await client.food(2)).toEqual({ id: 2 })
  await client.categories()
  expect(entries.get('https://api.example/prefix/foods/categories')).toEqual({ etag: '"b"', text: '[]' })
})

it('reports each attempt', async () => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const attempts: Attempt[] = []
  let calls = 0
  const failsOnce: Fetch = async () => {
    if (++calls === 1) throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
    return new Response('[]', { headers: { 'x-request-id': 'r-1' } })
  }
  const { client } = clientOver([], { fetch: failsOnce, onAttempt: attempt => void attempts.push(attempt) })
  const found = client.categories()
  await vi.runAllTimersAsync()
  await found
  const url = 'https://api.example/prefix/foods/categories'
  expect(attempts).toEqual([
    {
      url,
      number: 1,
      status: 0,
      durationMs: 0,
      requestId: undefined,
      error: expect.objectContaining({
        code: 'connection_failed',
        detail: 'No response: fetch failed, connect ECONNREFUSED',
      }),
      retryInSeconds: 0.5,
    },
    {
      url,
      number: 2,
      status: 200,
      durationMs: 0,
      requestId: 'r-1',
      error: undefined,
      retryInSeconds: undefined,
    },
  ])
})

it('gives up an attempt after timeoutSeconds and a call after totalTimeoutSeconds', async () => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const sentAfter: number[] = []
  const startedAt = Date.now()
  const never: Fetch = () => {
    sentAfter.push(Date.now() - startedAt)
    // Ignores its signal.
    return new Promise(() => undefined)
  }
  const options = { fetch: never, timeoutSeconds: 4, totalTimeoutSeconds: 10, maxRetries: 9 }
  const { client } = clientOver([], options)
  const failed = expect(client.categories()).rejects.toMatchObject({ code: 'timeout', status: 0 })
  await vi.runAllTimersAsync()
  await failed
  // The third attempt has the half second that is left.
  expect(sentAfter).toEqual([0, 4500, 9500])
  expect(Date.now() - startedAt).toBe(10_000)
})

it('knows the rate limit of the last response that reports one', async () => {
  const headers = {
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '59',
    'x-ratelimit-reset': '1900000000',
  }
  const { client } = clientOver([{ body: [], headers }, { body: [] }])
  expect(client.rateLimit).toBe(undefined)
  await client.categories()
  await client.search('milk')
  expect(client.rateLimit).toEqual({ limit: 60, remaining: 59, resetsAt: new Date(1_900_000_000_000) })
})

it('sends equal calls at the same time once, and gives each its own result', async () => {
  const { client, requests } = clientOver([{ body: { id: 1, name: 'Oats' } }])
  const [first, second] = await Promise.all([client.food(1), client.food(1), client.food(2)])
  expect(requests.map(({ url }) => url.slice(-1))).toEqual(['1', '2'])
  expect(first).toEqual(second)
  expect(first).not.toBe(second)
  await client.food(1)
  expect(requests.length).toBe(3)
})

it('ends a shared request only when every caller has aborted', async () => {
  const signals: AbortSignal[] = []
  const fetch: Fetch = (_url, { signal }) => {
    signals.push(signal)
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('cancelled')))
    })
  }
  const client = createClient({ baseUrl: 'https://api.example', fetch })
  const [one, other] = [new AbortController(), new AbortController()]
  const calls = [one, other].map(({ signal }) => client.food(1, { signal }))
  const results = Promise.allSettled(calls)
  one.abort(new Error('closed'))
  await expect(calls[0]).rejects.toThrow('closed')
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  other.abort()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

it('sends nothing for a signal that has aborted before', async () => {
  const { client, requests } = clientOver([{ body: [] }])
  const signal = AbortSignal.abort(new Error('too late'))
  await expect(client.search('milk', { signal })).rejects.toThrow('too late')
  expect(requests).toEqual([])
})
