// The filters and pages of /search and /foods/popular, on a catalog with one example per filter.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startService } from '../../../lab/service.ts'
import { allergens } from '../../../src/food/allergens.ts'
import { nutrients } from '../../../src/food/nutrients.ts'
import { runImport } from '../../../src/importer/run.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { createStores, type TestStores } from '../../support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-api-filters-'))
let stores: TestStores
let service: RunningService

const values = {
  calories_kcal: 200,
  protein_g: 10,
  fat_g: 8,
  carbs_g: 22,
  sugar_g: 5,
  fiber_g: 3,
  sodium_mg: 400,
  saturated_fat_g: 2,
  cholesterol_mg: 30,
  potassium_mg: 150,
}

interface Line {
  name: string
  popularity: number
  [field: string]: unknown
}

let popularity = 100_000
const stew = (name: string, more: object = {}): Line => ({
  name: `Stew ${name}`,
  popularity: --popularity,
  ...values,
  ...more,
})

const soups = Array.from({ length: 270 }, (_, n) => ({
  ...stew('', { protein_g: 1 + (n % 20), calories_kcal: 166 + 4 * (n % 20) }),
  name: `Soup number ${String(n).padStart(3, '0')}`,
}))

const foods: Line[] = [
  stew('plain'),
  stew('of fish', { category: 'Fish soups' }),
  stew('of fruit', { category: 'Fruits' }),
  stew('branded', { brand: 'Fernhollow Dairy' }),
  stew('other brand', { brand: 'Fernhollows' }),
  stew('from France', { details: { countries: ['France', 'Italy'] } }),
  stew('from Spain', { details: { countries: ['Spain'] } }),
  stew('measured', { source: 'usda' }),
  stew('with photo', { image_url: 'https://images.example/stew.jpg' }),
  stew('with milk', { details: { allergens: ['milk'] } }),
  stew('with milk, traces of nuts', { details: { allergens: ['milk'], traces: ['nuts'] } }),
  stew('with oats', { details: { allergens: ['avena'] } }),
  stew('with traces of eggs', { details: { traces: ['eggs'] } }),
  stew('lean', { fat_g: 0.1, saturated_fat_g: 0, calories_kcal: 135 }),
  { name: 'Stew unknown', popularity: --popularity, calories_kcal: 210 },
  ...soups,
]

beforeAll(async () => {
  stores = await createStores()
  const file = join(folder, 'foods.jsonl')
  const lines = foods.map((food, n) => JSON.stringify({ source: 'off', source_id: String(n), ...food }))
  writeFileSync(file, lines.join('\n'))
  await withConnection(stores.databaseUrl, client =>
    runImport(client, { inputs: [{ file, origin: { from: 'jsonl', source: 'per-line' } }] }),
  )
  service = await startService(stores)
})
afterAll(async () => {
  await service.stop()
  await stores.drop()
  rmSync(folder, { recursive: true })
})

const namesOf = async (path: string): Promise<string[]> => {
  const { status, json } = await ask(service.apiUrl, path)
  expect([path, status]).toEqual([path, 200])
  return json.map(({ name }: { name: string }) => name)
}

const lists = ['/search?q=stew&limit=50', '/foods/popular?has_image=false&limit=500']

describe('a filter', () => {
  // query string, foods that pass, foods that do not
  const cases: [string, string[], string[]][] = [
    ['category=Fish+soups', ['of fish'], ['of fruit', 'plain']],
    ['category=Soups', ['of fish'], ['of fruit', 'plain']],
    ['brand=fernhollow', ['branded'], ['other brand', 'plain']],
    ['brand=F%C3%A9rnhollow+DAIRY', ['branded'], ['other brand', 'plain']],
    ['country=FR', ['from France'], ['from Spain', 'plain']],
    ['country=Italien', ['from France'], ['from Spain', 'plain']],
    ['kind=generic', ['measured'], ['branded', 'plain']],
    ['kind=branded', ['branded', 'other brand'], ['measured', 'plain']],
    ['complete=true', ['plain', 'lean'], ['unknown']],
    ['complete=on&fat_g_max=1', ['lean'], ['plain', 'unknown']],
    ['exclude_allergens=eggs', ['with milk', 'with milk, traces of nuts'], ['plain', 'with traces of eggs']],
    ['exclude_allergens=nuts', ['with milk'], ['with milk, traces of nuts', 'plain']],
    ['exclude_allergens=milk', [], ['with milk', 'with oats', 'plain']],
    // Oats in the words of the source may be any allergen.
    ['exclude_allergens=gluten', ['with milk'], ['with oats', 'plain']],
    ['exclude_allergens=fish,+sesame+seeds', ['with milk'], ['plain']],
    // The columns are of single precision.
    ['fat_g_max=0.1', ['lean'], ['plain', 'unknown']],
    ['fat_g_min=0.1', ['lean', 'plain'], ['unknown']],
    ['calories_kcal_min=140&calories_kcal_max=205', ['plain'], ['lean', 'unknown']],
    ['calories_kcal_min=210', ['unknown'], ['plain']],
    ...nutrients.map((nutrient): [string, string[], string[]] => [
      `${nutrient}_min=${values[nutrient]}&${nutrient}_max=${values[nutrient]}`,
      ['plain'],
      ['unknown'],
    ]),
  ]
  it.each(cases)('%s', async (filter, passing, failing) => {
    for (const list of lists) {
      const all = await namesOf(list)
      const names = await namesOf(`${list}&${filter}`)
      for (const name of passing)
        expect([list, names]).toEqual([list, expect.arrayContaining([`Stew ${name}`])])
      for (const name of failing) {
        expect(all).toContain(`Stew ${name}`)
        expect([list, names.includes(`Stew ${name}`)]).toEqual([list, false])
      }
    }
  })

  it('has_image', async () => {
    expect(await namesOf('/search?q=stew&has_image=true')).toEqual(['Stew with photo'])
    expect(await namesOf('/search?q=stew&has_image=false')).toEqual(await namesOf('/search?q=stew'))
    expect(await namesOf('/foods/popular')).toEqual(['Stew with photo'])
    expect(await namesOf('/foods/popular?fat_g_max=1')).toEqual([])
    expect(await namesOf('/foods/popular?fat_g_max=8&category=')).toEqual(['Stew with photo'])
  })

  it('is combined with the others', async () => {
    expect(
      await namesOf('/search?q=stew&brand=fernhollow&fat_g_max=8&kind=branded&source=ai_estimate'),
    ).toEqual([])
    for (const list of lists) {
      expect(await namesOf(`${list}&brand=fernhollow&kind=branded&fat_g_max=8`)).toEqual(['Stew branded'])
      expect(await namesOf(`${list}&category=Soups&protein_g_min=10`)).toEqual(['Stew of fish'])
      expect(await namesOf(`${list}&category=Soups&brand=fernhollow`)).toEqual([])
    }
  })

  it.each(['category=', 'brand=', 'brand=%00', 'country=', 'complete=false', 'complete=0'])(
    '%s is none',
    async filter => {
      for (const list of lists) expect(await namesOf(`${list}&${filter}`)).toEqual(await namesOf(list))
    },
  )

  it.each([
    'category=Nothing',
    'brand=%25',
    'brand=nobody',
    'protein_g_min=9&protein_g_max=8',
    'fat_g_min=1e300',
  ])('%s is valid, and no food passes', async filter => {
    for (const list of lists) expect(await namesOf(`${list}&${filter}`)).toEqual([])
  })

  it.each([`' or 1=1 --`, `"}'::jsonb`, '\\', `a' & 'b`, '{"source":1}', '\ufffd'])(
    'is safe from %j',
    async value => {
      const text = encodeURIComponent(value)
      for (const list of lists)
        for (const name of ['category', 'brand']) expect(await namesOf(`${list}&${name}=${text}`)).toEqual([])
    },
  )
})

describe('a value that is invalid', () => {
  const quoted = [...allergens.map(allergen => `'${allergen}'`)]
  const expected = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
  // parameter, value, the issue
  it.each([
    [
      'kind',
      'all',
      'literal_error',
      "Input should be 'generic' or 'branded'",
      { expected: "'generic' or 'branded'" },
    ],
    [
      'kind',
      '',
      'literal_error',
      "Input should be 'generic' or 'branded'",
      { expected: "'generic' or 'branded'" },
    ],
    [
      'complete',
      'ja',
      'bool_parsing',
      'Input should be a valid boolean, unable to interpret input',
      undefined,
    ],
    [
      'has_image',
      '',
      'bool_parsing',
      'Input should be a valid boolean, unable to interpret input',
      undefined,
    ],
    ['country', 'Atlantis', 'value_error', 'Value error, not an ISO code or name of a country', undefined],
    ['exclude_allergens', 'milk,kiwi', 'literal_error', `Input should be ${expected}`, { expected }],
    ['exclude_allergens', 'Milk', 'literal_error', `Input should be ${expected}`, { expected }],
    [
      'fat_g_max',
      '1,5',
      'float_parsing',
      'Input should be a valid number, unable to parse string as a number',
      undefined,
    ],
    ['fat_g_min', 'nan', 'finite_number', 'Input should be a finite number', undefined],
    ['fat_g_min', '-1', 'greater_than_equal', 'Input should be greater than or equal to 0', { ge: 0 }],
  ])('%s=%s', async (name, value, type, msg, ctx) => {
    for (const list of lists) {
      const { status, json } = await ask(service.apiUrl, `${list}&${name}=${encodeURIComponent(value)}`)
      const issue = { type, loc: ['query', name], msg, input: value, ...(ctx && { ctx }) }
      expect([status, json]).toEqual([422, { detail: [issue] }])
    }
  })

  it.each([
    ['201', 'less_than_equal'],
    ['-1', 'greater_than_equal'],
    ['1.5', 'int_parsing'],
    ['', 'int_parsing'],
  ])('offset=%s of a search', async (offset, type) => {
    const { status, json } = await ask(service.apiUrl, `/search?q=stew&offset=${offset}`)
    expect([status, json.detail[0].type, json.detail[0].loc]).toEqual([422, type, ['query', 'offset']])
  })

  it('is reported together with the others, in the order of the description', async () => {
    const path = '/search?sugar_g_max=x&protein_g_min=x&kind=x&offset=x&source=x&limit=x&q=x'
    const { json } = await ask(service.apiUrl, path)
    expect(json.detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual([
      'q',
      'limit',
      'source',
      'offset',
      'kind',
      'protein_g_min',
      'sugar_g_max',
    ])
  })
})

describe('pages', () => {
  it.each(['', '&protein_g_min=3', '&complete=true&limit=37', '&limit=1&protein_g_max=1'])(
    'of a search neither overlap nor leave foods out: %s',
    async more => {
      const limit = Number(/limit=(\d+)/.exec(more)?.[1] ?? 50)
      const path = `/search?q=soup${limit === 50 ? '&limit=50' : ''}${more}`
      const whole: string[] = []
      for (let offset = 0; offset <= 200; offset += limit) {
        const page = await namesOf(`${path}&offset=${offset}`)
        whole.push(...page)
        if (page.length < limit) break
      }
      expect(new Set(whole).size).toBe(whole.length)
      expect(whole.length).toBeGreaterThan(10)
      const shifted = await namesOf(`/search?q=soup&limit=50&offset=7${more.replace(/&limit=\d+/, '')}`)
      expect(shifted).toEqual(whole.slice(7, 57))
    },
  )

  it('of a popular list with filters neither overlap nor leave foods out', async () => {
    const list = '/foods/popular?has_image=false&protein_g_min=5&complete=true'
    const whole = await namesOf(`${list}&limit=500`)
    const expected = foods
      .filter(({ protein_g }) => Number(protein_g) >= 5)
      .sort((one, other) => other.popularity - one.popularity)
      .map(({ name }) => name)
    expect(whole).toEqual(expected)
    const pages: string[] = []
    for (let offset = 0; offset < whole.length + 30; offset += 30)
      pages.push(...(await namesOf(`${list}&limit=30&offset=${offset}`)))
    expect(pages).toEqual(whole)
    expect(await namesOf(`${list}&offset=9007199254740993`)).toEqual([])
  })
})

it('gives the same response whatever the spelling of a value', async () => {
  const same = [
    ['country=DE', 'country=Deutschland'],
    ['exclude_allergens=milk,eggs', 'exclude_allergens=eggs,%20milk,eggs'],
    ['fat_g_max=1', 'fat_g_max=1.0'],
    ['complete=1', 'complete=TRUE'],
  ]
  for (const [one, other] of same)
    for (const list of lists) {
      const [first, second] = [
        await ask(service.apiUrl, `${list}&${one}`),
        await ask(service.apiUrl, `${list}&${other}`),
      ]
      expect(first.headers.etag).toBe(second.headers.etag)
    }
})
