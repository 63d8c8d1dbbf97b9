import type { Client } from 'pg'

/** A page of /foods/popular reads at most this many rows before its own. */
const positionsPerAnchor = 500

export async function refreshCategoryCounts(client: Client, foods: string): Promise<void> {
  await client.query(`
    delete from category_counts;
    insert into category_counts (category, count)
      select category, count(*) from ${foods} where is_group_best and category is not null group by category`)
}

export async function refreshPopularPageAnchors(client: Client, foods: string): Promise<void> {
  await client.query('delete from popular_page_anchors')
  for (const withImage of [false, true]) {
    const filter = withImage ? 'is_group_best and image_url is not null' : 'is_group_best'
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
