// An import adds the lookups of the days that have ended to the popularity of the foods.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startService } from '../../../lab/service.ts'
import { runImport } from '../../../src/importer/run.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { storesForTest } from '../../support/database.ts'

const product = (n: number, more: object = {}) => ({
  code: String(4_006_381_000_000 + n),
  product_name: `Soup ${n}`,
  image_url: `https://images.openfoodfacts.org/images/products/${n}.400.jpg`,
  unique_scans_n: 1_000 - 10 * n,
  nutriments: { 'energy-kcal_100g': 100, fat_100g: 1, proteins_100g: 2, carbohydrates_100g: 20 },
  ...more,
})

const products = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => product(1 + index, more))

/** Food n is product n, with a popularity of 1,000 less 10 n. */
async function catalogOf(count: number) {
  const stores = await storesForTest()
  const folder = mkdtempSync(join(tmpdir(), 'larder-lookups-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const importProducts = (...imported: object[]) => {
    const file = join(folder, 'products.jsonl')
    writeFileSync(file, imported.map(each => JSON.stringify(each)).join('\n'))
    return withConnection(stores.databaseUrl, client =>
      runImport(client, { inputs: [{ file, origin: { from: 'off' } }] }),
    )
  }
  await importProducts(...products(count))
  return {
    stores,
    importProducts,
    lookUp: (foodId: number, callers: number, daysAgo: number) =>
      stores.sql(
        `insert into food_lookups (day, food_id, callers) values ((now() at time zone 'utc')::date - $3::integer, $1, $2)`,
        [foodId, callers, daysAgo],
      ),
    /** Everything happened two days earlier: shortly after midnight, the previous day does not count yet. */
    endDay: () =>
      stores.sql(
        'update food_lookups set day = day - 2; update catalog_stats set lookups_before = lookups_before - 2',
      ),
    lookups: async () => {
      const rows = await stores.sql<{ id: number; lookups: number }>(
        'select id, lookups from foods where lookups > 0 order by id',
      )
      return Object.fromEntries(rows.map(({ id, lookups }) => [id, lookups]))
    },
    async popular(limit = 3): Promise<number[]> {
      const { apiUrl, stop } = await startService(stores)
      const { json } = await ask(apiUrl, `/foods/popular?limit=${limit}`)
      await stop()
      return json.map(({ id }: { id: number }) => id)
    },
  }
}

it('follows what callers of the API look up', async () => {
  const { stores, importProducts, popular, lookups, endDay } = await catalogOf(20)
  await stores.sql('update foods set popularity = 0')
  const { apiUrl, stop } = await startService(stores, { TRUSTED_PROXIES: '127.0.0.1' })
  for (const [address, foodId] of [
    ['192.0.2.1', 7],
    ['192.0.2.2', 7],
    ['192.0.2.1', 5],
  ] as const)
    await ask(apiUrl, `/food/${foodId}`, { headers: { 'x-forwarded-for': address } })
  await stop()
  await importProducts(product(30, { unique_scans_n: 0 }))
  // The day has not ended.
  expect(await lookups()).toEqual({})
  await endDay()
  await importProducts(product(31, { unique_scans_n: 0 }))
  expect(await lookups()).toEqual({ 5: 1, 7: 2 })
  expect((await popular()).slice(0, 2)).toEqual([7, 5])
})

// A catalog of 20 foods is rebuilt for 3 changes, and one of 200 is changed in place.
it.each([
  ['in place', 200],
  ['in a rebuilt table', 20],
])('adds up the days, and does not add them again, %s', async (_, count) => {
  const { importProducts, popular, lookUp, lookups, endDay } = await catalogOf(count)
  await lookUp(9, 1_000, 0)
  await lookUp(9, 1_000, 88)
  await lookUp(8, 1_000, 1)
  await lookUp(1, 1, 0)
  await endDay()
  await lookUp(7, 400, 0)
  await importProducts(product(count + 1))
  expect(await lookups()).toEqual({ 8: 1_000, 9: 2_000 })
  expect(await popular()).toEqual([9, 8, 1])
  await endDay()
  await importProducts(product(count + 2))
  expect(await lookups()).toEqual({ 7: 400, 8: 1_000, 9: 2_000 })
  expect(await popular()).toEqual([9, 8, 7])
  // Every food is imported again with another value.
  await importProducts(...products(count, { serving_quantity: 30 }))
  expect(await lookups()).toEqual({ 7: 400, 8: 1_000, 9: 2_000 })
  expect(await popular()).toEqual([9, 8, 7])
})

it('changes a food when its popularity differs by more than a tenth, also if its lookups have expired', async () => {
  const { stores, importProducts, lookUp, lookups, endDay } = await catalogOf(200)
  await lookUp(1, 99, 0)
  await lookUp(2, 99, 0)
  await endDay()
  await importProducts(product(201))
  // The popularity of food 1 is 990, and that of food 2 is 980.
  expect(await lookups()).toEqual({ 2: 99 })
  const [before] = await stores.sql('select updated_at from foods where id = 1')
  await lookUp(1, 1, 1)
  await endDay()
  await stores.sql('delete from food_lookups where food_id = 2')
  await importProducts(product(202))
  expect(await lookups()).toEqual({ 1: 100, 2: 99 })
  await stores.sql('update foods set popularity = 500 where id = 2')
  await endDay()
  await importProducts(product(203))
  expect(await lookups()).toEqual({ 1: 100 })
  // Lookups are no change of the food.
  expect(await stores.sql('select updated_at from foods where id = 1')).toEqual([before])
})

it('shows the food of a group that is looked up most', async () => {
  const { stores, importProducts, lookUp, endDay } = await catalogOf(200)
  const twin = { product_name: 'Stew', unique_scans_n: 10 }
  await importProducts(product(300, twin), product(301, twin))
  const best = () => stores.sql(`select id from foods where name = 'Stew' and is_group_best`)
  const [{ id: first } = {}] = await best()
  const [{ id: second = 0 } = {}] = await stores.sql<{ id: number }>(
    `select id from foods where name = 'Stew' and not is_group_best`,
  )
  expect([first, second]).toEqual([expect.any(Number), expect.any(Number)])
  await lookUp(second, 50, 0)
  await endDay()
  await importProducts(product(302))
  expect(await best()).toEqual([{ id: second }])
})

it('counts the lookups of a merged food for the other one', async () => {
  const { stores, importProducts, lookUp, lookups, endDay } = await catalogOf(200)
  await stores.sql(
    `insert into merged_food_ids (food_id, merged_into_food_id, source, source_id) values (9000, 3, 'off', 'merged')`,
  )
  await lookUp(9_000, 500, 0)
  await lookUp(3, 500, 0)
  // Of a food that was removed.
  await lookUp(9_001, 500, 0)
  await endDay()
  await importProducts(product(201))
  expect(await lookups()).toEqual({ 3: 1_000 })
})
