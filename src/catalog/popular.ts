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

/** A page of the foods by popularity (decision 31). Reading starts at the nearest anchor, so deep pages are fast. */
export async function popularFoods(database: Database, page: PopularPage): Promise<Food[]> {
  const filters = [
    page.withImage ? 'image_url is not null' : 'true',
    page.category === '' ? `$1 = ''` : 'category = $1',
  ]
  const { rows } = await database.query<FoodRow>({
    name: `popular-foods-${page.withImage}-${page.category === ''}`,
    text: `
      with anchor as (
        select position, popular_order, food_id
          from popular_page_anchors
          where category = $1 and has_image = $2 and position <= $3
          order by position desc
          limit 1
      )
      select ${foodColumns}
        from foods
        where ${filters.join(' and ')}
          and (popular_order, id) >= ((select popular_order from anchor), (select food_id from anchor))
        order by popular_order, id
        offset $3 - (select position from anchor)
        limit $4`,
    values: [page.category, page.withImage, page.offset, page.limit],
  })
  return rows.map(toFood)
}
