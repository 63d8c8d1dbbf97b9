// Searches: by text, category, brand or a list of codes. Larder returns at most 50 foods for a text and no total, so these
// foods are the whole result, divided into pages here.
import type { Filters, Food, LarderClient } from '@larder/client'
import { digitsOf, foodIdOf, isValidCode, normalizeCode } from './codes.ts'
import { selectFields } from './fields.ts'
import type { LarderConnection } from './larder.ts'
import { toProduct } from './product.ts'
import { type AdapterResponse, failure, warning } from './responses.ts'
import { maxCodes, readSearch, type Search } from './search-parameters.ts'

const maxFoodsPerText = 50

/** A list has no total either: it is counted as far ahead as one request of Larder reaches. */
const maxFoodsAhead = 500

interface Found {
  /** How many foods the client can page through. */
  count: number
  /** Those of the page. */
  foods: Food[]
}

const nothing: Found = { count: 0, foods: [] }

export async function answerSearch(
  parameters: URLSearchParams,
  defaults: { pageSize: number; version: number },
  larder: LarderConnection,
): Promise<AdapterResponse> {
  const search = readSearch(parameters, defaults)
  const { page, pageSize, version } = search
  if (search.codes.length > maxCodes)
    return failure(version, 400, 'too_many_codes', `code lists more than ${maxCodes} codes; send fewer`)
  const { count, foods } = await find(search, larder)
  return {
    status: 200,
    body: {
      count,
      page,
      page_count: foods.length,
      page_size: pageSize,
      skip: (page - 1) * pageSize,
      products: foods.map(food => selectFields(toProduct(food, version), search.fields)),
      ...((search.ignored.length > 0 || search.unanswerable.length > 0) && { warnings: warningsOf(search) }),
    },
  }
}

function warningsOf({ ignored, unanswerable }: Search) {
  return [
    ...ignored.map(filter => warning('filter_ignored', 'Larder does not have this filter', filter)),
    ...unanswerable.map(filter =>
      warning('filter_unanswerable', 'Larder does not know this of any food, so none matches', filter),
    ),
  ]
}

async function find(search: Search, { client, signal }: LarderConnection): Promise<Found> {
  const { text, codes, filters, page, pageSize } = search
  if (search.unanswerable.length > 0) return nothing
  if (codes.length > 0) return pageOf(await foodsByCode(codes, client, signal), page, pageSize)
  if (text !== '') return pageOf(await foodsByText(text, filters, client, signal), page, pageSize)

  const offset = (page - 1) * pageSize
  const foods = await client.popular({ ...filters, limit: maxFoodsAhead, offset, hasImage: false, signal })
  return { count: foods.length === 0 ? 0 : offset + foods.length, foods: foods.slice(0, pageSize) }
}

function pageOf(foods: Food[], page: number, pageSize: number): Found {
  return { count: foods.length, foods: foods.slice((page - 1) * pageSize, page * pageSize) }
}

async function foodsByText(
  text: string,
  filters: Filters,
  client: LarderClient,
  signal: AbortSignal,
): Promise<Food[]> {
  // Apps send what was scanned or typed; a barcode finds its product.
  if (/^\d{8,15}$/.test(text) && Object.keys(filters).length === 0) return foodsByCode([text], client, signal)
  // Larder rejects shorter queries. An app that searches while the user types should see no error.
  if (text.length < 2) return []
  return client.search(text, { ...filters, limit: maxFoodsPerText, signal })
}

const concurrentLookups = 10

async function foodsByCode(codes: string[], client: LarderClient, signal: AbortSignal): Promise<Food[]> {
  const foods = new Map<number, Food>()
  for (let start = 0; start < codes.length; start += concurrentLookups) {
    const batch = codes.slice(start, start + concurrentLookups)
    for (const food of await Promise.all(batch.map(code => foodByCode(code, client, signal)))) {
      if (food !== null) foods.set(food.id, food)
    }
  }
  return [...foods.values()]
}

export async function foodByCode(
  requested: string,
  client: LarderClient,
  signal: AbortSignal,
): Promise<Food | null> {
  const code = normalizeCode(requested)
  if (!isValidCode(code)) return null
  const id = foodIdOf(code)
  // Larder expands UPC-E and pads codes, which needs the digits as they were sent.
  return id === null ? client.barcode(digitsOf(requested), { signal }) : client.food(id, { signal })
}
