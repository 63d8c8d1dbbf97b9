import { toLarderError } from './errors.ts'
import type { nutrientNames } from './nutrient-names.ts'
import type { components, operations } from './openapi.ts'
import { createQueue, type QueueOptions } from './queue.ts'
import type { Reply } from './reply.ts'
import { createGet, type Fetch } from './requests.ts'

/** Deployments may spell a source differently. */
type AnySource = string & {}

export type Food = components['schemas']['Food']
export type CategoryCount = components['schemas']['CategoryCount']
export type Suggestion = components['schemas']['Suggestion']
export type Meal = components['schemas']['Meal']
export type MealItem = components['schemas']['MealItem']
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

type FilterQuery = Omit<
  NonNullable<operations['listPopularFoods']['parameters']['query']>,
  'limit' | 'offset'
>

type NutrientBound = `${(typeof nutrientNames)[number]}_${'min' | 'max'}`

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

/**
 * Every food in the result passes all of them. A nutrient is bounded per 100 g by its name with `_min` or `_max`, such as
 * `protein_g_min`. What is unknown of a food does not pass: unknown is neither zero nor free of.
 */
export type Filters = {
  [Name in keyof FilterQuery as Name extends NutrientBound ? Name : CamelCase<Name>]?:
    | FilterQuery[Name]
    | undefined
}

export interface SearchOptions extends RequestOptions, Filters {
  /** 1 to 50; the API's default is 10. */
  limit?: number | undefined
  /** 0 to 200. */
  offset?: number | undefined
  /** The API describes the values that it accepts at /openapi.json. */
  source?: SearchQuery['source'] | AnySource | undefined
}

export interface PopularOptions extends RequestOptions, Filters {
  /** 1 to 500; the API's default is 100. */
  limit?: number | undefined
  offset?: number | undefined
}

export interface SuggestOptions extends RequestOptions {
  /** 1 to 20; the API's default is 8. */
  limit?: number | undefined
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
  /** Completions of what somebody types, from the first character on, best first. */
  suggest(query: string, options?: SuggestOptions): Promise<Suggestion[]>
  /** The foods and totals of a meal in words; an extension of the interface. */
  meal(sentence: string, options?: RequestOptions): Promise<Meal>
  health(options?: RequestOptions): Promise<Health>
}

type QueryParameters = Record<string, string | number | boolean | string[] | undefined>

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
    async search(q, { signal, ...parameters } = {}) {
      return dataOf(await read('/search', { q, ...parameters }, { signal }))
    },
    async food(id, init) {
      return foundOrNull(await read(`/food/${id}`, {}, init))
    },
    async barcode(code, init) {
      return foundOrNull(await read(`/barcode/${encodeURIComponent(code)}`, {}, init))
    },
    async popular({ signal, ...parameters } = {}) {
      return dataOf(await read('/foods/popular', parameters, { signal }))
    },
    async categories(init) {
      return dataOf(await read('/foods/categories', {}, init))
    },
    async suggest(q, { signal, ...parameters } = {}) {
      return dataOf(await read('/suggest', { q, ...parameters }, { signal }))
    },
    async meal(q, init) {
      return dataOf(await read('/meals', { q }, init))
    },
    async health({ signal } = {}) {
      // Not rate-limited, so it never waits in the queue.
      return dataOf(await get(`${base}/health`, undefined, signal))
    },
  }
}

/** `hasImage` is `has_image` there, and a list is separated by commas. URLSearchParams is incomplete in React Native. */
function queryString(parameters: QueryParameters): string {
  const parts = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [
          `${name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}=${encodeURIComponent(String(value))}`,
        ],
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
