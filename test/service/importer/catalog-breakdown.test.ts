import { expect, it } from 'vitest'
import { readCatalogBreakdown } from '../../../src/catalog/catalog-breakdown.ts'
import { refreshDerivedTables } from '../../../src/importer/derived-tables.ts'
import { inTransaction, withConnection } from '../../../src/platform/database/pool.ts'
import { storesForTest, type TestStores } from '../../support/database.ts'
import { openTestPool } from '../../support/keys.ts'

async function readBreakdown(stores: TestStores) {
  const pool = openTestPool(stores)
  const breakdown = await readCatalogBreakdown(pool)
  await pool.close()
  return breakdown
}

it('matches counts over all foods', async () => {
  const stores = await storesForTest('fixture-foods')
  await stores.sql(`update foods set source_modified_at = 1500000000 + id * 1000000 where id % 3 <> 0`)
  await withConnection(stores.databaseUrl, client =>
    inTransaction(client, () => refreshDerivedTables(client)),
  )
  const { counts, ...totals } = await readBreakdown(stores)

  const [counted] = await stores.sql<{ foods: number; newest: Date }>(`
    select count(*)::int as foods, date_trunc('day', to_timestamp(max(source_modified_at)), 'UTC') as newest from foods`)
  expect(totals).toMatchObject({ foods: counted?.foods, newestChange: counted?.newest })
  const expected = await stores.sql<{ kind: string; name: string; foods: number }>(`
    select 'source' as kind, source as name, count(*)::int as foods from foods group by source
    union all
    select 'class', 'complete', count(*)::int from foods where confidence >= 0.75 and source <> 'ai_estimate'
    order by 1 desc, 2`)
  expect(expected.length).toBeGreaterThan(3)
  expect(counts).toEqual(expect.arrayContaining(expected))
  expect(counts).toHaveLength(expected.length)
})

it('is replaced by the next import', async () => {
  const stores = await storesForTest('fixture-foods')
  await stores.sql(`delete from foods where source <> 'off'; update foods set confidence = 0`)
  await withConnection(stores.databaseUrl, client =>
    inTransaction(client, () => refreshDerivedTables(client)),
  )
  const { foods, counts } = await readBreakdown(stores)
  expect(counts).toEqual([{ kind: 'source', name: 'off', foods }])
})
