// The suite knows no catalog: it finds foods through the interface itself and checks those.
import type { HttpResponse } from './client.ts'
import { expectJson, expectStatus, expectThat } from './expect.ts'
import { isPlainName, wordsOf } from './food-names.ts'
import { CheckSkipped, type Context, memoizePerRun } from './types.ts'

/** Only id and name are certain; the rest is whatever the deployment sent, for the checks to judge. */
export interface Food {
  id: number
  name: string
  [member: string]: unknown
}

export interface Catalog {
  foods: Food[]
  categories: { category: string; count: number }[]
}

const pageLength = 500
const pages = 4

export function foodOf(response: HttpResponse): Food {
  expectStatus(response, 200)
  expectJson(response)
  expectThat(isFood(response.json), response, 'a food object with an integer id and a name')
  return response.json
}

export function foodsOf(response: HttpResponse): Food[] {
  expectStatus(response, 200)
  expectJson(response)
  const list: unknown = response.json
  expectThat(Array.isArray(list), response, 'a bare JSON array')
  expectThat(list.every(isFood), response, 'only food objects with an integer id and a name')
  return list
}

function isFood(value: unknown): value is Food {
  if (typeof value !== 'object' || value === null) return false
  return 'id' in value && Number.isInteger(value.id) && 'name' in value && typeof value.name === 'string'
}

/**
 * The foods of the first pages. What has_image=false shows is open (rule popular-order): all foods, or only those without an
 * image. So the default list counts as well when the other one holds no image.
 */
export const findCatalog = memoizePerRun(async (ctx: Context): Promise<Catalog> => {
  // Without a key, one page has to do: the limit of an address is small.
  const [as, wanted] = ctx.has('reader') ? (['reader', pages] as const) : (['anonymous', 1] as const)
  const foods: Food[] = []
  for (let page = 0; page < wanted && foods.length === page * pageLength; page++) {
    const path = `/foods/popular?has_image=false&limit=${pageLength}&offset=${page * pageLength}`
    foods.push(...foodsOf(await ctx.get(path, as)))
  }
  if (!foods.some(hasImage)) foods.push(...foodsOf(await ctx.get(`/foods/popular?limit=${pageLength}`, as)))
  const counted = await ctx.get('/foods/categories', as)
  expectStatus(counted, 200)
  expectThat(Array.isArray(counted.json), counted, 'a bare JSON array')
  return { foods, categories: counted.json }
})

export async function findFoods(ctx: Context): Promise<Food[]> {
  const { foods } = await findCatalog(ctx)
  if (foods.length === 0) throw new CheckSkipped('the catalog is empty')
  return foods
}

/** The words in most of the names found, and how many different names have each: equal ones may be shown once. */
export async function commonWords(ctx: Context): Promise<{ word: string; names: number }[]> {
  const namesOf = new Map<string, Set<string>>()
  for (const { name } of await findFoods(ctx)) {
    for (const word of new Set(wordsOf(name))) {
      if (!/^[a-z]{5,}$/.test(word)) continue
      const names = namesOf.get(word) ?? new Set()
      namesOf.set(word, names.add(wordsOf(name).join(' ')))
    }
  }
  return [...namesOf]
    .map(([word, names]) => ({ word, names: names.size }))
    .sort((one, other) => other.names - one.names)
}

/** Of the name, brand and category: a food can be found by each. */
export function searchedWords(food: Food): string[] {
  return [food.name, food.brand, food.category].flatMap(wordsOf)
}

/** Items spread evenly over a list: the same ones on every run. */
export function sample<T>(list: T[], size: number): T[] {
  const step = Math.max(1, Math.floor(list.length / size))
  return list.filter((_, index) => index % step === 0).slice(0, size)
}

export function barcodeOf(food: Food): string | undefined {
  return typeof food.barcode === 'string' && /^\d+$/.test(food.barcode) ? food.barcode : undefined
}

export function hasImage(food: Food): boolean {
  return [food.image_url, food.image_thumb_url].some(url => typeof url === 'string' && url !== '')
}

export function searchFor(words: string, rest = ''): string {
  return `/search?q=${encodeURIComponent(words)}${rest}`
}

/** One request to every data endpoint that gets a 200. */
export const examplePaths = memoizePerRun(async (ctx: Context): Promise<string[]> => {
  const foods = await findFoods(ctx)
  const named = foods.find(food => isPlainName(food.name))
  const coded = foods.find(barcodeOf)
  return [
    searchFor(named?.name ?? 'milk'),
    `/food/${foods[0]?.id}`,
    ...(coded ? [`/barcode/${barcodeOf(coded)}`] : []),
    '/foods/popular?limit=3',
    '/foods/categories',
  ]
})

/** AI estimates whose names have common words; they are at the end of the popular foods, where no page reaches. */
export const findEstimates = memoizePerRun(async (ctx: Context): Promise<Food[]> => {
  const found = new Map<number, Food>()
  for (const { word } of (await commonWords(ctx)).slice(0, 5)) {
    const response = await ctx.get(searchFor(word, `&limit=50&source=${ctx.estimateSource}`))
    for (const food of foodsOf(response)) found.set(food.id, food)
  }
  return [...found.values()]
})
