// Where a removed food must not come back from: imports of any source, packs, and an import that runs at the same time.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { lift, listTakedowns, type TakedownSubject, takeDown } from '../../../src/catalog/takedowns.ts'
import { acquireImportLock } from '../../../src/importer/import-lock.ts'
import type { Origin } from '../../../src/importer/judge-record.ts'
import { runImport } from '../../../src/importer/run.ts'
import { applyPendingTakedowns } from '../../../src/importer/take-down-now.ts'
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

const apply = () => withConnection(stores.databaseUrl, applyPendingTakedowns)

async function remove(subject: TakedownSubject): Promise<number> {
  const result = await takeDown(stores.pool, {
    subject,
    ground: 'copyright',
    reason: 'a letter',
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

it('removes a food, keeps it away from imports, and brings it back under its id when lifted', async () => {
  const id = await foodId()
  const takedown = await remove({ kind: 'food', foodId: id })
  await apply()
  expect(await found()).toBe(undefined)
  const renamed = oatDrink({ last_modified_t: 1_700_000_200, product_name: 'Oat Drink New' })
  await importLines([renamed])
  expect(await found()).toBe(undefined)
  expect(await listTakedowns(stores.pool, 10)).toMatchObject([{ kind: 'food', is_published: true }])
  expect(await journal(id)).toEqual([{ change: 'removed' }])

  expect(await lift(stores.pool, takedown)).toBe(true)
  expect(await lift(stores.pool, takedown)).toBe(false)
  await apply()
  await importLines([renamed])
  expect(await foodId()).toBe(id)
})

it('removes an image and a barcode, which the next import does not bring back', async () => {
  const id = await foodId()
  await remove({ kind: 'image', foodId: id })
  await apply()
  expect(await found()).toEqual({ id, image_url: null })
  await remove({ kind: 'barcode', barcode })
  await apply()
  expect(await found()).toBe(undefined)
  await importLines([oatDrink({ last_modified_t: 1_700_000_300 })])
  expect(await stores.sql(`select id, image_url, barcode from foods where name = 'Oat Drink'`)).toEqual([
    { id, image_url: null, barcode: null },
  ])
})

it('is not recorded for a food that does not exist', async () => {
  await expect(remove({ kind: 'food', foodId: 987_654_321 })).rejects.toThrow('not_found')
  expect(await listTakedowns(stores.pool, 10)).toEqual([])
})

it('is finished by an import that ends without changing anything', async () => {
  const id = await foodId()
  const failing = join(folder, 'broken.jsonl')
  writeFileSync(failing, '{"code": "1"\n')
  await withConnection(stores.databaseUrl, async importing => {
    await acquireImportLock(importing)
    await remove({ kind: 'food', foodId: id })
    expect(await apply()).toBe(false)
    await expect(
      runImport(importing, { inputs: [{ file: failing, origin: { from: 'off' } }] }),
    ).rejects.toThrow('Nothing was changed')
  })
  expect(await listTakedowns(stores.pool, 1)).toMatchObject([{ is_published: true }])
  expect(await journal(id)).toEqual([{ change: 'removed' }])
})

it('does not come back through another source with the same barcode, until it is lifted', async () => {
  const id = await foodId()
  const takedown = await remove({ kind: 'food', foodId: id })
  await apply()
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
  await apply()
  await importLines([usda], { from: 'jsonl', source: 'usda' })
  expect(await found()).toBeDefined()
})

it('holds in a catalog that has no foods yet', async () => {
  await stores.sql(emptyCatalog)
  for (const subject of [barcode, '4006381000007']) {
    await remove({ kind: 'barcode', barcode: subject })
    expect(await apply()).toBe(true)
  }
  expect(await listTakedowns(stores.pool, 2)).toMatchObject([{ is_published: true }, { is_published: true }])
  await importLines([oatDrink(), ...others])
  expect(await found()).toBe(undefined)
})

it('gives a barcode back once its takedown is lifted', async () => {
  const id = await foodId()
  const takedown = await remove({ kind: 'barcode', barcode })
  await apply()
  expect(await found()).toBe(undefined)
  await importLines([oatDrink(), ...others])
  expect(await found()).toBe(undefined)
  await lift(stores.pool, takedown)
  await apply()
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
    expect(await apply()).toBe(false)
    expect(await found()).toBe(undefined)
    expect(await stores.sql(`select image_url from foods where id = ${rye}`)).toEqual([{ image_url: null }])
    expect(await journal(id)).toEqual([])
  })
  expect(await listTakedowns(stores.pool, 2)).toMatchObject([
    { is_published: false },
    { is_published: false },
  ])
  expect(await apply()).toBe(true)
  expect(await listTakedowns(stores.pool, 2)).toMatchObject([{ is_published: true }, { is_published: true }])
  expect(await found()).toBe(undefined)
  expect(await stores.sql(`select image_url from foods where id = ${rye}`)).toEqual([{ image_url: null }])
  expect(await journal(id)).toEqual([{ change: 'removed' }])
  expect(await journal(rye)).toEqual([{ change: 'changed' }])
  expect(await counted()).toEqual([{ stated: 50, actual: 50, of_source: 50 }])
})

it('is counted right after an import that rebuilt the catalog without it', async () => {
  const id = await foodId()
  const more = Array.from({ length: 50 }, (_, n) => product(String(4_006_382_000_000 + n), `Oat Bread ${n}`))
  const file = join(folder, 'more.jsonl')
  writeFileSync(file, more.map(line => JSON.stringify(line)).join('\n'))
  await withConnection(stores.databaseUrl, async importing => {
    await acquireImportLock(importing)
    await remove({ kind: 'food', foodId: id })
    expect(await apply()).toBe(false)
    await runImport(importing, { inputs: [{ file, origin: { from: 'off' } }] })
  })
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
    expect(await apply()).toBe(false)
    expect(await found()).toBe(undefined)
    await blocking.query('commit')
    await importing
  })
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
    await apply()
    await lift(stores.pool, takedown)
  })
  await apply()
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
  await apply()
  expect(await exported()).toBe(50)
})
