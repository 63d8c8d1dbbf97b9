// A small change updates the derived tables by the difference; the result must equal that of counting everything again.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { categories, categoryTrail } from '../../../src/food/categories.ts'
import { refreshDerivedTables } from '../../../src/importer/derived-tables.ts'
import { runImport } from '../../../src/importer/run.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { createStores, type TestStores } from '../../support/database.ts'

let stores: TestStores
const folder = mkdtempSync(join(tmpdir(), 'larder-small-'))
beforeAll(async () => {
  stores = await createStores()
})
afterAll(async () => {
  await stores.drop()
  rmSync(folder, { recursive: true })
})

// A linear congruential generator, so that a failure can be repeated.
let state = 20_261_115
const random = (below: number) => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((state / 2_147_483_648) * below)
}
const oneOf = <T>(values: readonly T[]): T => values[random(values.length)] as T

const words = [
  'Apple',
  'Honey',
  'Soup',
  'Rye',
  'Bread',
  'Jam',
  'Tea',
  'Oat',
  'Bar',
  'Gouda',
  'Juice',
  'Salad',
]
const tags = ['en:cheeses', 'en:breads', 'en:jams', 'en:soups', 'en:fruit-juices', 'en:teas', undefined]

const product = (n: number) => ({
  code: String(4_006_381_000_000 + n),
  product_name: `${oneOf(words)} ${oneOf(words)}`,
  brands: oneOf(['Kornhaus', 'Grove', '']),
  categories_tags: [oneOf(tags)].filter(tag => tag !== undefined),
  unique_scans_n: random(50),
  last_modified_t: 1_600_000_000 + random(100) * 86_400,
  ...(random(2) === 0 && { image_url: `https://images.openfoodfacts.org/images/products/${n}.400.jpg` }),
  nutriments: { 'energy-kcal_100g': 100 + random(3), fat_100g: 1, proteins_100g: 2, carbohydrates_100g: 20 },
  ...(random(10) === 0 && { obsolete: 'on' }),
})

function importProducts(products: object[]) {
  const file = join(folder, 'products.jsonl')
  writeFileSync(file, products.map(each => JSON.stringify(each)).join('\n'))
  return withConnection(stores.databaseUrl, client =>
    runImport(client, { inputs: [{ file, origin: { from: 'off' } }] }),
  )
}

/** The derived tables as sorted lists, and the groups. */
async function derived(client: Client) {
  const read = async (query: string) => (await client.query(query)).rows
  return {
    stats: await read('select foods, newest_change from catalog_stats'),
    breakdown: await read('select kind, name, foods from catalog_breakdown order by kind, name'),
    places: await read('select * from popular_places order by place'),
    categories: await read('select category, count from category_counts order by category'),
    brands: await read('select normalized_brand, count from brand_counts order by normalized_brand'),
    terms: await read('select term, document_frequency from terms order by term'),
    groups: await read(`
      select id from (select id, is_group_best,
                             row_number() over (partition by normalized_name, normalized_brand
                                                order by static_rank desc, id) = 1 as is_best from foods) as ranked
        where is_best <> is_group_best`),
  }
}

it('leaves the derived tables as counting everything again would', async () => {
  await importProducts(Array.from({ length: 1_500 }, (_, n) => product(n)))
  for (let change = 0; change < 12; change++) {
    const report = await importProducts(Array.from({ length: 1 + random(40) }, () => product(random(1_600))))
    expect(report.foods.added + report.foods.changed + report.foods.removed).toBeGreaterThan(0)
    await withConnection(stores.databaseUrl, async client => {
      const updated = await derived(client)
      expect(updated.groups).toEqual([])
      expect(await misplacedAnchors(client)).toEqual([])
      await client.query('begin')
      await refreshDerivedTables(client)
      expect(updated).toEqual(await derived(client))
      await client.query('rollback')
    })
  }
})

/** Anchors whose position is not the number of listed foods before them, and lists without a first anchor. */
async function misplacedAnchors(client: Client) {
  const members = categories.flatMap(({ name }) => categoryTrail(name).map(list => ({ list, name })))
  const { rows } = await client.query(
    `with members as (
       select list, array_agg(name) as names from unnest($1::text[], $2::text[]) as members (list, name) group by list
     )
     select anchors.*
       from popular_page_anchors as anchors
       left join members on members.list = anchors.category
       where position <> (select count(*) from foods
                            where is_group_best and (not anchors.has_image or image_url is not null)
                              and (anchors.category = '' or foods.category = any(members.names))
                              and (popular_order, id) < (anchors.popular_order, anchors.food_id))
     union all
     select anchors.* from popular_page_anchors as anchors
       where not exists (select from popular_page_anchors as first
                           where first.category = anchors.category and first.has_image = anchors.has_image
                             and first.position = 0)`,
    [members.map(({ list }) => list), members.map(({ name }) => name)],
  )
  return rows
}
