import Type, { type Static } from 'typebox'
import type { Database } from '../database/pool.ts'

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
