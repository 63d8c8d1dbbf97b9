import { beforeAll, expect, it } from 'vitest'
import { inspect } from '../../../src/catalog/inspect.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { withFixtureService } from '../../support/fixture-service.ts'

const fixture = withFixtureService()
const find = (query: string) => withConnection(fixture.stores.databaseUrl, client => inspect(client, query))

let milk: number
beforeAll(async () => {
  milk = (await fixture.ask('/barcode/0042100005264')).json.id
  await fixture.stores.sql(
    `insert into superseded_records
       (food_id, source, source_id, name, barcode, confidence, popularity, normalized_name, normalized_brand)
       select $1, 'community', source_id, 'Milk', barcode, 0.5, 0, 'milk', ''
         from (values ('milk-1', '0042100005264'), ('milk-2', '2000000000015')) as records (source_id, barcode)`,
    [milk],
  )
  await fixture.stores.sql('insert into merged_food_ids (food_id, merged_into_food_id) values (800000, $1)', [
    milk,
  ])
  await fixture.stores.sql(
    `insert into excluded_records (source, source_id, reason, food_id) values ('off', '00001234', 'obsolete', 800001)`,
  )
})

it.each([
  ['a barcode', '0-42100-00526-4'],
  ['its UPC-E', '04252614'],
  ['the id of the record at its source', '0042100005264'],
  ['the barcode of a superseded record', '2000000000015'],
  ['the id of a superseded record at its source', 'milk-2'],
  ['the id of a food that was merged into it', '800000'],
])('finds a food by %s', async (_kind, query) => {
  const { food, superseded_records, excluded_records } = await find(query)
  expect(food?.id).toBe(milk)
  expect(superseded_records).toMatchObject([
    { source: 'community', source_id: 'milk-1', reason: 'same-barcode', confidence: 0.5 },
    { source: 'community', source_id: 'milk-2', reason: 'same-product', barcode: '2000000000015' },
  ])
  expect(excluded_records).toEqual([])
})

it.each([
  ['the id of the record at its source', '00001234'],
  ['the id that it had as a food', '800001'],
])('finds an excluded record by %s', async (_kind, query) => {
  const { food, excluded_records } = await find(query)
  expect(food).toBeNull()
  expect(excluded_records).toEqual([
    {
      source: 'off',
      source_id: '00001234',
      reason: 'obsolete',
      food_id: 800_001,
      what: 'the source marks the product as no longer sold',
    },
  ])
})
