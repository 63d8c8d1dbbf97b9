import { categoryWithDescendants } from '../food/categories.ts'
import type { Food } from '../food/food.ts'
import { type FoodRow, foodColumns, toFood } from '../food/food-row.ts'
import type { Database } from '../platform/database/pool.ts'

export interface PopularPage {
  limit: number
  offset: number
  /** Empty: foods of all categories. */
  category: string
  /** Only foods with an image. */
  withImage: boolean
}

/** A page of the foods by popularity, one per group (rule popular-order). Read between two anchors, so deep pages are fast. */
export async function popularFoods(database: Database, page: PopularPage): Promise<Food[]> {
  const { category, withImage, offset, limit } = page
  const isAll = category === ''
  const { rows } = await database.query<FoodRow>({
    name: `popular-foods-${withImage}-${isAll}`,
    text: `
      with start as materialized (
        select position, popular_order, food_id
          from popular_page_anchors
          where category = $1 and has_image = $2 and position <= $3
          order by position desc
          limit 1
      ), stop as materialized (
        select popular_order, food_id
          from popular_page_anchors
          where category = $1 and has_image = $2 and position >= $3 + $4
          order by position
          limit 1
      ), page as materialized (
        select listed.id, listed.popular_order
          from ${isAll ? foodsBetweenAnchors(withImage) : foodsOfCategories(withImage)} as listed
          order by listed.popular_order, listed.id
          offset $3 - (select position from start)
          limit $4
      )
      select ${foodColumns}
        from page
        join foods using (id)
        order by page.popular_order, id`,
    values: [category, withImage, offset, limit, ...(isAll ? [] : [categoryWithDescendants(category)])],
  })
  return rows.map(toFood)
}

/** One index scan per category, because a single one over all of them would have to sort every food in them. */
const foodsOfCategories = (withImage: boolean) => `
  unnest($5::text[]) as member (category)
  cross join lateral ${foodsBetweenAnchors(withImage, 'category = member.category and ')}`

const foodsBetweenAnchors = (withImage: boolean, filter = '') => `
  (select id, popular_order
     from foods
     where ${filter}is_group_best${withImage ? ' and image_url is not null' : ''}
       and (popular_order, id) >= ((select popular_order from start), (select food_id from start))
       and (popular_order, id) < (coalesce((select popular_order from stop), ${maxBigint}),
                                  coalesce((select food_id from stop), ${maxBigint}))
     order by popular_order, id)`

const maxBigint = '9223372036854775807'
