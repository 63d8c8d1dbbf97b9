// Names of foods in other languages, for lists: one statement for all foods of a page.
import type { Food } from '../food/food.ts'
import type { Database } from '../platform/database/pool.ts'

/** By id, of the foods that have a name in this language. */
export async function findNames(
  database: Database,
  foods: readonly Pick<Food, 'id'>[],
  language: string,
): Promise<Map<number, string>> {
  if (foods.length === 0) return new Map()
  const { rows } = await database.query<{ food_id: number; name: string }>({
    name: 'food-names',
    text: `
      select food_id, details->'names'->>$2 as name
        from food_details
        where food_id = any($1::bigint[]) and details->'names' ? $2`,
    values: [foods.map(({ id }) => id), language],
  })
  return new Map(rows.map(({ food_id, name }) => [food_id, name]))
}
