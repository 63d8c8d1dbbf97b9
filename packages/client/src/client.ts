import createOpenapiClient from 'openapi-fetch'
import { toLarderError } from './errors.ts'
import { withEtagCache } from './etag-cache.ts'
import type { components, operations, paths } from './openapi.ts'
import { withRetries } from './retry.ts'

/** Deployments may spell a source differently, and later versions of the API may add sources. */
type AnySource = string & {}

type DescribedFood = components['schemas']['Food']
export type Food = Omit<DescribedFood, 'source'> & { source: DescribedFood['source'] | AnySource }
export type CategoryCount = components['schemas']['CategoryCount']
export type Health = components['schemas']['Health']

export interface ClientOptions {
  /** The address of the API, such as https://api.example.org; a path prefix is kept. */
  baseUrl: string
  /** Sent as `Authorization: Bearer …`. Without one, the limits of anonymous callers apply. */
  apiKey?: string | undefined
  /** Instead of the global fetch. It gets a Request. */
  fetch?: ((request: Request) => Promise<Response>) | undefined
  /** Retries of one call after 429 or 503. Default: 2. */
  maxRetries?: number | undefined
  /** A longer Retry-After is not waited for: the call fails at once. Default: 60. */
  maxRetryDelaySeconds?: number | undefined
  /** How many responses to keep for revalidation by ETag; 0 keeps none. Default: 500. */
  maxCacheEntries?: number | undefined
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

export function createClient(options: ClientOptions): LarderClient {
  const {
    baseUrl,
    apiKey,
    fetch = request => globalThis.fetch(request),
    maxRetries = 2,
    maxRetryDelaySeconds = 60,
    maxCacheEntries = 500,
  } = options
  const api = createOpenapiClient<paths>({
    baseUrl,
    fetch: withEtagCache(withRetries(fetch, { maxRetries, maxRetryDelaySeconds }), maxCacheEntries),
    ...(apiKey !== undefined && { headers: { authorization: `Bearer ${apiKey}` } }),
  })

  return {
    async search(q, { limit, source, ...init } = {}) {
      const query: SearchQuery = {
        q,
        ...(limit !== undefined && { limit }),
        ...(source !== undefined && { source: source as NonNullable<SearchQuery['source']> }),
      }
      return dataOf(await api.GET('/search', { params: { query }, ...withSignal(init) }))
    },
    async food(id, init) {
      const params = { path: { food_id: id } }
      return foundOrNull(await api.GET('/food/{food_id}', { params, ...withSignal(init) }))
    },
    async barcode(code, init) {
      const params = { path: { code } }
      return foundOrNull(await api.GET('/barcode/{code}', { params, ...withSignal(init) }))
    },
    async popular({ limit, offset, category, hasImage, ...init } = {}) {
      const query = {
        ...(limit !== undefined && { limit }),
        ...(offset !== undefined && { offset }),
        ...(category !== undefined && { category }),
        ...(hasImage !== undefined && { has_image: hasImage }),
      }
      return dataOf(await api.GET('/foods/popular', { params: { query }, ...withSignal(init) }))
    },
    async categories(init) {
      return dataOf(await api.GET('/foods/categories', withSignal(init)))
    },
    async health(init) {
      return dataOf(await api.GET('/health', withSignal(init)))
    },
  }
}

function withSignal({ signal }: RequestOptions = {}): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal }
}

interface Result<T> {
  data?: T
  error?: unknown
  response: Response
}

function dataOf<T>({ data, error, response }: Result<T>): T {
  if (data === undefined) throw toLarderError(response, error)
  return data
}

/** That nothing was found is an expected result of a lookup, not a failure. */
function foundOrNull<T>(result: Result<T>): T | null {
  return result.response.status === 404 ? null : dataOf(result)
}
