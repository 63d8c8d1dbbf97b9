import { toLarderError } from './errors.ts'
import type { components, operations } from './openapi.ts'
import { createQueue, type QueueOptions } from './queue.ts'
import type { Reply } from './reply.ts'
import { createGet, type Fetch } from './requests.ts'

/** Deployments may spell a source differently. */
type AnySource = string & {}

export type Food = components['schemas']['Food']
export type CategoryCount = components['schemas']['CategoryCount']
export type Health = components['schemas']['Health']

export interface ClientOptions {
  /** The address of the API, such as https://api.example.org; a path prefix is kept. */
  baseUrl: string
  /** Sent as `Authorization: Bearer …`. Without one, the limits of anonymous callers apply. */
  apiKey?: string | undefined
  /** Instead of the global fetch. It gets the URL, and the headers and the signal. */
  fetch?: Fetch | undefined
  /** Retries of one call after 429 or 503. Default: 2. */
  maxRetries?: number | undefined
  /** A longer Retry-After is not waited for, nor by the queue: the call fails at once. Default: 60. */
  maxRetryDelaySeconds?: number | undefined
  /** How many responses to keep for revalidation by ETag; 0 keeps none. Default: 500. */
  maxCacheEntries?: number | undefined
  /** Delays requests so that they stay under the limit of the caller. Default: false, each is sent at once. */
  queue?: boolean | QueueOptions | undefined
}

export interface RequestOptions {
  signal?: AbortSignal | undefined
}

type SearchQuery = operations['searchFoods']['parameters']['query']

export interface SearchOptions extends RequestOptions {
  /** 1 to 50; the API's default is 10. */
  limit?: number | undefined
  /** The API describes the values that it accepts at /openapi.json. */
  source?: SearchQuery['source'] | AnySource | undefined
}

export interface PopularOptions extends RequestOptions {
  /** 1 to 500; the API's default is 100. */
  limit?: number | undefined
  offset?: number | undefined
  category?: string | undefined
  /** true (the API's default): only foods with an image. */
  hasImage?: boolean | undefined
}

/** Every call throws a LarderError for an error response. */
export interface LarderClient {
  /** Foods by name and brand, best match first; [] without a match. */
  search(query: string, options?: SearchOptions): Promise<Food[]>
  /** null when no food has this id. */
  food(id: number, options?: RequestOptions): Promise<Food | null>
  /** null when no food has this barcode. */
  barcode(code: string, options?: RequestOptions): Promise<Food | null>
  popular(options?: PopularOptions): Promise<Food[]>
  categories(options?: RequestOptions): Promise<CategoryCount[]>
  health(options?: RequestOptions): Promise<Health>
}

type QueryParameters = Record<string, string | number | boolean | undefined>

export function createClient(options: ClientOptions): LarderClient {
  const {
    baseUrl,
    apiKey,
    fetch = (url, init) => globalThis.fetch(url, init),
    maxRetries = 2,
    maxRetryDelaySeconds = 60,
    maxCacheEntries = 500,
    queue: queueOptions = false,
  } = options
  const get = createGet({
    fetch,
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    maxRetries,
    maxRetryDelaySeconds,
    maxCacheEntries,
  })
  const queue = queueOptions
    ? createQueue({
        ...(queueOptions === true ? {} : queueOptions),
        hasKey: apiKey !== undefined,
        maxWaitSeconds: maxRetryDelaySeconds,
      })
    : undefined
  const base = baseUrl.replace(/\/+$/, '')
  const read = (path: string, parameters: QueryParameters, init: RequestOptions = {}) =>
    get(`${base}${path}${queryString(parameters)}`, queue, init.signal)

  return {
    async search(q, { limit, source, ...init } = {}) {
      return dataOf(await read('/search', { q, limit, source }, init))
    },
    async food(id, init) {
      return foundOrNull(await read(`/food/${id}`, {}, init))
    },
    async barcode(code, init) {
      return foundOrNull(await read(`/barcode/${encodeURIComponent(code)}`, {}, init))
    },
    async popular({ limit, offset, category, hasImage, ...init } = {}) {
      return dataOf(await read('/foods/popular', { limit, offset, category, has_image: hasImage }, init))
    },
    async categories(init) {
      return dataOf(await read('/foods/categories', {}, init))
    },
    async health({ signal } = {}) {
      // Not rate-limited, so it never waits in the queue.
      return dataOf(await get(`${base}/health`, undefined, signal))
    },
  }
}

/** URLSearchParams is incomplete in React Native. */
function queryString(parameters: QueryParameters): string {
  const parts = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** Each caller gets a new object: callers may share the text. */
function dataOf<T>(reply: Reply): T {
  if (reply.status !== 200) throw toLarderError(reply)
  return JSON.parse(reply.text)
}

/** That nothing was found is an expected result of a lookup, not a failure. */
function foundOrNull<T>(reply: Reply): T | null {
  return reply.status === 404 ? null : dataOf(reply)
}
