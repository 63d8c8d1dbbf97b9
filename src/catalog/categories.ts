import Type, { type Static } from 'typebox'
import { childCategories } from '../food/categories.ts'
import type { Database } from '../platform/database/pool.ts'

export const CategoryCountSchema = Type.Object(
  { category: Type.String(), count: Type.Integer({ minimum: 1 }) },
  { $id: 'CategoryCount', title: 'CategoryCount', additionalProperties: false },
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
