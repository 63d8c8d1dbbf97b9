// Recorded validation requests: which rule each shows, and what a deployment must respond to it.
import { readFileSync } from 'node:fs'
import { foodOf, foodsOf } from './catalog.ts'
import type { HttpResponse } from './client.ts'
import { expectBody, expectSameBytes, expectStatus, expectThat } from './expect.ts'
import { type Context, memoizePerRun } from './types.ts'

/** A recorded request with the status and body it must get. */
export interface Vector {
  request: string
  status: number
  body: unknown
}

export const vectors: Vector[] = readFileSync(
  new URL('data/validation-vectors.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map(line => JSON.parse(line))

const parametersOf: Record<string, string[]> = {
  '/search': ['q', 'limit', 'source'],
  '/foods/popular': ['limit', 'offset', 'category', 'has_image'],
}

/** PostgreSQL's bigint: no food has an id beyond it (rule food-id-range). */
const maxId = 2n ** 63n - 1n

/** The rule that a recorded request shows. */
export function ruleOfVector(vector: Vector): string {
  const { path, names } = partsOf(vector.request)
  const faults = faultsOf(vector)
  const [fault] = faults
  if (faults.length > 1) return 'validation-order'
  if (path.startsWith('/food/')) return isBeyondIds(vector) ? 'food-id-range' : 'integer-form'
  if (new Set(names).size < names.length) return 'repeated-parameters'
  if (names.some(name => !parametersOf[path]?.includes(name))) return 'unknown-parameters'
  if (/%(?![0-9a-f]{2})|%F[EF]|%ED%A0/i.test(vector.request)) return 'url-decoding'
  if (fault?.type === 'missing') return 'missing-parameter'
  if (fault?.type?.endsWith('_than_equal')) return 'parameter-bounds'
  if (names.includes('source')) return 'source-values'
  if (names.includes('has_image')) return 'boolean-form'
  if (names.includes('category')) return 'category-filter'
  return names.includes('limit') || names.includes('offset') ? 'integer-form' : 'query-length'
}

/** The recording writes the AI-estimate source as `ai_estimate`; a deployment may name it otherwise. */
const recordedName = 'ai_estimate'

function renameSource(vector: Vector, name: string): Vector {
  return JSON.parse(JSON.stringify(vector).replaceAll(recordedName, name))
}

/** Whether a recorded request sends the deployment's name of the AI-estimate source as an example of an invalid one. */
export function usesNameAsInvalid({ request }: Vector, name: string): boolean {
  return name !== recordedName && new RegExp(`[?&]source=${name}(&|$)`).test(request)
}

export async function checkVector(ctx: Context, recorded: Vector): Promise<void> {
  const vector = renameSource(recorded, ctx.estimateSource)
  const response = await ctx.get(vector.request)
  if (vector.status !== 200) return expectBody(response, vector.status, vector.body)
  const understood = vector.body as Record<string, unknown>
  if (vector.request.startsWith('/food/')) return checkFood(response, vector)
  expectStatus(response, 200)
  const foods = foodsOf(response)
  const limit = Number(understood.limit)
  expectThat(foods.length <= limit, response, `at most ${limit} foods`, `${foods.length}`)
  const source = understood.source
  const ofSource = typeof source !== 'string' || foods.every(food => food.source === source)
  expectThat(ofSource, response, `only foods of source ${source}`)
  // The same parameters in their simplest form must give the same response.
  expectSameBytes(response, await ctx.get(canonicalRequest(vector)))
  if (vector.request.startsWith('/foods/popular'))
    await expectPage(ctx, response, vector.body as ParsedPopular)
}

interface ParsedPopular {
  limit: number
  offset: string
  category: string | null
  has_image: boolean
}

/** Where the first foods of the list show which page was asked for. */
async function expectPage(ctx: Context, response: HttpResponse, parsed: ParsedPopular): Promise<void> {
  const { limit, category, has_image: hasImage } = parsed
  const offset = Number(parsed.offset)
  const listed = (await firstIds(ctx))[hasImage ? 'withImage' : 'withoutImage']
  if (category || (listed.length === maxLimit && offset + limit > maxLimit)) return
  const expected = listed.slice(offset, offset + limit).join(' ')
  const seen = foodsOf(response)
    .map(food => food.id)
    .join(' ')
  expectThat(seen === expected, response, `the foods ${expected}`, seen)
}

const maxLimit = 500

const firstIds = memoizePerRun(async (ctx: Context) => {
  const idsOf = async (hasImage: boolean) => {
    const response = await ctx.get(`/foods/popular?limit=${maxLimit}&has_image=${hasImage}`)
    return foodsOf(response).map(food => food.id)
  }
  return { withImage: await idsOf(true), withoutImage: await idsOf(false) }
})

function checkFood(response: HttpResponse, vector: Vector): void {
  const id = (vector.body as { food_id: string }).food_id
  if (response.status === 404 || isBeyondIds(vector)) expectBody(response, 404, { detail: 'Food not found' })
  else expectThat(String(foodOf(response).id) === id, response, `the food with id ${id}`)
}

function canonicalRequest(vector: Vector): string {
  const query = Object.entries(vector.body as Record<string, unknown>)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return `${partsOf(vector.request).path}?${query.join('&')}`
}

function partsOf(request: string): { path: string; names: string[] } {
  const [path = '', query = ''] = request.split(/\?(.*)/s)
  const names = query.split('&').map(part => part.split('=')[0] ?? '')
  return { path, names: names.filter(name => name !== '') }
}

function faultsOf(vector: Vector): { type?: string }[] {
  const detail = (vector.body as { detail?: unknown }).detail
  return Array.isArray(detail) ? detail : []
}

function isBeyondIds(vector: Vector): boolean {
  const id = (vector.body as { food_id?: string }).food_id
  return vector.status === 200 && id !== undefined && (BigInt(id) > maxId || BigInt(id) < 0n)
}
