// Foods that a reader cannot tell apart, because their name and brand are the same, are a group. Search and lists show
// the best food of a group once (rule equal-entries).
import type { Client } from 'pg'
import { lastTier } from '../search/rank-tiers.ts'

/** An everyday food is the best of its group: others of its name have the same values, but nobody chose them. */
const rank = (foods: string) =>
  `row_number() over (partition by ${foods}.group_key
                      order by ${foods}.everyday_popularity desc nulls last, ${foods}.static_rank desc, ${foods}.id)`

/** For a rebuild: those of the new foods, a query, that are not the best of their group, into a temporary table. */
export async function rankNewGroups(client: Client, newFoods: string): Promise<void> {
  await client.query(`
    drop table if exists group_losers;
    create temp table group_losers as
      select id
        from (select id, ${rank('keyed')} as rank
                from (select id, everyday_popularity, static_rank, group_key_of(normalized_name, normalized_brand) as group_key
                        from (${newFoods}) as new_foods) as keyed) as ranked
        where rank > 1;
    analyze group_losers`)
}

/** The groups of touched foods, as they are now and as they will be, into a temporary table. */
export async function findTouchedGroups(client: Client): Promise<void> {
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
export const foodsOfTouchedGroups = `
  foods join touched_groups
    on left(foods.normalized_name, 400) collate "C" = left(touched_groups.normalized_name, 400)
      and foods.group_key = touched_groups.group_key`

export async function rankTouchedGroups(client: Client): Promise<void> {
  await client.query(`
    update foods set is_group_best = ranked.is_best, rank_tier = ranked.tier
      from (select id, is_best, ${tierOf('is_best', 'static_rank')} as tier
              from (select foods.id, foods.static_rank, ${rank('foods')} = 1 as is_best from ${foodsOfTouchedGroups}) as foods) as ranked
      where ranked.id = foods.id and (foods.is_group_best, foods.rank_tier) <> (ranked.is_best, ranked.tier)`)
}

export const tierOf = (
  isBest: string,
  staticRank: string,
  thresholds = '(select rank_tier_thresholds from catalog_stats)',
) => `
  (case when ${isBest} then rank_tier_of(${staticRank}, ${thresholds})
        else ${lastTier} end)::smallint`
