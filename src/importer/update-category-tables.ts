// Brings the category counts and the anchors of the popular lists up to date after a small change.
import type { Client } from 'pg'
import { listedIn, listedInValues } from './refresh-category-tables.ts'

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
