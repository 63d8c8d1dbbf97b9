// Searches: by text, category, brand or a list of codes. Larder returns at most 50 foods for a text and no total, so these
// foods are the whole result, divided into pages here.
import { type Filters, type Food, type LarderClient, LarderError } from '@larder/client'
import { digitsOf, foodIdOf, isValidCode, normalizeCode } from './codes.ts'
import { needsDetails, selectFields } from './fields.ts'
import { type LarderConnection, readDetails } from './larder.ts'
import { type Product, toProduct } from './product.ts'
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
      products: await productsOf(foods, search, larder),
      ...((search.ignored.length > 0 || search.unanswerable.length > 0) && { warnings: warningsOf(search) }),
    },
  }
}

/** Those after the first `maxDetailsPerSearch` have no details. */
async function productsOf(
  foods: Food[],
  { fields, version }: Search,
  larder: LarderConnection,
): Promise<Product[]> {
  const maxDetails = needsDetails(fields) ? larder.maxDetailsPerSearch : 0
  const details = await inBatches(foods.slice(0, maxDetails), food => readDetails(food, larder))
  return foods.map((food, index) => selectFields(toProduct(food, version, details[index] ?? null), fields))
}

function warningsOf({ ignored, unanswerable }: Search) {
  return [
    ...ignored.map(filter => warning('filter_ignored', 'This filter is not applied', filter)),
    ...unanswerable.map(filter =>
      warning(
        'filter_unanswerable',
        'Larder has no such filter, so no product can be shown to match',
        filter,
      ),
    ),
  ]
}

async function find(search: Search, larder: LarderConnection): Promise<Found> {
  if (search.unanswerable.length > 0) return nothing
  try {
    return await findFoods(search, larder)
  } catch (error) {
    if (!isUnknownCountry(error)) throw error
    search.unanswerable.push({ id: 'countries', value: search.filters.country ?? '' })
    return nothing
  }
}

/** Larder knows which countries there are. */
const isUnknownCountry = (error: unknown) =>
  error instanceof LarderError &&
  Array.isArray(error.detail) &&
  error.detail.every(({ loc }) => loc.at(-1) === 'country')

async function findFoods(
  { text, codes, filters, page, pageSize }: Search,
  { client, signal }: LarderConnection,
): Promise<Found> {
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

async function foodsByCode(codes: string[], client: LarderClient, signal: AbortSignal): Promise<Food[]> {
  const found = await inBatches(codes, code => foodByCode(code, client, signal))
  return [...new Map(found.flatMap(food => (food === null ? [] : [[food.id, food]]))).values()]
}

const concurrentRequests = 10

async function inBatches<Item, Result>(
  items: Item[],
  request: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += concurrentRequests)
    results.push(...(await Promise.all(items.slice(start, start + concurrentRequests).map(request))))
  return results
}

export async function foodByCode(
  requested: string,
  client: LarderClient,
  signal: AbortSignal,
): Promise<Food | null> {
  const code = normalizeCode(requested)
  if (!isValidCode(code)) return null
  const id = foodIdOf(code)
  if (id !== null) return client.food(id, { signal })
  // Larder expands UPC-E and pads codes, which needs the digits as they were sent. No barcode is longer than a GTIN-14, but some
  // contributors add zeros.
  const digits = digitsOf(requested)
  return client.barcode(digits.length > 14 ? code : digits, { signal })
}
