// Foods of which something can be claimed, such as being high in protein: the most popular ones, because nobody reads further.
import type { Food } from '../food/food.ts'
import type { Micronutrient } from '../food/micronutrients.ts'
import type { Database } from '../platform/database/pool.ts'
import { parseFilters } from '../search/filters.ts'
import { popularFoods } from './popular.ts'

export const maxClaimedFoods = 240
/** A filter lets some foods pass that the claim does not. */
const maxCandidates = 3 * maxClaimedFoods

export interface ClaimedFoods {
  /** Empty: of all categories. */
  category: string
  /** Parameters of a search that every such food passes. */
  filters: Readonly<Record<string, string>>
  /** Only foods that state at least this much per 100 g. */
  micronutrient?: { name: Micronutrient; min: number } | undefined
  holds(food: ClaimedFood, category: string): boolean
}

export interface ClaimedFood extends Food {
  /** Of the micronutrient, per 100 g. */
  amount?: number | undefined
}

/** By popularity, one per group. */
export async function claimedFoods(
  database: Database,
  { category, filters, micronutrient, holds }: ClaimedFoods,
): Promise<ClaimedFood[]> {
  const candidates = await popularFoods(database, {
    category,
    micronutrient,
    withImage: false,
    filters: parseFilters(name => filters[name] ?? '').filters,
    offset: 0,
    limit: maxCandidates,
  })
  const amounts = micronutrient ? await amountsOf(database, candidates, micronutrient.name) : new Map()
  return candidates
    .map(food => ({ ...food, amount: amounts.get(food.id) }))
    .filter(food => holds(food, category))
    .slice(0, maxClaimedFoods)
}

async function amountsOf(
  database: Database,
  foods: readonly Food[],
  micronutrient: Micronutrient,
): Promise<Map<number, number>> {
  const { rows } = await database.query<{ food_id: number; amount: number }>({
    name: 'micronutrient-amounts',
    text: `
      select food_id, (details->'micronutrients'->>$1)::real as amount
        from food_details
        where food_id = any($2)`,
    values: [micronutrient, foods.map(({ id }) => id)],
  })
  return new Map(rows.map(({ food_id, amount }) => [food_id, amount]))
}
