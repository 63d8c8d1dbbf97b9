import { type LarderError, toLarderError } from './errors.ts'
import type { nutrientNames } from './nutrient-names.ts'
import type { components, operations } from './openapi.ts'
import { createQueue, type QueueOptions } from './queue.ts'
import { matchOf, parseJson, type RateLimit, type Reply, rateLimitOf, type SearchMatch } from './reply.ts'
import { createGet, defaultMaxRetryDelaySeconds, type TransportOptions } from './requests.ts'

/** Deployments may spell a source differently. */
type AnySource = string & {}

export type Food = components['schemas']['Food']
export type CategoryCount = components['schemas']['CategoryCount']
export type Suggestion = components['schemas']['Suggestion']
export type FoodDetails = components['schemas']['FoodDetails']
export type BatchEntry = components['schemas']['BatchEntry']
export type FoodChange = components['schemas']['FoodChange']
export type FoodChanges = components['schemas']['FoodChanges']
export type Meal = components['schemas']['Meal']
export type MealItem = components['schemas']['MealItem']
export type Health = components['schemas']['Health']

export interface ClientOptions extends TransportOptions {
  /** The address of the API, such as https://api.example.org; a path prefix is kept. */
  baseUrl: string
  /** Sent as `Authorization: Bearer …`. Without one, the limits of anonymous callers apply. */
  apiKey?: string | undefined
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

/** A list with two more properties, which JSON.stringify leaves out. */
export interface FoundFoods extends Array<Food>, SearchMatch {}

export interface PopularOptions extends RequestOptions, Filters {
  /** 1 to 500; the API's default is 100. */
  limit?: number | undefined
  offset?: number | undefined
}

export interface SuggestOptions extends RequestOptions {
  /** 1 to 20; the API's default is 8. */
  limit?: number | undefined
}

/** Up to 50 of either. */
export type BatchKeys =
  | { ids: readonly number[]; barcodes?: undefined }
  | { barcodes: readonly string[]; ids?: undefined }

/** Every call that fails throws a LarderError, or the reason of the signal that aborted it. */
export interface LarderClient {
  /** As the last response reported it; undefined before, and without a key. */
  readonly rateLimit: RateLimit | undefined
  /** Foods by name and brand, best match first, and how the first was found; [] without a match. */
  search(query: string, options?: SearchOptions): Promise<FoundFoods>
  /** null when no food has this id. */
  food(id: number, options?: RequestOptions): Promise<Food | null>
  /** null when no food has this barcode. */
  barcode(code: string, options?: RequestOptions): Promise<Food | null>
  popular(options?: PopularOptions): Promise<Food[]>
  /** One page after the other, of `limit` foods, from `offset` on. */
  popularPages(options?: PopularOptions): AsyncGenerator<Food[], void>
  categories(options?: RequestOptions): Promise<CategoryCount[]>
  /** Completions of what somebody types, from the first character on, best first. */
  suggest(query: string, options?: SuggestOptions): Promise<Suggestion[]>
  /** Everything that is stored about a food, with the origin of each value; null when no food has this id. An extension. */
  details(id: number, options?: RequestOptions): Promise<FoodDetails | null>
  /** One entry for each key, in the same order; its food is null when there is none. An extension. */
  batch(keys: BatchKeys, options?: RequestOptions): Promise<BatchEntry[]>
  /**
   * Which foods changed since a cursor or a time, oldest first, page after page until now. Store `next` of each page, and
   * continue with it later. Without `since`, the only page is empty and has the cursor of now. An extension.
   */
  changes(since?: string, options?: RequestOptions): AsyncGenerator<FoodChanges, void>
  /** The foods and totals of a meal in words; an extension of the interface. */
  meal(sentence: string, options?: RequestOptions): Promise<Meal>
  health(options?: RequestOptions): Promise<Health>
}

type CallParameters = RequestOptions & Record<string, unknown>

export function createClient(options: ClientOptions): LarderClient {
  const { baseUrl, queue: queueOptions, maxRetryDelaySeconds = defaultMaxRetryDelaySeconds } = options
  // URL is incomplete in React Native.
  if (!/^https?:\/\/[^\s/?#]+[^\s?#]*$/i.test(baseUrl))
    throw new TypeError(
      `baseUrl is ${JSON.stringify(baseUrl)}; it must be the address of the API, such as https://api.example.org`,
    )
  const apiKey = options.apiKey?.trim()
  if (apiKey !== undefined && !/^[!-~]+$/.test(apiKey))
    throw new TypeError(
      'apiKey is empty or has characters that no key has; leave it out to call without a key',
    )
  let rateLimit: RateLimit | undefined
  const headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }
  const get = createGet(options, headers, reply => {
    rateLimit = rateLimitOf(reply) ?? rateLimit
  })
  const queue = queueOptions
    ? createQueue({
        ...(queueOptions === true ? {} : queueOptions),
        hasKey: apiKey !== undefined,
        maxWaitSeconds: maxRetryDelaySeconds,
      })
    : undefined
  const base = baseUrl.replace(/\/+$/, '')

  /** Each caller gets a new object: callers may share the text. `fromHeaders` returns further members of it. */
  async function read<T>(
    path: string,
    parameters: CallParameters = {},
    isList = false,
    fromHeaders?: (reply: Reply) => object,
  ): Promise<T> {
    const { signal, ...query } = parameters
    // The health check is not rate-limited, so it never waits in the queue.
    const reply = await get(
      `${base}${path}${queryString(query)}`,
      path === '/health' ? undefined : queue,
      signal,
    )
    const body = parseJson(reply.text)
    if (reply.status !== 200 || Object(body) !== body || Array.isArray(body) !== isList)
      throw toLarderError(reply, body)
    return Object.assign(body as object, fromHeaders?.(reply)) as T
  }

  const list = <T>(path: string, parameters?: CallParameters) => read<T[]>(path, parameters, true)

  /** That nothing was found is an expected result of a lookup, not a failure. */
  const find = <T>(path: string, parameters?: CallParameters) =>
    read<T>(path, parameters).catch((error: LarderError | undefined) => {
      if (error?.code === 'not_found') return null
      throw error
    })

  const popular = (parameters?: PopularOptions) => list<Food>('/foods/popular', { ...parameters })

  return {
    get rateLimit() {
      return rateLimit
    },
    search: (q, parameters) => read('/search', { q, ...parameters }, true, matchOf),
    food: (id, { signal } = {}) => find(`/food/${id}`, { signal }),
    barcode: (code, { signal } = {}) => find(`/barcode/${encodeURIComponent(code)}`, { signal }),
    popular,
    async *popularPages({ limit = 100, offset = 0, ...parameters } = {}) {
      for (let page: Food[] | undefined; page === undefined || page.length === limit; offset += limit) {
        page = await popular({ limit, offset, ...parameters })
        if (page.length > 0) yield page
      }
    },
    categories: ({ signal } = {}) => list('/foods/categories', { signal }),
    suggest: (q, parameters) => list('/suggest', { q, ...parameters }),
    details: (id, { signal } = {}) => find(`/food/${id}/details`, { signal }),
    batch: ({ ids, barcodes }, { signal } = {}) => list('/foods/batch', { ids, barcodes, signal }),
    async *changes(since, { signal } = {}) {
      for (let page: FoodChanges | undefined; !page || page.has_more; since = page.next) {
        page = await read<FoodChanges>('/changes', { since, signal })
        yield page
      }
    },
    meal: (q, { signal } = {}) => read('/meals', { q, signal }),
    health: ({ signal } = {}) => read('/health', { signal }),
  }
}

/** `hasImage` is `has_image` there, and a list is separated by commas. URLSearchParams is incomplete in React Native. */
function queryString(parameters: object): string {
  const parts = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [
          `${name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}=${encodeURIComponent(String(value))}`,
        ],
  )
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}
