// Rebuilds the lists of categories and popular foods. A category lists the foods of its child categories too, and every
// list shows only the best food of a group.
import type { Client } from 'pg'
import { categories, categoryTrail } from '../food/categories.ts'

/** A page of /foods/popular reads at most this many rows before its own. */
const positionsPerAnchor = 500

// One row per category and category that lists its foods. Other categories may remain from earlier imports; they list
// only their own foods.
export const listedIn = `(select * from unnest($1::text[], $2::text[]) as listed_in (category, list))`

const trails = categories.flatMap(({ name }) => categoryTrail(name).map(list => ({ category: name, list })))
export const listedInValues = [trails.map(({ category }) => category), trails.map(({ list }) => list)]

/** `foods` is the table to read, which may be a shadow table. */
export async function refreshCategoryCounts(client: Client, foods: string): Promise<void> {
  await client.query('delete from category_counts')
  await client.query(
    `insert into category_counts (category, count)
       select coalesce(list, category), sum(count)
         from (select category, count(*) from ${foods} where is_group_best and category is not null group by category)
                as counted
         left join ${listedIn} as listed_in using (category)
         group by 1`,
    listedInValues,
  )
}

/** `foods` is the table to read, which may be a shadow table. */
export async function refreshPopularPageAnchors(client: Client, foods: string): Promise<void> {
  await client.query('delete from popular_page_anchors')
  // Four lists: all foods or per category, with or without foods that have no image.
  for (const withImage of [false, true]) {
    const filter = withImage ? 'is_group_best and image_url is not null' : 'is_group_best'
    await client.query(`
      insert into popular_page_anchors (category, has_image, position, popular_order, food_id)
        select '', ${withImage}, position, popular_order, id
          from (select popular_order, id, row_number() over (order by popular_order, id) - 1 as position
                  from ${foods}
                  where ${filter}) as listed
          where position % ${positionsPerAnchor} = 0`)
    await client.query(
      `insert into popular_page_anchors (category, has_image, position, popular_order, food_id)
         select list, ${withImage}, position, popular_order, id
           from (select coalesce(list, category) as list, popular_order, id,
                        row_number() over (partition by coalesce(list, category) order by popular_order, id) - 1
                          as position
                   from ${foods}
                   left join ${listedIn} as listed_in using (category)
                   where category is not null and ${filter}) as listed
           where position % ${positionsPerAnchor} = 0`,
      listedInValues,
    )
  }
}
