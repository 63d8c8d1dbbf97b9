// Writes all foods again, as tables that are swapped in. For many changes, this takes a fraction of the time of an update.
import type { Client } from 'pg'
import { inTransaction, withSecondConnection } from '../platform/database/pool.ts'
import {
  buildIndexes,
  dropShadowTables,
  fillShadowTable,
  indexesToBuild,
  type ShadowTable,
  swapTables,
} from '../platform/database/shadow-table.ts'
import { tierPercentiles } from '../search/rank-tiers.ts'
import { rebuildDerivedTables } from './derived-tables.ts'
import { groupRank, tierOf } from './food-groups.ts'
import type { OnPhase } from './progress.ts'
import { bookkeeping, bookkeepingOf, columns, columnsOf } from './record-columns.ts'
import { useMoreMemory } from './tables.ts'

export interface PreparedFoods {
  foods: ShadowTable
  details: ShadowTable
  thresholds: number[]
}

/** Fills the tables and commits them, because only then can a second connection build indexes on them. */
export function prepareFoods(client: Client, onPhase: OnPhase): Promise<PreparedFoods> {
  onPhase('rebuilding the catalog')
  return inTransaction(client, async () => {
    const thresholds = await tierThresholds(client)
    return {
      foods: await fillFoods(client, thresholds),
      details: await fillFoodDetails(client),
      thresholds,
    }
  })
}

/** Drops what an import that failed or was killed has prepared. */
export const dropPreparedFoods = (client: Client): Promise<void> =>
  dropShadowTables(client, ['foods', 'food_details'])

/** Must run last in the transaction that changes the catalog: readers are blocked from the swap until it ends. */
export async function swapFoods(
  client: Client,
  { foods, details, thresholds }: PreparedFoods,
  onPhase: OnPhase,
): Promise<void> {
  const indexes = indexesToBuild([foods, details])
  // The next import expected few rows otherwise, and compared each with every staged record.
  await client.query('analyze superseded_records, partial_records')
  await client.query('update catalog_stats set rank_tier_thresholds = $1', [thresholds])
  const terms = await withSecondConnection(client, async second => {
    await useMoreMemory(second)
    const building = buildIndexes(second, indexes, onPhase)
    // It is awaited below; a failure of this connection must not leave a rejection unhandled.
    building.catch(() => undefined)
    const built = await rebuildDerivedTables(client, foods.shadow, onPhase)
    await buildIndexes(client, indexes, onPhase)
    await building
    return built
  })
  onPhase('swapping tables')
  await swapTables(client, [foods, details, ...terms])
}

function fillFoods(client: Client, thresholds: number[]): Promise<ShadowTable> {
  return fillShadowTable(client, 'foods', async shadow => {
    await rankNewGroups(client, newFoods)
    // Best first, so that the foods shown most are stored close together.
    await client.query(`
      insert into ${shadow} (id, ${columns}, ${bookkeeping}, updated_at, is_group_best, rank_tier)
        select new_foods.id, ${columnsOf('new_foods')}, ${bookkeepingOf('new_foods')}, updated_at,
               group_losers.id is null, ${tierOf('group_losers.id is null', 'static_rank', `'{${thresholds}}'::integer[]`)}
          from (${newFoods}) as new_foods left join group_losers on group_losers.id = new_foods.id
          order by group_losers.id is null desc, static_rank desc`)
  })
}

/** For a rebuild: those of the new foods, a query, that are not the best of their group, into a temporary table. */
async function rankNewGroups(client: Client, newFoods: string): Promise<void> {
  await client.query(`
    create temp table group_losers on commit drop as
      select id
        from (select id, ${groupRank('keyed')} as rank
                from (select id, everyday_popularity, static_rank, group_key_of(normalized_name, normalized_brand) as group_key
                        from (${newFoods}) as new_foods) as keyed) as ranked
        where rank > 1;
    analyze group_losers`)
}

function fillFoodDetails(client: Client): Promise<ShadowTable> {
  return fillShadowTable(client, 'food_details', async shadow => {
    await client.query(`
      insert into ${shadow} (food_id, details)
        select resolved.food_id, staged.details
          from resolved join staged using (position)
          where is_shown and staged.details is not null
        union all
        select food_id, details
          from food_details
          where not exists (select from resolved where resolved.food_id = food_details.food_id)
            and not exists (select from changed_foods where changed_foods.id = food_details.food_id)`)
  })
}

/** The imported foods, and those that remain unchanged. */
const newFoods = `
    select resolved.food_id as id, ${columnsOf('staged')}, ${bookkeepingOf('staged')},
           case when changed_foods.id is null then coalesce(foods.updated_at, now()) else now() end as updated_at,
           staged.static_rank
      from resolved
      join staged using (position)
      left join foods on foods.id = resolved.food_id
      left join changed_foods on changed_foods.id = resolved.food_id
      where is_shown
    union all
    select foods.id, ${columnsOf('foods')}, ${bookkeepingOf('foods')}, updated_at, foods.static_rank
      from foods
      where not exists (select from resolved where resolved.food_id = foods.id)
        and not exists (select from changed_foods where changed_foods.id = foods.id)`

/** The static ranks at which the tiers except the last begin. */
async function tierThresholds(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ thresholds: number[] | null }>(`
    select percentile_disc(array[${tierPercentiles.join(', ')}]) within group (order by static_rank) as thresholds
      from (select static_rank from staged where rejected is null
            union all
            select static_rank from foods) as new_foods`)
  return rows[0]?.thresholds ?? []
}
