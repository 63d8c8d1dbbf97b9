import Type, { type Static } from 'typebox'
import { categoryWithDescendants, childCategories } from '../food/categories.ts'
import type { Food } from '../food/food.ts'
import { type FoodRow, foodColumns, toFood } from '../food/food-row.ts'
import type { Database } from '../platform/database/pool.ts'

export const CategoryCountSchema = Type.Object(
  {
    category: Type.String({ description: 'Category name' }),
    count: Type.Integer({ minimum: 1, description: 'Number of foods, including those of child categories' }),
  },
  { $id: 'CategoryCount', title: 'CategoryCount', examples: [{ category: 'Dairy', count: 31_408 }] },
)

export type CategoryCount = Static<typeof CategoryCountSchema>

/** Every category that lists foods, its own or those of its descendants. Ties are ordered by code point, independently of the server's locale. */
export async function categoryCounts(database: Database): Promise<CategoryCount[]> {
  const { rows } = await database.query<CategoryCount>({
    name: 'category-counts',
    text: 'select category, count from category_counts order by count desc, category collate "C"',
  })
  return rows
}

/** The categories directly below, in the same order; of the top level for null. */
export async function childCategoryCounts(
  database: Database,
  parent: string | null,
  limit: number | null = null,
): Promise<CategoryCount[]> {
  const { rows } = await database.query<CategoryCount>({
    name: 'child-category-counts',
    text: `
      select category, count
        from category_counts
        where category = any($1)
        order by count desc, category collate "C"
        limit $2`,
    values: [childCategories(parent), limit],
  })
  return rows
}

/** The number of foods listed in the category; 0 if it does not exist. */
export async function foodsInCategory(database: Database, category: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>({
    name: 'foods-in-category',
    text: 'select count from category_counts where category = $1',
    values: [category],
  })
  return rows[0]?.count ?? 0
}

/** Orders other than by popularity, which has an index. */
export const categorySortOrders = {
  name: 'normalized_name collate "C", normalized_brand collate "C"',
  calories_kcal: 'calories_kcal nulls last',
  protein_g: 'protein_g desc nulls last',
  fiber_g: 'fiber_g desc nulls last',
  sugar_g: 'sugar_g nulls last',
} as const

/** All foods of the category are read to sort them, so larger categories are only listed by popularity. */
export const maxSortedFoods = 3_000

export interface SortedPage {
  category: string
  sort: keyof typeof categorySortOrders
  limit: number
  offset: number
}

/** One food per group, like the popular ones. */
export async function sortedFoodsInCategory(
  database: Database,
  { category, sort, limit, offset }: SortedPage,
): Promise<Food[]> {
  const { rows } = await database.query<FoodRow>({
    name: `sorted-foods-${sort}`,
    text: `
      select ${foodColumns}
        from foods
        where category = any($1) and is_group_best
        order by ${categorySortOrders[sort]}, popular_order, id
        limit $2 offset $3`,
    values: [categoryWithDescendants(category), limit, offset],
  })
  return rows.map(toFood)
}
