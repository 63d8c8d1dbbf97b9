// Changes foods in place, with everything that is derived from them.
import type { Client } from 'pg'
import { lastTier } from '../search/rank-tiers.ts'
import { refreshDerivedTables, updateDerivedTables } from './derived-tables.ts'
import { groupRank, tierOf } from './food-groups.ts'
import type { OnPhase } from './progress.ts'
import { bookkeeping, bookkeepingOf, columns, columnsOf } from './record-columns.ts'
import type { FoodCounts } from './report.ts'
import { touchedColumns } from './tables.ts'

/** For more changed foods, counting everything again is faster than adding up the differences. */
const maxFoodsToAddUp = 1_000

/** `countAgain`: the derived tables may not match the foods as they are. */
export async function updateFoods(
  client: Client,
  { added, changed, removed }: FoodCounts,
  { countAgain, onPhase }: { countAgain: boolean; onPhase: OnPhase },
): Promise<void> {
  onPhase('updating changed foods')
  const touched = added + changed + removed
  const addsUp = touched <= maxFoodsToAddUp && !countAgain
  await findTouchedGroups(client)
  if (addsUp) await captureFoods(client, -1)
  await writeChangedFoods(client)
  if (touched === 0 && !countAgain) return
  await rankTouchedGroups(client)
  onPhase('updating counts and lists')
  if (addsUp) {
    await captureFoods(client, 1)
    await updateDerivedTables(client)
  } else {
    // Before the commit: an error after it would be reported as an import that changed nothing.
    await client.query('analyze foods')
    await refreshDerivedTables(client, onPhase)
  }
}

/** The groups of touched foods, as they are now and as they will be, into a temporary table. */
async function findTouchedGroups(client: Client): Promise<void> {
  await client.query(`
    create temp table touched_groups on commit drop as
      select group_key, normalized_name
        from foods
        where id in (select id from changed_foods)
      union
      select group_key_of(normalized_name, normalized_brand), normalized_name
        from changed_foods join staged using (position);
    analyze touched_groups`)
}

/** Found by the index on names. */
const foodsOfTouchedGroups = `
  foods join touched_groups
    on left(foods.normalized_name, 400) collate "C" = left(touched_groups.normalized_name, 400)
      and foods.group_key = touched_groups.group_key`

async function rankTouchedGroups(client: Client): Promise<void> {
  await client.query(`
    update foods set is_group_best = ranked.is_best, rank_tier = ranked.tier
      from (select id, is_best, ${tierOf('is_best', 'static_rank')} as tier
              from (select foods.id, foods.static_rank, ${groupRank('foods')} = 1 as is_best from ${foodsOfTouchedGroups}) as foods) as ranked
      where ranked.id = foods.id and (foods.is_group_best, foods.rank_tier) <> (ranked.is_best, ranked.tier)`)
}

/** Captures the touched foods, and the other foods of their groups, as they are before (-1) or after (1) the change. */
async function captureFoods(client: Client, difference: -1 | 1): Promise<void> {
  await client.query(`
    insert into touched_foods (${touchedColumns.join(', ')}, difference)
      select ${touchedColumns.map(column => `foods.${column}`).join(', ')}, ${difference}
        from foods
        where id in (select id from changed_foods union select foods.id from ${foodsOfTouchedGroups});
    analyze touched_foods`)
}

async function writeChangedFoods(client: Client): Promise<void> {
  await client.query(`
    delete from foods using changed_foods where changed_foods.id = foods.id and change = 'removed';
    delete from food_details using changed_foods where changed_foods.id = food_details.food_id`)
  // Two foods may swap barcodes or product keys, but no two may have the same one at any time.
  await client.query(`
    update foods set barcode = null, product_key = null
      from changed_foods join staged using (position)
      where foods.id = changed_foods.id
        and (foods.barcode, foods.product_key) is distinct from (staged.barcode, staged.product_key)`)
  await client.query(`
    update foods
      set (${columns}, updated_at) = row(${columnsOf('staged')}, now())
      from changed_foods join staged using (position)
      where foods.id = changed_foods.id and change = 'changed'`)
  await client.query(`
    update foods set (${bookkeeping}) = row(${bookkeepingOf('staged')})
      from resolved join staged using (position)
      where foods.id = resolved.food_id and is_shown
        and (${bookkeepingOf('foods')}) is distinct from (${bookkeepingOf('staged')})`)
  await client.query(`
    insert into foods (id, ${columns}, ${bookkeeping}, rank_tier)
      select changed_foods.id, ${columns}, ${bookkeeping}, ${lastTier}
        from changed_foods join staged using (position)
        where change = 'created'
        order by position`)
  await client.query(`
    insert into food_details (food_id, details)
      select changed_foods.id, details from changed_foods join staged using (position) where details is not null`)
}
