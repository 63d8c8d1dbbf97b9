// GET /suggest on everyday foods with the values of USDA and a few products.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startService } from '../../../lab/service.ts'
import { runImport } from '../../../src/importer/run.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { createStores, type TestStores } from '../../support/database.ts'
import { accountKey } from '../../support/keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-suggest-'))
let stores: TestStores
let service: RunningService

const values = { calories_kcal: 42, protein_g: 0, fat_g: 0, carbs_g: 10.6, sugar_g: 10.6 }
const products = [
  { name: 'Coca-Cola', brand: 'Coca-Cola', popularity: 9_000 },
  ...['Zero', 'Light', 'Cherry', 'Vanilla', 'Lime'].map(name => ({
    name: `Coca-Cola ${name}`,
    brand: 'Coca-Cola',
  })),
  { name: 'Velvet spread', brand: 'Fernhollow', popularity: 3_000 },
  { name: 'Xylo crisps', brand: 'Möhre & Co' },
]

beforeAll(async () => {
  stores = await createStores()
  const file = join(folder, 'products.jsonl')
  const lines = products.map((food, n) => JSON.stringify({ source_id: String(n), ...values, ...food }))
  writeFileSync(file, lines.join('\n'))
  await withConnection(stores.databaseUrl, client =>
    runImport(client, {
      inputs: [{ file: 'data/everyday-foods/usda.jsonl', origin: { from: 'jsonl', source: 'usda' } }],
    }),
  )
  await withConnection(stores.databaseUrl, client =>
    runImport(client, { inputs: [{ file, origin: { from: 'jsonl', source: 'off' } }] }),
  )
  service = await startService(stores)
})
afterAll(async () => {
  await service.stop()
  await stores.drop()
  rmSync(folder, { recursive: true })
})

interface Suggestion {
  text: string
  query: string
  food_id: number | null
}

async function suggest(q: string, more = ''): Promise<Suggestion[]> {
  const { status, json } = await ask(service.apiUrl, `/suggest?q=${encodeURIComponent(q)}${more}`)
  expect([q, status]).toEqual([q, 200])
  return json
}

const textsOf = async (q: string, more = '') => (await suggest(q, more)).map(({ text }) => text)

describe('GET /suggest', () => {
  // what is typed, the first suggestion
  it.each([
    ['b', 'White bread, sliced'],
    ['ban', 'Banana'],
    ['BAN', 'Banana'],
    ['chick', 'Chicken, cooked, without skin'],
    ['chicken br', 'Chicken breast, cooked'],
    ['chiken bre', 'Chicken breast, cooked'],
    ['coca', 'Coca-Cola'],
    ['egg', 'Egg, hard-boiled'],
    ['eggs', 'Egg, hard-boiled'],
    ['velvet sp', 'Velvet spread, Fernhollow'],
    ['fernh', 'Velvet spread, Fernhollow'],
    ['möhre', 'Karotte (Möhre)'],
    ['kartoff', 'Kartoffeln, gekocht'],
    ['jabl', 'Jabłko'],
    ['xylo cr', 'Xylo crisps, Möhre & Co'],
  ])('%s: %s', async (q, first) => {
    expect((await textsOf(q))[0]).toBe(first)
  })

  it('suggests several foods, each once, and texts that find them', async () => {
    const suggestions = await suggest('chick')
    expect(suggestions).toHaveLength(8)
    expect(suggestions.map(({ text }) => text)).toContain('Chicken breast, cooked')
    expect(suggestions.every(({ text }) => /chick/i.test(text))).toBe(true)
    const ids = suggestions.flatMap(({ food_id }) => food_id ?? [])
    expect(ids.length).toBeGreaterThan(5)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { query, food_id } of suggestions.slice(0, 4)) {
      const { json } = await ask(service.apiUrl, `/search?q=${encodeURIComponent(query)}&limit=3`)
      expect([query, json.some(({ id }: { id: number }) => id === food_id)]).toEqual([query, true])
    }
  })

  it('has a food for a product, and none for a brand', async () => {
    const { json: found } = await ask(service.apiUrl, '/search?q=velvet+spread&limit=1')
    expect(await suggest('velvet s', '&limit=1')).toEqual([
      { text: 'Velvet spread, Fernhollow', query: 'velvet spread fernhollow', food_id: found[0].id },
    ])
    const [cola] = await suggest('coca')
    expect(cola).toMatchObject({ text: 'Coca-Cola', food_id: expect.any(Number) })
  })

  it.each(['', '&limit=8', '&limit=08'])('has at most eight by default%s', async more => {
    expect(await textsOf('c', more)).toEqual((await textsOf('c', '&limit=20')).slice(0, 8))
  })

  it.each(['++', '%3F', '%00', 'zzzzzqx', '%F0%9F%8D%8E'])('finds nothing for %s', async q => {
    const { status, json } = await ask(service.apiUrl, `/suggest?q=${q}`)
    expect([status, json]).toEqual([200, []])
  })

  it('uses the first 200 characters', async () => {
    expect(await textsOf(`ban${' '.repeat(197)}qqqqq`)).toEqual(await textsOf('ban'))
  })

  it.each([
    ['', { type: 'missing', loc: ['query', 'q'], msg: 'Field required', input: null }],
    [
      '?q=',
      {
        type: 'string_too_short',
        loc: ['query', 'q'],
        msg: 'String should have at least 1 character',
        input: '',
        ctx: { min_length: 1 },
      },
    ],
    [
      '?q=b&limit=21',
      {
        type: 'less_than_equal',
        loc: ['query', 'limit'],
        msg: 'Input should be less than or equal to 20',
        input: '21',
        ctx: { le: 20 },
      },
    ],
    [
      '?q=b&limit=0',
      {
        type: 'greater_than_equal',
        loc: ['query', 'limit'],
        msg: 'Input should be greater than or equal to 1',
        input: '0',
        ctx: { ge: 1 },
      },
    ],
  ])('/suggest%s is 422', async (query, issue) => {
    const { status, json } = await ask(service.apiUrl, `/suggest${query}`)
    expect([status, json]).toEqual([422, { detail: [issue] }])
  })
})

describe('as every data endpoint, it', () => {
  it('credits the sources, is cached by ETag and counts', async () => {
    const key = await accountKey(stores, 'suggest', 'pro')
    const first = await ask(service.apiUrl, '/suggest?q=banan', { key })
    expect(first.headers).toMatchObject({
      'x-attribution': 'USDA FoodData Central (CC0)',
      'cache-control': expect.stringMatching(/^private/),
      'x-ratelimit-limit': '500',
      'x-ratelimit-remaining': '499',
      'access-control-allow-origin': '*',
    })
    const { etag = '' } = first.headers
    const headers = { 'if-none-match': etag }
    const again = await ask(service.apiUrl, '/suggest?q=banan', { key, headers })
    expect([again.status, again.text, again.headers['x-ratelimit-remaining']]).toEqual([304, '', '498'])
    const products = await ask(service.apiUrl, '/suggest?q=velvet+sp')
    expect(products.headers['x-attribution']).toBe('Open Food Facts (ODbL)')
    expect((await ask(service.apiUrl, '/suggest?q=zzzzzqx')).headers['x-attribution']).toBeUndefined()
  })

  it('is 401 for anything but its path', async () => {
    for (const path of ['/suggest/', '/Suggest?q=b', '/suggest/b', '/suggestions?q=b'])
      expect([path, (await ask(service.apiUrl, path)).status]).toEqual([path, 401])
    expect((await ask(service.apiUrl, '/suggest?q=b', { method: 'POST' })).status).toBe(401)
    expect((await ask(service.apiUrl, '/suggest?q=b', { method: 'HEAD' })).status).toBe(200)
  })
})
