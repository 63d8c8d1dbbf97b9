// Rebuilds the tables derived from the foods. Runs in the transaction that changes the foods, so that readers never see
// lists that do not match them.
import type { Client } from 'pg'
import { swapTables } from '../platform/database/shadow-table.ts'
import { buildTerms } from '../search/index/terms.ts'
import { refreshCatalogBreakdown } from './refresh-catalog-breakdown.ts'

/** A page of /foods/popular reads at most this many rows before its own. */
const positionsPerAnchor = 500

/** All derived tables, for foods that were updated in place. */
export async function refreshDerivedTables(
  client: Client,
  onPhase: (phase: string) => void = () => undefined,
): Promise<void> {
  await refreshLists(client, 'foods')
  await swapTables(client, await buildTerms(client, 'foods', onPhase))
}

/** `foods` is the table to read, which may be a shadow table. */
export async function refreshLists(client: Client, foods: string): Promise<void> {
  await client.query(`update catalog_stats set foods = (select count(*) from ${foods}), refreshed_at = now()`)
  await refreshCategoryCounts(client, foods)
  await refreshPopularPageAnchors(client, foods)
  await refreshCatalogBreakdown(client, foods)
}

async function refreshCategoryCounts(client: Client, foods: string): Promise<void> {
  await client.query(`
    delete from category_counts;
    insert into category_counts (category, count)
      select category, count(*) from ${foods} where category is not null group by category`)
}

async function refreshPopularPageAnchors(client: Client, foods: string): Promise<void> {
  await client.query('delete from popular_page_anchors')
  // Four lists: all foods or per category, with or without foods that have no image. Each is read in index order, so
  // nothing is sorted.
  for (const withImage of [false, true]) {
    const filter = withImage ? 'image_url is not null' : 'true'
    await client.query(`
      insert into popular_page_anchors (category, has_image, position, popular_order, food_id)
        select '', ${withImage}, position, popular_order, id
          from (select popular_order, id, row_number() over (order by popular_order, id) - 1 as position
                  from ${foods}
                  where ${filter}) as listed
          where position % ${positionsPerAnchor} = 0`)
    await client.query(`
      insert into popular_page_anchors (category, has_image, position, popular_order, food_id)
        select category, ${withImage}, position, popular_order, id
          from (select category, popular_order, id,
                       row_number() over (partition by category order by popular_order, id) - 1 as position
                  from ${foods}
                  where category is not null and ${filter}) as listed
          where position % ${positionsPerAnchor} = 0`)
  }
}
