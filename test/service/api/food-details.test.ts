// GET /food/{food_id}/details on products of Open Food Facts, an everyday food of USDA and foods of other sources.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startService } from '../../../lab/service.ts'
import { micronutrients } from '../../../src/food/micronutrients.ts'
import { runImport } from '../../../src/importer/run.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { createStores, type TestStores } from '../../support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-details-'))
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
let stores: TestStores
let service: RunningService

const spread = {
  code: '3017620422003',
  product_name: 'Hazelnut spread',
  product_name_fr: 'Pâte à tartiner',
  lang: 'en',
  ingredients_text: 'sugar, hazelnuts, _milk_',
  allergens_tags: ['en:milk', 'en:nuts'],
  traces_tags: ['en:peanuts'],
  labels_tags: ['en:organic', 'en:fair-trade'],
  countries_tags: ['en:france'],
  categories_tags: ['en:hazelnut-spreads'],
  nutriscore_grade: 'e',
  nova_group: 4,
  quantity: '400 g',
  serving_size: '1 tablespoon (15 g)',
  image_url: 'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.400.jpg',
  last_modified_t: 1_750_000_000,
  nutriments: {
    'energy-kcal_100g': 539,
    fat_100g: 30.9,
    carbohydrates_100g: 57.5,
    sugars_100g: 56.3,
    proteins_100g: 6.3,
    salt_100g: 0.107,
    calcium_100g: 0.12,
    iron_100g: 0,
  },
}

const oatDrink = {
  code: '7394376616037',
  product_name: 'Oat drink',
  lang: 'en',
  nutriments: {
    ...{ 'energy-kcal_100g': 46, fat_100g: 1.5, carbohydrates_100g: 6.7, sugars_100g: 4, proteins_100g: 1 },
    ...{ fiber_100g: 0.8, salt_100g: 0.1 },
  },
}

async function importLines(
  name: string,
  lines: object[],
  origin: { from: 'off' } | { from: 'jsonl'; source: 'community' | 'ai_estimate' },
) {
  const file = join(folder, name)
  writeFileSync(file, lines.map(line => JSON.stringify(line)).join('\n'))
  await withConnection(stores.databaseUrl, client => runImport(client, { inputs: [{ file, origin }] }))
}

beforeAll(async () => {
  stores = await createStores()
  const water = { code: '5000112637922', product_name: 'Plain water' }
  await importLines('off.jsonl', [spread, oatDrink, water], { from: 'off' })
  const fortified = {
    ...{ source_id: 'oats', name: 'Oat drink', barcode: oatDrink.code, calories_kcal: 46, protein_g: 1 },
    ...{ carbs_g: 7, details: { micronutrients: { vitamin_d_ug: 0.75, iodine_ug: 22 } } },
  }
  const soup = { source_id: 'soup', name: 'Lentil soup', calories_kcal: 60 }
  await importLines('own.jsonl', [soup, fortified], { from: 'jsonl', source: 'community' })
  await importLines('estimates.jsonl', [{ source_id: 'stew', name: 'Guessed stew', calories_kcal: 90 }], {
    from: 'jsonl',
    source: 'ai_estimate',
  })
  await withConnection(stores.databaseUrl, client =>
    runImport(client, {
      inputs: [{ file: 'data/everyday-foods/usda.jsonl', origin: { from: 'jsonl', source: 'usda' } }],
    }),
  )
  service = await startService(stores, { ESTIMATE_SOURCE: 'model_guess' })
})
afterAll(async () => {
  await service.stop()
  await stores.drop()
  rmSync(folder, { recursive: true })
})

async function detailsOf(name: string) {
  const [row] = await stores.sql<{ id: number }>('select id from foods where name = $1', [name])
  const answer = await ask(service.apiUrl, `/food/${row?.id}/details`)
  expect([name, answer.status]).toEqual([name, 200])
  return answer
}

it('credits the record that vitamins come from on the page of the food, too', async () => {
  const { json } = await detailsOf('Oat drink')
  const { text } = await ask(service.websiteUrl, `/food/${json.food.id}-oat-drink`)
  const [footer = ''] = /Food data from .*?Not medical advice/s.exec(text) ?? []
  expect(footer).toContain('Open Food Facts')
  expect(footer).toContain('Community')
})

it('has everything that is stored, with the food as /food shows it', async () => {
  const { json, headers } = await detailsOf('Hazelnut spread')
  expect(json.food).toEqual((await ask(service.apiUrl, `/food/${json.food.id}`)).json)
  expect(json).toMatchObject({
    language: 'en',
    names: { fr: 'Pâte à tartiner', en: 'Hazelnut spread' },
    source_name: null,
    ingredients: 'sugar, hazelnuts, _milk_',
    allergens: ['milk', 'nuts'],
    traces: ['peanuts'],
    labels: ['organic', 'fair trade'],
    countries: ['France'],
    nutri_score: 'e',
    nova_group: 4,
    package_quantity: '400 g',
    portions: [{ description: '1 tablespoon', grams: 15 }],
    nutrients: { calcium_mg: 120, iron_mg: 0, vitamin_c_mg: null, alcohol_g: null },
    quality_flags: [
      { field: 'sodium_mg', rule: 'sodium-from-salt', explanation: 'computed from salt (divided by 2.5)' },
    ],
  })
  expect(Object.keys(json.nutrients)).toEqual([...micronutrients, 'alcohol_g', 'polyols_g'])
  expect(headers).toMatchObject({
    'x-attribution': 'Open Food Facts (ODbL)',
    'cache-control': 'private, max-age=60',
    etag: expect.stringMatching(/^W\//),
  })
})

it('has the vitamins and minerals of another record if its own states none, and credits both', async () => {
  const { json } = await detailsOf('Oat drink')
  expect(json.food.source).toBe('off')
  expect(json.nutrients).toMatchObject({ vitamin_d_ug: 0.75, iodine_ug: 22, calcium_mg: null })
  const sources = json.origins.map(({ source, fields }: { source: string; fields: string[] }) => [
    source,
    fields.includes('vitamin_d_ug'),
    fields.includes('protein_g'),
  ])
  expect(sources).toEqual([
    ['off', false, true],
    ['community', true, false],
  ])
})

it('names the record, the licence and the credit of each value, and the licence of the photo', async () => {
  const { json } = await detailsOf('Hazelnut spread')
  const record = {
    source: 'off',
    record_id: '3017620422003',
    record_url: 'https://world.openfoodfacts.org/product/3017620422003',
    correct_url: 'https://world.openfoodfacts.org/cgi/product.pl?type=edit&code=3017620422003',
    changed_at: '2025-06-15T15:06:40.000Z',
    credit: { text: 'Open Food Facts contributors, ODbL 1.0', url: 'https://openfoodfacts.org' },
  }
  const [values, photo, ...others] = json.origins
  expect(others).toEqual([])
  expect(values).toMatchObject({ ...record, licence: { spdx_id: 'ODbL-1.0' } })
  expect(values.fields).toEqual(
    expect.arrayContaining([
      'name',
      'sodium_mg',
      'category',
      'labels',
      'calcium_mg',
      'iron_mg',
      'serving_size_g',
    ]),
  )
  expect(values.fields).not.toContain('cholesterol_mg')
  expect(photo).toMatchObject({
    ...record,
    licence: { spdx_id: 'CC-BY-SA-3.0' },
    credit: { text: 'Open Food Facts, CC BY-SA' },
  })
  expect(photo.fields).toContain('image_url')
})

it('says null for what is unknown, never zero or an empty list', async () => {
  const { json } = await detailsOf('Plain water')
  const { food, nutrients, origins, quality_flags, updated_at, ...stated } = json
  expect(food.calories_kcal).toBeNull()
  expect(new Set(Object.values(nutrients))).toEqual(new Set([null]))
  expect(new Set(Object.values(stated))).toEqual(new Set([null]))
  expect(origins.flatMap(({ fields }: { fields: string[] }) => fields)).toContain('name')
  expect(quality_flags).toEqual(expect.any(Array))
  expect(Date.parse(updated_at)).not.toBeNaN()
})

it('credits a drawing of the service, and tells it from a picture of a product', async () => {
  const { json } = await detailsOf('Sugar, white')
  expect(new URL(json.food.image_url).pathname).toBe('/illustrations/pile-white.webp')
  expect(json.origins).toContainEqual({
    fields: ['image_url', 'image_thumb_url'],
    source: null,
    record_id: null,
    record_url: null,
    correct_url: expect.stringMatching(/^http.*\/contact$/),
    changed_at: null,
    licence: {
      name: 'Apache License 2.0',
      spdx_id: 'Apache-2.0',
      url: 'https://www.apache.org/licenses/LICENSE-2.0',
    },
    credit: { text: 'Larder', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  })
})

it('says what the service itself provides', async () => {
  const { json } = await detailsOf('Banana')
  const [values, picture, own, ...others] = json.origins
  expect(others).toEqual([])
  expect(json.source_name).toMatch(/^Bananas/)
  expect(values).toMatchObject({ source: 'usda', licence: { spdx_id: 'CC0-1.0' } })
  expect(values.fields).toContain('potassium_mg')
  expect(values.fields).not.toContain('name')
  expect(picture).toMatchObject({
    source: null,
    licence: { spdx_id: 'MIT' },
    credit: { text: 'Fluent Emoji' },
  })
  expect(own).toMatchObject({ source: null, record_id: null, licence: null, credit: null })
  expect(own.fields).toEqual(
    expect.arrayContaining(['name', 'names', 'category', 'serving_desc', 'portions']),
  )
})

it('has no credit where the source has none, and names estimates as the deployment does', async () => {
  const { json: soup } = await detailsOf('Lentil soup')
  expect(soup.origins[0]).toMatchObject({
    source: 'community',
    record_id: 'soup',
    licence: { spdx_id: 'ODbL-1.0' },
    credit: null,
  })
  const { json: stew } = await detailsOf('Guessed stew')
  expect([stew.food.source, stew.origins[0].source]).toEqual(['model_guess', 'model_guess'])
})

it('is 404 and 422 as /food, and finds the food that an id was merged into', async () => {
  const unknown = ['0', '-1', '99999', '9223372036854775808', 'x', '1.5', '%20']
  for (const id of unknown) {
    const [plain, details] = [
      await ask(service.apiUrl, `/food/${id}`),
      await ask(service.apiUrl, `/food/${id}/details`),
    ]
    expect([id, details.status, details.text]).toEqual([id, plain.status, plain.text])
  }
  await stores.sql(
    `insert into merged_food_ids (food_id, merged_into_food_id) select 77777, min(id) from foods`,
  )
  const { json } = await ask(service.apiUrl, '/food/77777/details')
  expect(json.food).toEqual((await ask(service.apiUrl, '/food/77777')).json)
})

it('matches its schema for 200 foods', async () => {
  const { json: description } = await ask(service.apiUrl, '/openapi.json')
  const { schema } =
    description.paths['/food/{food_id}/details'].get.responses[200].content['application/json']
  const fits = new Ajv2020({ strict: false, formats: { 'date-time': rfc3339 } }).compile({
    ...schema,
    components: description.components,
  })
  const foods = await stores.sql<{ id: number }>('select id from foods order by id limit 200')
  expect(foods).toHaveLength(200)
  for (const { id } of foods) {
    const { json } = await ask(service.apiUrl, `/food/${id}/details`)
    expect([id, fits(json), fits.errors]).toEqual([id, true, null])
  }
})
