// Several records of one product in files that are imported one after the other (rule best-values).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inspect } from '../../../src/catalog/inspect.ts'
import { runImport } from '../../../src/importer/run.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { createStores, emptyCatalog, type TestStores } from '../../support/database.ts'

let stores: TestStores
const folder = mkdtempSync(join(tmpdir(), 'larder-best-values-'))
beforeAll(async () => {
  stores = await createStores()
})
beforeEach(() => stores.sql(emptyCatalog))
afterAll(async () => {
  await stores.drop()
  rmSync(folder, { recursive: true })
})

const code = '3017620422003'
const nutriments = {
  'energy-kcal_100g': 539,
  fat_100g: 30.9,
  carbohydrates_100g: 57.5,
  proteins_100g: 6.3,
}
const picture = {
  image_url: 'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.5.400.jpg',
}
const complete = { code, product_name: 'Nutella', nutriments, ...picture }
const tags = { code, product_name: 'Nutella', brands: 'Ferrero', categories_tags: ['en:hazelnut-spreads'] }
/** As a line of the dump, whose products are whole. */
const whole = { _id: code, nutriments: {} }

let files = 0
async function importLines(lines: object[], options: { fullDumpOf?: 'off'; reprocess?: boolean } = {}) {
  const file = join(folder, `${++files}.jsonl`)
  writeFileSync(file, lines.map(line => JSON.stringify(line)).join('\n'))
  const { reprocess = false, ...whole } = options
  return withConnection(stores.databaseUrl, client =>
    runImport(client, { inputs: [{ file, origin: { from: 'off' }, reprocess }], ...whole }),
  )
}

const columns =
  'name, brand, category, calories_kcal, fat_g, serving_size_g, serving_desc, image_url, details'
async function nutella(): Promise<Record<string, unknown> | undefined> {
  const rows = await stores.sql<Record<string, unknown>>(
    `select ${columns} from foods left join food_details on food_id = id where source_id = '${code}'`,
  )
  expect(rows.length).toBeLessThanOrEqual(1)
  return rows[0]
}

const orders = <Item>(items: Item[]): Item[][] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, index) => orders(items.toSpliced(index, 1)).map(rest => [item, ...rest]))

/** `others` are in every file. */
async function resultsOfAllOrders(lines: object[], others: object[] = []) {
  const results: unknown[] = []
  for (const order of orders(lines)) {
    await stores.sql(emptyCatalog)
    for (const line of order) await importLines([line, ...others])
    results.push(await nutella())
  }
  return results
}

describe('records of one code', () => {
  it('keep the values that a later record lacks', async () => {
    await importLines([complete])
    const report = await importLines([{ ...tags, last_modified_t: 1_790_000_000 }])
    expect(report).toMatchObject({ repeated: 0, foods: { added: 0, changed: 1, total: 1 } })
    expect(await nutella()).toMatchObject({
      brand: 'Ferrero',
      calories_kcal: 539,
      image_url: picture.image_url,
    })
  })

  it('give the same food in every order, and in one file', async () => {
    const lines = [
      complete,
      { ...tags, last_modified_t: 1_700_000_000 },
      {
        code,
        product_name: 'Nutella Original',
        last_modified_t: 1_790_000_000,
        nutriments: { sugars_100g: 56 },
      },
    ]
    const results = await resultsOfAllOrders(lines)
    await stores.sql(emptyCatalog)
    expect(await importLines(lines)).toMatchObject({ repeated: 2, foods: { total: 1 } })
    results.push(await nutella())
    expect(results).toHaveLength(7)
    for (const result of results) expect(result).toEqual(results[0])
    expect(results[0]).toMatchObject({ name: 'Nutella Original', brand: 'Ferrero', calories_kcal: 539 })
  })

  it('lose values that a newer record of the whole product lacks, in every order', async () => {
    const results = await resultsOfAllOrders([
      { ...complete, last_modified_t: 1_600_000_000 },
      { ...tags, ...whole, last_modified_t: 1_700_000_000 },
    ])
    for (const result of results)
      expect(result).toMatchObject({ brand: 'Ferrero', calories_kcal: null, fat_g: null, image_url: null })
    // An export without the columns of the nutrients says nothing about them.
    const others = await resultsOfAllOrders([
      { ...complete, last_modified_t: 1_600_000_000 },
      { ...tags, _id: code, last_modified_t: 1_700_000_000 },
    ])
    for (const result of others) expect(result).toMatchObject({ brand: 'Ferrero', calories_kcal: 539 })
  })

  it('take nutrition and serving from one label', async () => {
    const newer = { energy: 200, 'energy-kcal_100g': 200, fat_100g: 5, proteins_100g: 5 }
    const results = await resultsOfAllOrders([
      { ...complete, serving_size: '15 g', last_modified_t: 1_600_000_000 },
      { code, product_name: 'Nutella', nutriments: newer, last_modified_t: 1_700_000_000 },
    ])
    for (const result of results)
      expect(result).toMatchObject({
        calories_kcal: 200,
        fat_g: 5,
        image_url: picture.image_url,
        serving_desc: null,
      })
  })

  it('are kept, each with the groups that come from it', async () => {
    await importLines([complete])
    await importLines([{ ...tags, last_modified_t: 1_790_000_000 }])
    const parts = () =>
      stores.sql('select value_groups, calories_kcal from partial_records order by calories_kcal')
    expect(await parts()).toEqual([
      { value_groups: ['nutrition', 'picture'], calories_kcal: 539 },
      { value_groups: ['names', 'category', 'brand'], calories_kcal: null },
    ])
    const { partial_records } = await withConnection(stores.databaseUrl, client => inspect(client, code))
    expect(partial_records).toEqual(
      expect.arrayContaining([
        { value_groups: ['nutrition', 'picture'], source_modified_at: null },
        { value_groups: ['names', 'category', 'brand'], source_modified_at: 1_790_000_000 },
      ]),
    )
    await importLines([{ ...complete, ...whole, nutriments, last_modified_t: 1_795_000_000 }])
    expect(await parts()).toEqual([])
    expect(await nutella()).toMatchObject({ brand: null, calories_kcal: 539 })
  })

  it('are read again under other rules without becoming further records', async () => {
    await importLines([complete])
    await importLines([{ ...tags, last_modified_t: 1_790_000_000 }])
    const before = await nutella()
    const report = await importLines([complete], { reprocess: true })
    expect(report.foods).toMatchObject({ changed: 0, total: 1 })
    expect(await nutella()).toEqual(before)
    expect(await stores.sql('select from partial_records')).toHaveLength(2)
  })

  it('remain in the catalog as long as a full dump has one of them', async () => {
    const other = { ...complete, code: '4006381333931', product_name: 'Soup' }
    const newest = { ...tags, last_modified_t: 1_790_000_000 }
    await importLines([complete, other])
    await importLines([newest])
    for (const lines of [
      [complete, other],
      [newest, other],
    ]) {
      const report = await importLines(lines, { fullDumpOf: 'off' })
      expect(report.foods).toMatchObject({ removed: 0, total: 2 })
    }
    await withConnection(stores.databaseUrl, client =>
      runImport(client, {
        inputs: [{ file: join(folder, `${files - 1}.jsonl`), origin: { from: 'off' } }],
        fullDumpOf: 'off',
      }),
    )
    expect(await nutella()).toMatchObject({ calories_kcal: 539, brand: 'Ferrero' })
    const report = await withConnection(stores.databaseUrl, async client => {
      const file = join(folder, 'other.jsonl')
      writeFileSync(file, JSON.stringify(other))
      const inputs = [{ file, origin: { from: 'off' as const } }]
      return runImport(client, { inputs, fullDumpOf: 'off', allowMassRemoval: true })
    })
    expect(report.foods).toMatchObject({ removed: 1, total: 1 })
    expect(await stores.sql('select from partial_records')).toEqual([])
  })
})

describe('a record that is no food', () => {
  const noFood = { ...complete, product_type: 'beauty' }
  const soup = { ...complete, code: '4006381333931', product_name: 'Soup' }

  it('counts if it is the newest, in every order', async () => {
    const removed = [
      { ...complete, last_modified_t: 1_600_000_000 },
      { ...noFood, last_modified_t: 1_700_000_000 },
    ]
    for (const result of await resultsOfAllOrders(removed, [soup])) expect(result).toBeUndefined()
    const kept = [
      { ...complete, last_modified_t: 1_700_000_000 },
      { ...noFood, last_modified_t: 1_600_000_000 },
    ]
    for (const result of await resultsOfAllOrders(kept, [soup]))
      expect(result).toMatchObject({ calories_kcal: 539 })
  })
})
