// Search over HTTP, on a small catalog with one example per feature.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startService } from '../../../lab/service.ts'
import { runImport } from '../../../src/importer/run.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { createStores, type TestStores } from '../../support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-search-'))
let stores: TestStores
let service: Awaited<ReturnType<typeof startService>>

type Name = string | [name: string, more: object]

async function importNames(names: Name[], source: 'community' | 'ai_estimate' = 'community'): Promise<void> {
  const file = join(folder, `${source}.jsonl`)
  const lines = names.map(each => {
    const [name, more] = typeof each === 'string' ? [each, {}] : each
    return JSON.stringify({ source_id: name, name, ...more })
  })
  writeFileSync(file, lines.join('\n'))
  await withConnection(stores.databaseUrl, client =>
    runImport(client, { inputs: [{ file, origin: { from: 'jsonl', source } }] }),
  )
}

const search = async (q: string, more = '') => {
  const { status, json } = await ask(service.apiUrl, `/search?q=${encodeURIComponent(q)}${more}`)
  expect(status).toBe(200)
  return (json as { name: string }[]).map(({ name }) => name)
}

const many = (count: number, name: (n: number) => string) => Array.from({ length: count }, (_, n) => name(n))

beforeAll(async () => {
  stores = await createStores()
  service = await startService(stores)
  await importNames([
    ...many(40, n => `Milk drink ${n}`),
    ...many(30, n => `Strawberry yogurt ${n}`),
    ...many(8, n => `Organic pancake mix ${n}`),
    ...many(8, n => `Madeleine ${n}`),
    'Banana Bread',
    'Banana Split Ice Cream',
    'Bananas, raw',
    'Cola',
    'Cola 1 l',
    '7up',
    'Milk 2 %',
    'Yoghurt plain',
    'Tomatoes in juice',
    'Молоко 2,5%',
    'Φέτα',
    'חלב מלא',
    'خبز عربي',
    '巧克力牛奶',
    'นมสดแท้',
    'Œufs frais',
    'Natire',
    ['Rye crispbread', { brand: 'Fernhollow', barcode: '4006381333931' }],
  ])
  await importNames(['Milk estimated by a model', 'Banana estimate'], 'ai_estimate')
})
afterAll(async () => {
  await service.stop()
  await stores.drop()
  rmSync(folder, { recursive: true })
})

describe('finds', () => {
  // query, expected first result
  it.each([
    ['bananas', 'Bananas, raw'],
    ['bananass', 'Bananas, raw'],
    ['bannanas', 'Bananas, raw'],
    ['banana bread', 'Banana Bread'],
    ['bread banana', 'Banana Bread'],
    ['fernhollow rye', 'Rye crispbread'],
    ['crispbraed', 'Rye crispbread'],
    ['crispb', 'Rye crispbread'],
    ['4006381333931', 'Rye crispbread'],
    ['04006381333931', 'Rye crispbread'],
    ['cola 330ml', 'Cola'],
    ['cola 330 ml', 'Cola'],
    ['7up', '7up'],
    ['milk 2%', 'Milk 2 %'],
    ['феta', undefined],
    ['φετα', 'Φέτα'],
    ['חלב מלא', 'חלב מלא'],
    ['عربي', 'خبز عربي'],
    ['巧克力牛奶', '巧克力牛奶'],
    ['巧克力', '巧克力牛奶'],
    ['สดแท้', 'นมสดแท้'],
    ['oeufs', 'Œufs frais'],
    ['ŒUFS', 'Œufs frais'],
    ['tomato', 'Tomatoes in juice'],
    ['natire', 'Natire'],
    ['natire qqqqqqqqqq', 'Natire'],
  ])('%s', async (q, first) => {
    expect((await search(q))[0]).toBe(first)
  })
  it.each([
    ['organicpancake', 'Organic pancake mix'],
    ['made leine', 'Madeleine'],
    ['strawbery yogurt', 'Strawberry yogurt'],
    ['strawberry yoghurt', 'Strawberry yogurt'],
    ['starwberry', 'Strawberry yogurt'],
  ])('%s: %s', async (q, beginning) => {
    const found = await search(q)
    expect(found.length).toBeGreaterThan(4)
    expect(found[0]).toContain(beginning)
  })
})

// Milk in other languages: both what is called so and milk.
it.each([
  ['молоко', 'Молоко 2,5%'],
  ['חלב', 'חלב מלא'],
  ['牛奶', '巧克力牛奶'],
  ['นมสด', 'นมสดแท้'],
])('%s finds %s and milk', async (q, name) => {
  const found = await search(q, '&limit=50')
  expect(found).toContain(name)
  expect(found).toContain('Milk 2 %')
})

describe('exact matching', () => {
  it('matches quoted text literally', async () => {
    expect(await search('"starwberry"')).toEqual([])
    expect(await search('"strawberry" yogurt')).toHaveLength(10)
  })
  it('returns nothing when nothing matches', async () => {
    expect(await search('qqqqqqqqqq')).toEqual([])
    expect(await search('★★★ %%')).toEqual([])
  })
})

it('filters by source for exact names and for words', async () => {
  expect(await search('milk', '&source=ai_estimate')).toEqual(['Milk estimated by a model'])
  expect(await search('banana estimate', '&source=off')).toEqual([])
})

it('returns the top of the same order for a smaller limit', async () => {
  for (const q of ['milk', 'strawbery', 'banan', 'organic']) {
    const all = await search(q, '&limit=50')
    for (const limit of [1, 7, 8, 10, 11, 25]) {
      expect(await search(q, `&limit=${limit}`)).toEqual(all.slice(0, limit))
    }
  }
})

it('finds a renamed food by its new name and not by the old one', async () => {
  await importNames([
    ['Rye crispbread', { source_id: 'Rye crispbread', name: 'Spelt rusk', brand: 'Fernhollow' }],
  ])
  expect((await search('spelt rusk'))[0]).toBe('Spelt rusk')
  expect((await search('speltt'))[0]).toBe('Spelt rusk')
  expect(await search('"crispbread"')).toEqual([])
})

it('answers 1,000 queries with arbitrary letters and special characters', async () => {
  const special = fc.string({
    unit: fc.constantFrom(...`'"\\%_&|!():*<->;@#$^~\`{}[]+=/?,. aé中\u0000\u200d`),
    maxLength: 40,
  })
  const any = fc.string({ unit: 'binary', maxLength: 60 })
  for (const q of [...fc.sample(special, 500), ...fc.sample(any, 500)]) {
    const { status } = await ask(service.apiUrl, `/search?q=${encodeURIComponent(q.toWellFormed())}`)
    expect([200, 422]).toContain(status)
  }
})
