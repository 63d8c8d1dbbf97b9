// The kit knows no catalog: it finds foods through the interface itself and checks the rules on those.
import type { Answer } from './client.ts'
import { type Context, oncePerRun, RuleSkipped } from './contract.ts'
import { expectJson, expectStatus, expectThat } from './expect.ts'

/** Only id and name are certain; the rest is what the deployment sent, to be judged by the rules. */
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

export function foodOf(answer: Answer): Food {
  expectStatus(answer, 200)
  expectJson(answer)
  expectThat(isFood(answer.json), answer, 'a food object with an integer id and a name')
  return answer.json
}

export function foodsOf(answer: Answer): Food[] {
  expectStatus(answer, 200)
  expectJson(answer)
  const list: unknown = answer.json
  expectThat(Array.isArray(list), answer, 'a bare JSON array')
  expectThat(list.every(isFood), answer, 'only food objects with an integer id and a name')
  return list
}

function isFood(value: unknown): value is Food {
  if (typeof value !== 'object' || value === null) return false
  return 'id' in value && Number.isInteger(value.id) && 'name' in value && typeof value.name === 'string'
}

export const findCatalog = oncePerRun(async (ctx: Context): Promise<Catalog> => {
  // Without a key the address's small limit is spared: one page has to do.
  const [as, wanted] = ctx.has('reader') ? (['reader', pages] as const) : (['anonymous', 1] as const)
  const foods: Food[] = []
  for (let page = 0; page < wanted && foods.length === page * pageLength; page++) {
    const path = `/foods/popular?has_image=false&limit=${pageLength}&offset=${page * pageLength}`
    foods.push(...foodsOf(await ctx.get(path, as)))
  }
  const counted = await ctx.get('/foods/categories', as)
  expectStatus(counted, 200)
  expectThat(Array.isArray(counted.json), counted, 'a bare JSON array')
  return { foods, categories: counted.json }
})

export async function findFoods(ctx: Context): Promise<Food[]> {
  const { foods } = await findCatalog(ctx)
  if (foods.length === 0) throw new RuleSkipped('the catalog is empty')
  return foods
}

/** Members spread evenly over a list: the same ones on every run. */
export function sample<T>(list: T[], size: number): T[] {
  const step = Math.max(1, Math.floor(list.length / size))
  return list.filter((_, index) => index % step === 0).slice(0, size)
}

export function barcodeOf(food: Food): string | undefined {
  return typeof food.barcode === 'string' && /^\d+$/.test(food.barcode) ? food.barcode : undefined
}

export function hasImage(food: Food): boolean {
  return typeof food.image_url === 'string' && food.image_url !== ''
}

export function searchFor(words: string, rest = ''): string {
  return `/search?q=${encodeURIComponent(words)}${rest}`
}

/** One request to every data endpoint that answers 200. */
export const examplePaths = oncePerRun(async (ctx: Context): Promise<string[]> => {
  const foods = await findFoods(ctx)
  const named = foods.find(food => [...food.name.trim()].length >= 2) ?? foods[0]
  const coded = foods.find(barcodeOf)
  return [
    searchFor(named?.name ?? 'milk'),
    `/food/${foods[0]?.id}`,
    ...(coded ? [`/barcode/${barcodeOf(coded)}`] : []),
    '/foods/popular?limit=3',
    '/foods/categories',
  ]
})
