// Meals over HTTP, on a small catalog in which the first result of a search is the wrong food.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startService } from '../../../lab/service.ts'
import type { Food } from '../../../src/food/food.ts'
import { runImport } from '../../../src/importer/run.ts'
import type { Meal } from '../../../src/meals/meal.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { createStores, type TestStores } from '../../support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-meals-'))
let stores: TestStores
let service: Awaited<ReturnType<typeof startService>>

/** Values that fit the energy, so that the importer keeps them. */
const label = (calories_kcal: number, more: object = {}) => ({
  calories_kcal,
  protein_g: 0,
  fat_g: 0,
  carbs_g: calories_kcal / 4,
  ...more,
})

const foods: [name: string, more: object][] = [
  // The one with the most complete data differs from the others.
  ['Cola', { ...label(30), brand: 'Alpha', sugar_g: 7, fiber_g: 0, sodium_mg: 4, saturated_fat_g: 0 }],
  ...['Beta', 'Gamma', 'Delta', 'Epsilon'].map((brand): [string, object] => [
    'Cola',
    { ...label(42), brand, serving_size_g: 342, serving_desc: '1 can (330 ml)' },
  ]),
  ['Big Mac', { ...label(258), brand: 'Alpha', sugar_g: 4, fiber_g: 1, sodium_mg: 400, saturated_fat_g: 0 }],
  ['Big Mac', { ...label(257), brand: 'Beta', serving_size_g: 219, serving_desc: '1 item' }],
  ['Broccoli, cooked, with salt', label(35)],
  ['Broccoli, cooked', label(35)],
  ['French fries', label(312, { serving_size_g: 117, serving_desc: '1 medium serving' })],
  ['Rice, white, raw', label(365)],
  ['Rice, white, cooked', label(130, { serving_size_g: 158, serving_desc: '1 cup' })],
  ['Plum and thyme', label(60, { serving_size_g: 100, serving_desc: '1 serving' })],
  ['Rye loaf', label(250, { serving_size_g: 30, serving_desc: '1 slice' })],
  ['Plum jam', label(250, { serving_size_g: 10, serving_desc: '1 serving' })],
  ['Plum', label(46, { serving_size_g: 66, serving_desc: '1 plum' })],
]

async function read(q: string): Promise<Meal> {
  const { status, json } = await ask(service.apiUrl, `/meals?q=${encodeURIComponent(q)}`)
  expect(status).toBe(200)
  return json as Meal
}

beforeAll(async () => {
  stores = await createStores()
  service = await startService(stores)
  const file = join(folder, 'foods.jsonl')
  const lines = foods.map(([name, more], index) =>
    JSON.stringify({ source_id: String(index), name, ...more }),
  )
  writeFileSync(file, lines.join('\n'))
  await withConnection(stores.databaseUrl, client =>
    runImport(client, { inputs: [{ file, origin: { from: 'jsonl', source: 'community' } }] }),
  )
})

afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

describe('the language', () => {
  const inLanguage = (q: string, language: string) =>
    ask(service.apiUrl, `/meals?q=${encodeURIComponent(q)}`, { headers: { 'accept-language': language } })

  it('is the one that the reader prefers if the words do not decide, and the response varies with it', async () => {
    const german = await inLanguage('2 pommes', 'de-DE,de;q=0.9')
    const french = await inLanguage('2 pommes', 'fr')
    expect(german.json.items[0].food.name).toBe('French fries')
    expect(JSON.stringify(french.json)).not.toContain('French fries')
    for (const { headers } of [german, french]) expect(headers['vary']).toMatch(/Accept-Language/)
    expect((await inLanguage('2 pommes', 'de')).json).toEqual(german.json)
  })

  it('is that of the words where they do', async () => {
    const { headers, json } = await inLanguage('a cup of rice', 'de')
    expect(headers['vary']).not.toMatch(/Accept-Language/)
    expect(json.items).toMatchObject([{ unit: 'cup', food: { name: 'Rice, white, cooked' } }])
  })
})

describe('the food of an item', () => {
  it('agrees with most foods of its name', async () => {
    const { items } = await read('a can of cola')
    expect(items).toMatchObject([
      { text: 'a can of cola', amount: 1, unit: 'can', grams: 342, food: { calories_kcal: 42 } },
    ])
  })

  it('is one that agrees and has a weight', async () => {
    const { items } = await read('a Big Mac')
    expect(items).toMatchObject([{ unit: null, grams: 219, food: { calories_kcal: 257, brand: 'Beta' } }])
  })

  it('of a drained can weighs less than the can', async () => {
    const { items } = await read('1 (10 oz) can plums, drained, 100 g plums')
    expect(items).toMatchObject([{ grams: 170.1 }, { grams: 100 }])
    expect(items[0]?.assumed.join(' ')).toContain('Without its liquid, 60 % of the can is counted.')
  })

  it('has nothing added', async () => {
    const { items } = await read('100 g broccoli, cooked')
    expect(items).toMatchObject([{ grams: 100, food: { name: 'Broccoli, cooked' } }])
    expect(items[0]?.alternatives.map(({ name }) => name)).toContain('Broccoli, cooked, with salt')
  })

  it('gives the weight and the values', async () => {
    const { items, totals } = await read('medium fries')
    expect(items).toMatchObject([{ unit: 'medium', grams: 117, food: { name: 'French fries' } }])
    expect(totals.calories_kcal).toBeCloseTo(365.04)
  })

  it('is cooked where people mean that, and says so', async () => {
    const { items } = await read('a cup of rice')
    expect(items).toMatchObject([{ grams: 158, food: { name: 'Rice, white, cooked' } }])
    expect(items[0]?.assumed.join(' ')).toContain('cooked because nothing else is said')
    const raw = await read('100 g raw rice')
    expect(raw.items).toMatchObject([{ food: { name: 'Rice, white, raw' } }])
  })

  it('may have a name of the catalog with "and" in it', async () => {
    const texts = async (q: string) => (await read(q)).items.map(({ text }) => text)
    expect(await texts('plum and thyme')).toEqual(['plum and thyme'])
    expect(await texts('plum and rice')).toEqual(['plum', 'rice'])
  })

  it('is null when nothing fits', async () => {
    const { items, totals } = await read('2 xyzzyplughs and a plum')
    expect(items).toMatchObject([
      { amount: 2, grams: null, food: null, alternatives: [], confidence: 0 },
      { grams: 66 },
    ])
    expect(totals.calories_kcal).toBeCloseTo(30.36)
    expect(totals.unknown).toContainEqual({ nutrient: 'calories_kcal', items: ['2 xyzzyplughs'] })
  })
})

describe('the response', () => {
  it('has sums, null where no item states a value', async () => {
    const { totals } = await read('100 g plum, 200 g cooked rice')
    expect(totals).toMatchObject({ calories_kcal: 306, protein_g: 0, fiber_g: null })
    expect(totals.unknown).toContainEqual({
      nutrient: 'fiber_g',
      items: ['100 g plum', '200 g cooked rice'],
    })
  })

  it('shows foods as /food does', async () => {
    const { items } = await read('a plum')
    const food = items[0]?.food as Food
    expect((await ask(service.apiUrl, `/food/${food.id}`)).json).toEqual(food)
  })

  it('has at most 40 items', async () => {
    expect((await read('1 g plum, '.repeat(50))).items).toHaveLength(40)
    expect(await read('!?')).toMatchObject({ items: [], totals: { calories_kcal: null, unknown: [] } })
  })

  it('has the headers of data', async () => {
    const { headers } = await ask(service.apiUrl, '/meals?q=a+plum')
    expect(headers['x-attribution']).toBe('Community (ODbL)')
    const again = await ask(service.apiUrl, '/meals?q=a+plum', {
      headers: { 'if-none-match': headers['etag'] ?? '' },
    })
    expect(again.status).toBe(304)
  })

  it('and the list of categories credit nobody who has no foods in the catalog', async () => {
    const { headers, json } = await ask(service.apiUrl, '/foods/categories')
    expect([json.length > 0, headers['x-attribution']]).toEqual([true, 'Community (ODbL)'])
  })

  it('is 422 without a sentence', async () => {
    expect(await ask(service.apiUrl, '/meals')).toMatchObject({
      status: 422,
      json: { detail: [{ type: 'missing', loc: ['query', 'q'], msg: 'Field required', input: null }] },
    })
    expect(await ask(service.apiUrl, '/meals?q=a')).toMatchObject({
      status: 422,
      json: { detail: [{ type: 'string_too_short', input: 'a', ctx: { min_length: 2 } }] },
    })
  })

  it('spreads what comes with slices on each of them', async () => {
    const { items } = await read('2 slices of rye loaf with plum jam')
    expect(items.map(({ food, grams }) => [food?.name, grams])).toEqual([
      ['Rye loaf', 60],
      ['Plum jam', 20],
    ])
    expect(items[1]?.assumed.join(' ')).toContain('each of the 2 slices')
    expect((await read('2 slices of rye loaf with 1 serving of plum jam')).items[1]?.grams).toBe(10)
  })
})
