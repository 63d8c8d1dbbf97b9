// The lists of categories and popular foods. A category lists the foods of its child categories too, and every
// list shows only the best food of a group.
import type { Client } from 'pg'
import { categories, categoryTrail } from '../food/categories.ts'

/** A page of /foods/popular reads at most this many rows before its own. */
const positionsPerAnchor = 500

// One row per category and category that lists its foods. Other categories may remain from earlier imports; they list
// only their own foods.
const listedIn = `(select * from unnest($1::text[], $2::text[]) as listed_in (category, list))`

const trails = categories.flatMap(({ name }) => categoryTrail(name).map(list => ({ category: name, list })))
const listedInValues = [trails.map(({ category }) => category), trails.map(({ list }) => list)]

/** `foods` is the table to read, which may be a shadow table. */
export async function refreshCategoryTables(client: Client, foods: string): Promise<void> {
  await refreshCategoryCounts(client, foods)
  await refreshPopularPageAnchors(client, foods)
}

/** Adds up the difference that a small change makes. */
export async function updateCategoryTables(client: Client): Promise<void> {
  await client.query(`
    create temp table list_changes (
      category text, has_image boolean, popular_order bigint, id bigint, difference integer
    ) on commit drop`)
  await client.query(
    `insert into list_changes
       select category, has_image, popular_order, id, sum(difference) as difference
         from (${listed}) as changes
         group by category, has_image, popular_order, id
         having sum(difference) <> 0`,
    listedInValues,
  )
  await client.query('analyze list_changes')
  await client.query(`
    insert into category_counts (category, count)
      select category, sum(difference) from list_changes where not has_image and category <> '' group by category
      on conflict (category) do update set count = category_counts.count + excluded.count;
    delete from category_counts where count <= 0`)
  await shiftAnchors(client)
}

async function refreshCategoryCounts(client: Client, foods: string): Promise<void> {
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

async function refreshPopularPageAnchors(client: Client, foods: string): Promise<void> {
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

/** The lists that each food is on: all foods and its categories, with and without foods that have no image. */
const listed = `
  select list.category, has_image, popular_order, id, difference
    from touched_foods
    cross join lateral (
      select '' as category
      union all
      select coalesce(listed_in.list, touched_foods.category)
        from (select touched_foods.category as category where touched_foods.category is not null) as own
        left join ${listedIn} as listed_in using (category)
    ) as list
    cross join (values (false), (true)) as images (has_image)
    where is_group_best and (image_url is not null or not has_image)`

// Less than any popular order.
const beforeAll = '-9223372036854775807'

/** An anchor moves by the number of foods that were added before it, less those that were removed. */
async function shiftAnchors(client: Client): Promise<void> {
  await client.query(`
    update popular_page_anchors set position = popular_page_anchors.position + shifted.shift
      from (select anchor, shift
              from (select anchor, sum(difference) over (
                             partition by category, has_image order by popular_order, id, anchor nulls last
                             rows between unbounded preceding and current row) as shift
                      from (select ctid as anchor, category, has_image, popular_order, food_id as id, 0 as difference
                              from popular_page_anchors
                              where (category, has_image) in (select category, has_image from list_changes)
                            union all
                            select null, category, has_image, popular_order, id, difference from list_changes) as merged) as sums
              where anchor is not null and shift <> 0) as shifted
      where popular_page_anchors.ctid = shifted.anchor;
    insert into popular_page_anchors (category, has_image, position, popular_order, food_id)
      select category, has_image, 0, ${beforeAll}, 0
        from (select distinct category, has_image from list_changes) as changed
        where not exists (select from popular_page_anchors as anchors
                            where anchors.category = changed.category and anchors.has_image = changed.has_image
                              and anchors.position <= 0)`)
}
