import Type, { type Static } from 'typebox'
import type { Database } from '../platform/database/pool.ts'

export const CategoryCountSchema = Type.Object(
  { category: Type.String(), count: Type.Integer({ minimum: 1 }) },
  { $id: 'CategoryCount', title: 'CategoryCount', additionalProperties: false },
)

export type CategoryCount = Static<typeof CategoryCountSchema>

/** Ordered by code point, so that every server gives the same order whatever its locale. */
export async function categoryCounts(database: Database): Promise<CategoryCount[]> {
  const { rows } = await database.query<CategoryCount>({
    name: 'category-counts',
    text: 'select category, count from category_counts order by count desc, category collate "C"',
  })
  return rows
}

/** The first of the same list. */
export async function topCategories(database: Database, limit: number): Promise<CategoryCount[]> {
  const { rows } = await database.query<CategoryCount>({
    name: 'largest-categories',
    text: 'select category, count from category_counts order by count desc, category collate "C" limit $1',
    values: [limit],
  })
  return rows
}

/** How many foods have the category; 0 when there is none of this name. */
export async function foodsInCategory(database: Database, category: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>({
    name: 'foods-in-category',
    text: 'select count from category_counts where category = $1',
    values: [category],
  })
  return rows[0]?.count ?? 0
}
