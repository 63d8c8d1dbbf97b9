// Where a removed food must not come back from: imports of any source, packs, and an import that runs at the same time.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { lift, type TakedownSubject, takeDown } from '../../../src/community/takedowns.ts'
import type { Origin } from '../../../src/importer/judge-record.ts'
import { createPublisher } from '../../../src/importer/publish.ts'
import { acquireImportLock, runImport } from '../../../src/importer/run.ts'
import { exportPack } from '../../../src/packs/export.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { createStores, emptyCatalog, type StoresWithPool } from '../../support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-takedowns-'))
let stores: StoresWithPool

const barcode = '4006381333931'
const product = (code: string, name: string, more: object = {}) => ({
  code,
  product_name: name,
  last_modified_t: 1_700_000_000,
  image_url: `https://images.openfoodfacts.org/images/products/${code}.400.jpg`,
  nutriments: {
    'energy-kcal_100g': 46,
    fat_100g: 1.5,
    carbohydrates_100g: 6.7,
    proteins_100g: 1,
    salt_100g: 0.1,
  },
  ...more,
})
const oatDrink = (more: object = {}) => product(barcode, 'Oat Drink', more)
const others = Array.from({ length: 50 }, (_, n) => product(String(4_006_381_000_000 + n), `Rye Bread ${n}`))

function importLines(lines: object[], origin: Origin = { from: 'off' }) {
  const file = join(folder, 'lines.jsonl')
  writeFileSync(file, lines.map(line => JSON.stringify(line)).join('\n'))
  return withConnection(stores.databaseUrl, client => runImport(client, { inputs: [{ file, origin }] }))
}

const publisher = createPublisher([])
const publish = () => withConnection(stores.databaseUrl, client => publisher.publish(client))

async function remove(subject: TakedownSubject): Promise<number> {
  const result = await takeDown(stores.pool, {
    subject,
    ground: 'copyright',
    reason: 'a letter',
    moderatorId: null,
  })
  if ('error' in result) throw new Error(result.error)
  return result.takedownId
}

const found = async () =>
  (await stores.sql(`select id, image_url from foods where barcode = '${barcode}'`))[0]
const foodId = async () => Number((await found())?.['id'])
const counted = () =>
  stores.sql(`select (select foods from catalog_stats) as stated, (select count(*) from foods) as actual,
                 (select foods from catalog_breakdown where kind = 'source' and name = 'off') as of_source`)
const journal = (id: number) =>
  stores.sql(`select change from food_changes where food_id = ${id} order by changed_at`)

beforeAll(async () => {
  stores = await createStores()
})
beforeEach(async () => {
  await stores.sql(emptyCatalog)
  await stores.sql('truncate takedowns, taken_down_records cascade')
  await importLines([oatDrink(), ...others])
})
afterAll(async () => {
  await stores.drop()
  rmSync(folder, { recursive: true })
})

it('does not come back through another source with the same barcode, until it is lifted', async () => {
  const id = await foodId()
  const takedown = await remove({ kind: 'food', foodId: id })
  await publish()
  const usda = {
    source_id: 'gtin:1',
    name: 'Oat Drink',
    barcode,
    calories_kcal: 46,
    protein_g: 1,
    fat_g: 1,
    carbs_g: 7,
  }
  const report = await importLines([usda], { from: 'jsonl', source: 'usda' })
  expect(report.rejected).toMatchObject({ 'taken-down': 1 })
  expect(await found()).toBe(undefined)
  expect(await lift(stores.pool, takedown)).toBe(true)
  await publish()
  await importLines([usda], { from: 'jsonl', source: 'usda' })
  expect(await found()).toBeDefined()
})

it('gives a barcode back once its takedown is lifted', async () => {
  const id = await foodId()
  const takedown = await remove({ kind: 'barcode', barcode })
  await publish()
  expect(await found()).toBe(undefined)
  await importLines([oatDrink(), ...others])
  expect(await found()).toBe(undefined)
  await lift(stores.pool, takedown)
  await publish()
  await importLines([oatDrink(), ...others])
  expect(await foodId()).toBe(id)
})

it('is counted and journalled after an import during which it was removed', async () => {
  const id = await foodId()
  const rye = Number((await stores.sql(`select id from foods where name = 'Rye Bread 7'`))[0]?.['id'])
  await withConnection(stores.databaseUrl, async importing => {
    await acquireImportLock(importing)
    await remove({ kind: 'food', foodId: id })
    await remove({ kind: 'image', foodId: rye })
    expect(await publish()).toBe(null)
    expect(await found()).toBe(undefined)
    expect(await stores.sql(`select image_url from foods where id = ${rye}`)).toEqual([{ image_url: null }])
    expect(await journal(id)).toEqual([])
  })
  expect(await publish()).toEqual({ records: 0, takedowns: 2 })
  expect(await found()).toBe(undefined)
  expect(await stores.sql(`select image_url from foods where id = ${rye}`)).toEqual([{ image_url: null }])
  expect(await journal(id)).toEqual([{ change: 'removed' }])
  expect(await journal(rye)).toEqual([{ change: 'changed' }])
  expect(await counted()).toEqual([{ stated: 50, actual: 50, of_source: 50 }])
  expect(await publish()).toEqual({ records: 0, takedowns: 0 })
})

it('is counted right after an import that rebuilt the catalog without it', async () => {
  const id = await foodId()
  const more = Array.from({ length: 50 }, (_, n) => product(String(4_006_382_000_000 + n), `Oat Bread ${n}`))
  const file = join(folder, 'more.jsonl')
  writeFileSync(file, more.map(line => JSON.stringify(line)).join('\n'))
  await withConnection(stores.databaseUrl, async importing => {
    await acquireImportLock(importing)
    await remove({ kind: 'food', foodId: id })
    expect(await publish()).toBe(null)
    await runImport(importing, { inputs: [{ file, origin: { from: 'off' } }] })
  })
  await publish()
  expect(await found()).toBe(undefined)
  expect(await journal(id)).toEqual([{ change: 'removed' }])
  expect(await counted()).toEqual([{ stated: 100, actual: 100, of_source: 100 }])
})

it.each([
  ['is changed in place', []],
  [
    'is rebuilt',
    Array.from({ length: 50 }, (_, n) => product(String(4_006_382_000_000 + n), `Oat Bread ${n}`)),
  ],
])('does not come back when the catalog %s by an import that read it before', async (_, more) => {
  const id = await foodId()
  const lines = [oatDrink({ last_modified_t: 1_800_000_000, ingredients_text: 'water, more oats' }), ...more]
  await withConnection(stores.databaseUrl, async blocking => {
    // Imports write it after they have compared their records with the takedowns.
    await blocking.query('begin; lock table rules_fingerprints')
    const importing = importLines(lines)
    await vi.waitFor(
      async () =>
        expect(
          await stores.sql(
            `select from pg_locks where not granted and relation = 'rules_fingerprints'::regclass`,
          ),
        ).not.toEqual([]),
      { timeout: 60_000, interval: 50 },
    )
    await remove({ kind: 'food', foodId: id })
    expect(await publish()).toBe(null)
    expect(await found()).toBe(undefined)
    await blocking.query('commit')
    await importing
  })
  expect(await found()).toBe(undefined)
  await publish()
  expect(await found()).toBe(undefined)
  expect(await journal(id)).toContainEqual({ change: 'removed' })
  expect(await counted()).toEqual([
    { stated: 50 + more.length, actual: 50 + more.length, of_source: 50 + more.length },
  ])
})

it('stays if its takedown was lifted during the import', async () => {
  const before = await found()
  await withConnection(stores.databaseUrl, async importing => {
    await acquireImportLock(importing)
    const takedown = await remove({ kind: 'food', foodId: Number(before?.['id']) })
    await publish()
    await lift(stores.pool, takedown)
  })
  await publish()
  expect(await found()).toEqual(before)
  expect(await counted()).toEqual([{ stated: 51, actual: 51, of_source: 51 }])
})

it('is missing from the next pack', async () => {
  const id = await foodId()
  const exported = async () => {
    const { foods } = await withConnection(stores.databaseUrl, client =>
      exportPack(client, {
        selection: { country: null, top: null, fields: 'lean' },
        folder: join(folder, 'packs'),
        onFoods: () => undefined,
        onPhase: () => undefined,
      }),
    )
    return foods
  }
  expect(await exported()).toBe(51)
  await remove({ kind: 'food', foodId: id })
  await publish()
  expect(await exported()).toBe(50)
})
