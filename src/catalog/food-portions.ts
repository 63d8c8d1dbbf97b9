// What a meal asks the catalog besides searches.
import type { Portion } from '../food/food-details.ts'
import type { Database } from '../platform/database/pool.ts'

export interface FoodPortions {
  portions: Portion[]
  /** Of the label, and thus of the descriptions; null if unknown. */
  language: string | null
}

/** The portions of foods by their ids; foods without any are left out. */
export type PortionsReader = (ids: readonly number[]) => Promise<Map<number, FoodPortions>>

export const portionsReader =
  (database: Database): PortionsReader =>
  async ids => {
    const { rows } = await database.query<FoodPortions & { food_id: number }>({
      name: 'portions-of-foods',
      text: `
        select food_id, details -> 'portions' as portions, details ->> 'language' as language
          from food_details
          where food_id = any($1::bigint[]) and details ? 'portions'`,
      values: [ids],
    })
    return new Map(rows.map(({ food_id, ...portions }) => [food_id, portions]))
  }

/** Which of these normalized names foods have. */
export type FoodNamesReader = (names: readonly string[]) => Promise<Set<string>>

export const foodNamesReader =
  (database: Database): FoodNamesReader =>
  async names => {
    if (names.length === 0) return new Set()
    const { rows } = await database.query<{ name: string }>({
      name: 'names-of-foods',
      text: `
        select distinct left(normalized_name, 400) as name
          from foods
          where left(normalized_name, 400) collate "C" = any($1::text[])
            and calories_kcal is not null and brand is null`,
      values: [names],
    })
    return new Set(rows.map(({ name }) => name))
  }
