// One product, one food (rule one-food-per-product).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startService } from '../../../lab/service.ts'
import type { SourceId } from '../../../src/food/sources.ts'
import { runImport } from '../../../src/importer/run.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { createStores, emptyCatalog, type TestStores } from '../../support/database.ts'

let stores: TestStores
let service: Awaited<ReturnType<typeof startService>>
const folder = mkdtempSync(join(tmpdir(), 'larder-products-'))
beforeAll(async () => {
  stores = await createStores()
  service = await startService(stores, { RESPONSE_CACHE_MB: '0' })
})
beforeEach(() => stores.sql(emptyCatalog))
afterAll(async () => {
  await service.stop()
  await stores.drop()
  rmSync(folder, { recursive: true })
})

const gtin = '3017620422003'

/** A complete and plausible label. */
const label = (source_id: string, more: object = {}) => ({
  source_id,
  name: 'Hazelnut spread',
  brand: 'Kornhaus',
  barcode: gtin,
  calories_kcal: 539,
  fat_g: 31,
  saturated_fat_g: 11,
  carbs_g: 57,
  sugar_g: 56,
  protein_g: 6,
  sodium_mg: 43,
  ...more,
})

let files = 0

function importRecords(source: SourceId, records: object[], more: { full?: boolean } = {}) {
  const file = join(folder, `${files++}.jsonl`)
  writeFileSync(file, records.map(record => JSON.stringify(record)).join('\n'))
  return withConnection(stores.databaseUrl, client =>
    runImport(client, {
      inputs: [{ file, origin: { from: 'jsonl', source } }],
      ...(more.full && { fullDumpOf: source, allowMassRemoval: true }),
    }),
  )
}

function importOff(products: object[]) {
  const file = join(folder, `${files++}.jsonl`)
  writeFileSync(file, products.map(product => JSON.stringify(product)).join('\n'))
  return withConnection(stores.databaseUrl, client =>
    runImport(client, { inputs: [{ file, origin: { from: 'off' } }] }),
  )
}

const offLabel = (more: object = {}) => ({
  code: gtin,
  product_name: 'Hazelnut spread',
  brands: 'Kornhaus',
  nutriments: {
    'energy-kcal_100g': 539,
    fat_100g: 31,
    'saturated-fat_100g': 11,
    carbohydrates_100g: 57,
    sugars_100g: 56,
    proteins_100g: 6,
    salt_100g: 0.1,
  },
  ...more,
})

const byBarcode = async (code = gtin) => (await ask(service.apiUrl, `/barcode/${code}`)).json

describe('records of one GTIN', () => {
  it('show the label while there is one, then the estimate, under one id', async () => {
    await importRecords('ai_estimate', [label('guess', { name: 'Some spread' })])
    const estimate = await byBarcode()
    expect(estimate).toMatchObject({ source: 'ai_estimate', name: 'Some spread' })

    expect(await importOff([offLabel()])).toMatchObject({
      shown: 1,
      foods: { added: 0, changed: 1, total: 1 },
    })
    expect(await byBarcode()).toMatchObject({ id: estimate.id, source: 'off', name: 'Hazelnut spread' })
    expect(await stores.sql('select source, food_id from superseded_records')).toEqual([
      { source: 'ai_estimate', food_id: estimate.id },
    ])

    await importOff([offLabel({ obsolete: 'on' })])
    expect(await byBarcode()).toEqual(estimate)

    await importRecords('ai_estimate', [label('another', { barcode: '4006381333931' })], { full: true })
    expect((await ask(service.apiUrl, `/barcode/${gtin}`)).status).toBe(404)

    await importOff([offLabel()])
    expect(await byBarcode()).toMatchObject({ id: estimate.id, source: 'off' })
  })

  it('show the best of them: a checked label, USDA Branded, community, sparse, an estimate, no usable values', async () => {
    await importRecords('ai_estimate', [label('guess')])
    const { id } = await byBarcode()
    await importOff([offLabel({ nutriments: { 'energy-kcal_100g': 539 } })])
    expect(await byBarcode()).toMatchObject({ id, source: 'ai_estimate' })
    await importOff([offLabel({ nutriments: { 'energy-kcal_100g': 539, fat_100g: 31, proteins_100g: 6 } })])
    expect(await byBarcode()).toMatchObject({ id, source: 'off' })
    await importRecords('community', [label('mine')])
    const unconfirmed = await byBarcode()
    expect(unconfirmed).toMatchObject({ id, source: 'community' })
    expect(unconfirmed.confidence).toBeLessThanOrEqual(0.6)
    await importRecords('usda', [label(`gtin:${gtin}`)])
    expect(await byBarcode()).toMatchObject({ id, source: 'usda' })
    await importOff([offLabel()])
    expect(await byBarcode()).toMatchObject({ id, source: 'off' })
    expect(await stores.sql('select source from superseded_records order by source')).toEqual([
      { source: 'ai_estimate' },
      { source: 'community' },
      { source: 'usda' },
    ])
  })

  it('follow a corrected barcode', async () => {
    await importRecords('community', [label('mine')])
    const { id } = await byBarcode()
    await importRecords('community', [label('mine', { barcode: '4006381333931' })])
    expect(await byBarcode('4006381333931')).toMatchObject({ id })
    expect((await ask(service.apiUrl, `/barcode/${gtin}`)).status).toBe(404)
  })

  it('become one food when a correction gives two foods the same GTIN; both ids find it', async () => {
    await importOff([offLabel()])
    const first = await byBarcode()
    await importRecords('community', [label('mine', { barcode: '4006381333931' })])
    const second = await byBarcode('4006381333931')
    expect(second.id).not.toBe(first.id)
    await importRecords('community', [label('mine')])
    expect(await byBarcode()).toEqual(first)
    expect((await ask(service.apiUrl, `/food/${second.id}`)).json).toEqual(first)
  })

  it('become two foods when a correction separates them; the shown one keeps the id', async () => {
    await importOff([offLabel()])
    await importRecords('community', [label('mine')])
    const { id } = await byBarcode()
    await importRecords('community', [label('mine', { barcode: '4006381333931' })])
    expect(await byBarcode()).toMatchObject({ id, source: 'off' })
    const other = await byBarcode('4006381333931')
    expect(other).toMatchObject({ source: 'community' })
    expect(other.id).not.toBe(id)
  })
})

describe('records without a GTIN', () => {
  const generic = (source_id: string, more: object = {}) =>
    label(source_id, { barcode: null, brand: null, name: 'Bananas, raw', ...more })

  it('are one food if name, brand and values are equal', async () => {
    const report = await importRecords('community', [
      generic('a', { brand: 'Grove' }),
      generic('b', { brand: 'Grove' }),
      generic('c', { brand: 'Grove', fat_g: 32 }),
      generic('d'),
    ])
    expect(report).toMatchObject({ shown: 3, superseded: 1, foods: { total: 3 } })
  })

  it('are one food if no value is known that could tell them apart', async () => {
    const nothing = { source_id: 'a', name: 'Banana' }
    const report = await importRecords('community', [nothing, { ...nothing, source_id: 'b' }])
    expect(report).toMatchObject({ shown: 1, superseded: 1 })
  })

  it('are one food if they are laboratory foods of the same name', async () => {
    await importRecords('usda', [generic('fdc:1')])
    await importRecords('usda', [generic('ndb:99999', { fat_g: 30.5 })])
    expect(await stores.sql('select name from foods')).toEqual([{ name: 'Bananas, raw' }])
    expect(await stores.sql('select from superseded_records')).toHaveLength(1)
  })
})

describe('the report', () => {
  it('adds up to the lines read', async () => {
    await importOff([offLabel(), offLabel({ code: '4006381333931', product_name: 'Soup' })])
    const report = await importOff([
      offLabel({ product_name: 'Old name' }),
      offLabel({ product_name: 'New name' }),
      offLabel({ code: '0003017620422003', product_name: 'The same GTIN' }),
      offLabel({ code: '4006381333948', product_name: '???' }),
      offLabel({ code: '' }),
      ...Array.from({ length: 20 }, (_, n) => offLabel({ code: String(4006381334000 + n) })),
    ])
    const { read, shown, superseded, repeated, skipped, rejected, malformed } = report
    const sum = (counts: Record<string, number>) =>
      Object.values(counts).reduce((one, other) => one + other, 0)
    expect({ read, shown, superseded, repeated, rejected }).toEqual({
      read: 25,
      shown: 21,
      superseded: 1,
      repeated: 1,
      rejected: { 'no-name': 1, 'no-code': 1 },
    })
    expect(shown + superseded + repeated + skipped + sum(rejected) + sum(malformed)).toBe(read)
  })
})
