// What a search finds and in which order (rules relevance-bands and data-order), on a small catalog with foods of every data class.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startService } from '../../../lab/service.ts'
import { runImport } from '../../../src/importer/run.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { createStores, type TestStores } from '../../support/database.ts'

interface TestFood {
  source: string
  source_id: string
  name: string
  brand?: string
}

const folder = mkdtempSync(join(tmpdir(), 'larder-ranking-'))
let stores: TestStores
let service: RunningService

const complete = {
  category: 'Fruits',
  serving_size_g: 100,
  calories_kcal: 94,
  protein_g: 1.1,
  fat_g: 0.3,
  saturated_fat_g: 0.1,
  carbs_g: 22,
  sugar_g: 12,
  fiber_g: 2.6,
  sodium_mg: 1,
}
const sparse = { calories_kcal: 94, protein_g: 1.1, carbs_g: 22 }

let foods = 0
const food =
  (source: string, data: object) =>
  (name: string, brand?: string, more: object = {}) => ({
    source,
    source_id: `test-${++foods}`,
    name,
    ...(brand !== undefined && { brand }),
    ...data,
    ...more,
  })
const laboratoryFood = food('usda', complete)
const completeFood = food('off', complete)
const sparseFood = food('off', sparse)
const foodWithoutData = food('off', {})
const estimatedFood = food('ai_estimate', complete)

async function importFoods(lines: TestFood[]): Promise<void> {
  const file = join(folder, 'foods.jsonl')
  writeFileSync(file, lines.map(line => JSON.stringify(line)).join('\n'))
  await withConnection(stores.databaseUrl, client =>
    runImport(client, { inputs: [{ file, origin: { from: 'jsonl', source: 'per-line' } }] }),
  )
}

async function search(q: string, more = '&limit=50') {
  const { status, json } = await ask(service.apiUrl, `/search?q=${encodeURIComponent(q)}${more}`)
  expect(status).toBe(200)
  return json as { id: number; name: string; brand: string | null; source: string }[]
}

const labelsOf = async (q: string) =>
  (await search(q)).map(({ name, brand, source }) =>
    [name, brand, source === 'ai_estimate' ? 'estimate' : null].filter(part => part !== null).join(', '),
  )

beforeAll(async () => {
  stores = await createStores()
  service = await startService(stores, { RESPONSE_CACHE_MB: '0' })
  await importFoods([
    laboratoryFood('Bananas, raw'),
    sparseFood('Banana', 'Orchard'),
    foodWithoutData('Banana', 'Palm Grove'),
    estimatedFood('Banana'),
    completeFood('Banana Bread', 'Millstone'),
    sparseFood('Banana Bread', 'Orchard'),
    foodWithoutData('Banana Pudding', 'Orchard'),
    estimatedFood('Banana Smoothie'),
    sparseFood('Paella', 'Puerto'),
    estimatedFood('Paella'),
    completeFood('Paella Rice Mix', 'Puerto'),
    ...[380, 390, 400].map(kcal =>
      sparseFood('Oat Biscuit', 'Fernhollow', { calories_kcal: kcal, protein_g: 8, carbs_g: 70 }),
    ),
    sparseFood('Oat Biscuit', 'Millstone'),
    foodWithoutData('Oat Biscuit Crumbs', 'Fernhollow'),
    laboratoryFood('Eggplant, raw'),
    laboratoryFood('Egg, whole, raw, fresh'),
    completeFood('Egg Noodles', 'Puerto'),
    completeFood('Milk', 'Fernhollow'),
    completeFood('Milk Rice', 'Fernhollow'),
    completeFood('Nuttarella', 'Ferrandi'),
    completeFood('Hazelnut Spread', 'Orchard'),
    completeFood('Hazelnut Oatcake', 'Orchard'),
    completeFood('Macaroni & Cheese', 'Millstone'),
    laboratoryFood('Spinach, raw'),
    ...Array.from({ length: 12 }, (_, n) => completeFood(`Spinach Pie ${n}`, 'Millstone')),
    completeFood('Spinich', 'Puerto'),
  ])
  // A search does not wait long for the vocabulary of the imported foods.
  await vi.waitFor(async () => expect(await labelsOf('banana')).toContain('Banana Bread, Millstone'), 10_000)
})
afterAll(async () => {
  await service.stop()
  await stores.drop()
  rmSync(folder, { recursive: true })
})

describe('orders foods', () => {
  it('by band and data class; those without energy come after the usable foods with all words', async () => {
    expect(await labelsOf('banana')).toEqual([
      'Bananas, raw',
      'Banana, Orchard',
      'Banana Bread, Millstone',
      'Banana Bread, Orchard',
      'Banana, Palm Grove',
      'Banana Pudding, Orchard',
      'Banana, estimate',
      'Banana Smoothie, estimate',
    ])
  })

  it('with AI estimates after all others with all words', async () => {
    expect(await labelsOf('paella')).toEqual([
      'Paella, Puerto',
      'Paella Rice Mix, Puerto',
      'Paella, estimate',
    ])
  })

  it.each(['banana pudding orchard', 'bananna pudding orchard', 'banana pudding orchard pack'])(
    'with the product of that name first, although its label states nothing: %s',
    async q => {
      expect((await labelsOf(q))[0]).toBe('Banana Pudding, Orchard')
    },
  )

  it('with repeated entries last', async () => {
    const found = await labelsOf('oat biscuit')
    expect(found.slice(0, 2).sort()).toEqual(['Oat Biscuit, Fernhollow', 'Oat Biscuit, Millstone'])
    expect(found.slice(2)).toEqual([
      'Oat Biscuit Crumbs, Fernhollow',
      'Oat Biscuit, Fernhollow',
      'Oat Biscuit, Fernhollow',
    ])
  })

  it('in the same way every time, and for every limit', async () => {
    for (const q of ['banana', 'spinich', 'oat biscuit', 'banana qqqqqq', 'egg', 'm']) {
      const all = await search(`${q} `)
      expect(await search(`${q} `)).toEqual(all)
      for (const limit of [1, 2, 5, 10])
        expect(await search(`${q} `, `&limit=${limit}`)).toEqual(all.slice(0, limit))
    }
  })
})

describe('finds the food that is meant', () => {
  it.each([
    ['aubergine', 'Eggplant, raw'],
    ['Aubergine raw', 'Eggplant, raw'],
    ['leche', 'Milk'],
    ['milch', 'Milk'],
    ['молоко', 'Milk'],
    ['2 eggs', 'Egg, whole, raw, fresh'],
    ['150g banana', 'Bananas, raw'],
    ['a glass of milk', 'Milk'],
    ['how many calories in a banana', 'Bananas, raw'],
    ['wie viele kalorien hat eine banane', 'Bananas, raw'],
    ['macaroni and cheese', 'Macaroni & Cheese'],
    ['cheese macaroni', 'Macaroni & Cheese'],
    ['hazelnut s', 'Hazelnut Spread'],
    ['hazelnut o', 'Hazelnut Oatcake'],
    ['nuttarella big jar', 'Nuttarella'],
    ['nuttarella zeppelin', 'Nuttarella'],
    ['nuttarela family size', 'Nuttarella'],
    // A misspelt name in the catalog does not hide the food.
    ['spinich', 'Spinach, raw'],
  ])('%s: %s', async (q, first) => {
    expect((await search(q))[0]?.name).toBe(first)
  })

  it('reads "and" like "&"', async () => {
    expect(await search('macaroni and cheese')).toEqual(await search('macaroni & cheese'))
  })

  it('still finds a misspelt name, and only it in quotes', async () => {
    expect(await labelsOf('spinich')).toContain('Spinich, Puerto')
    expect(await labelsOf('"spinich"')).toEqual(['Spinich, Puerto'])
  })

  it('leaves out words only if few foods have all of them, and never quoted ones', async () => {
    expect(await labelsOf('spinach pie')).not.toContain('Spinach, raw')
    expect((await labelsOf('nuttarella spread')).slice(0, 2)).toEqual([
      'Nuttarella, Ferrandi',
      'Hazelnut Spread, Orchard',
    ])
    expect(await labelsOf('nuttarella "zeppelin"')).toEqual([])
    expect(await labelsOf('zeppelin')).toEqual([])
  })
})

describe('while the catalog changes', () => {
  it('finds new words at once', async () => {
    expect(await search('rambutan')).toEqual([])
    await importFoods([completeFood('Rambutan', 'Puerto')])
    expect((await search('rambutan'))[0]?.name).toBe('Rambutan')
    expect((await search('rambuttan'))[0]?.name).toBe('Rambutan')
    expect((await search('rambu'))[0]?.name).toBe('Rambutan')
  })

  it('answers every search during an import', async () => {
    const importing = { isDone: false }
    const done = importFoods(
      Array.from({ length: 3_000 }, (_, n) => completeFood(`Cookie ${n}`, `Bakery ${n % 90}`)),
    ).finally(() => {
      importing.isDone = true
    })
    let searches = 0
    while (!importing.isDone) {
      expect((await search('banana'))[0]?.name).toBe('Bananas, raw')
      expect((await search('spinich'))[0]?.name).toBe('Spinach, raw')
      searches += 2
    }
    await done
    expect(searches).toBeGreaterThan(10)
    expect(await search('cokie')).toHaveLength(50)
  })
})
