// The bounds of confidence classes and rank tiers in the schema match the tables in the code.
import { afterAll, expect, it } from 'vitest'
import { nutrients } from '../../src/food/nutrients.ts'
import { estimateSource, isMeasuredSource, sourceIds } from '../../src/food/sources.ts'
import { classes } from '../../src/quality/confidence/classes.ts'
import { rankTiers, tierPercentiles } from '../../src/search/rank-tiers.ts'
import { parseStaticRank } from '../../src/search/ranking/static-rank.ts'
import { createStores } from '../support/database.ts'

const stores = await createStores()
afterAll(stores.drop)

it('has a column for each nutrient, which rejects negative values', async () => {
  for (const table of ['foods', 'superseded_records']) {
    const columns = await stores.sql<{ name: string }>(
      `select column_name as name from information_schema.columns
         where table_name = $2 and column_name = any($1) and data_type = 'real' and is_nullable = 'YES'`,
      [nutrients, table],
    )
    expect(columns.map(({ name }) => name).sort(), table).toEqual([...nutrients].sort())
  }
  const checks = await stores.sql<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint
       where conrelid = 'foods'::regclass and contype = 'c'`,
  )
  for (const nutrient of nutrients) {
    expect(checks.filter(({ definition }) => definition.includes(`(${nutrient} >=`))).toHaveLength(1)
  }
})

it('ranks labels above others from the lower bound of the complete class', async () => {
  const found = await stores.sql(
    `select class, is_usable, min(thousandths)::int as min, max(thousandths)::int as max
       from (select thousandths, is_usable,
                    compute_static_rank('off', thousandths / 1000.0, false, 0, is_usable) / 64 / 1001 / 2 as class
               from generate_series(0, 999) as thousandths, (values (true), (false)) as data (is_usable)) as ranks
       group by class, is_usable order by class desc, is_usable desc`,
  )
  const floor = Math.round(classes.complete.floor * 1000)
  expect(found).toEqual([
    { class: 3, is_usable: true, min: floor, max: 999 },
    { class: 3, is_usable: false, min: floor, max: 999 },
    { class: 2, is_usable: true, min: 0, max: floor - 1 },
    { class: 1, is_usable: false, min: 0, max: floor - 1 },
  ])
})

it('ranks by numbers that the search can read', async () => {
  const found = await stores.sql<{ rank: number; source: string; confidence: number; has_image: boolean }>(
    `select compute_static_rank(source, confidence, has_image, popularity, false) as rank,
            source, confidence::float8 as confidence, has_image
       from unnest($1::text[]) as source, unnest(array[0.05, 0.4, 0.9, 1]) as confidence,
            unnest(array[true, false]) as has_image, unnest(array[0, 1, 1000, 2147483647]) as popularity`,
    [sourceIds],
  )
  for (const { rank, source, confidence, has_image: hasImage } of found) {
    expect(parseStaticRank(rank)).toEqual({
      dataClass:
        source === estimateSource
          ? 'estimate'
          : confidence >= classes.complete.floor
            ? 'complete'
            : 'unusable',
      hasImage: hasImage || isMeasuredSource(source),
      confidence,
      popularity: expect.any(Number),
    })
  }
})

it('has a partial index for each rank tier', async () => {
  const indexes = await stores.sql<{ definition: string }>(
    `select indexdef as definition from pg_indexes where tablename = 'foods' and indexdef like '%tier%'`,
  )
  const tiers = indexes.map(
    ({ definition }) => /USING gin \(search_vector\).* WHERE \(rank_tier = (\d+)\)$/.exec(definition)?.[1],
  )
  expect(tiers.map(Number).sort((one, other) => one - other)).toEqual(rankTiers)
})

it('searches the rank tiers from best to worst', async () => {
  const [found] = await stores.sql<{ source: string }>(
    `select prosrc as source from pg_proc where proname = 'search_foods'`,
  )
  const queried = found?.source.matchAll(/\brank_tier = (\d+)/g) ?? []
  expect([...queried].map(([, tier]) => Number(tier))).toEqual(rankTiers)
})

it('assigns the first rank tier to the best food and the last to the worst', async () => {
  const floors = tierPercentiles.map(share => Math.round(1_000 * share))
  const [found] = await stores.sql('select rank_tier_of(1000, $1) as best, rank_tier_of(0, $1) as poorest', [
    floors,
  ])
  expect(found).toEqual({ best: rankTiers[0], poorest: rankTiers.at(-1) })
})
