import { type Food, FoodSchema } from '../food/food.ts'
import { pagePath } from '../food/page-path.ts'

/** A row of `foodColumns`: a food but for its page. */
export type FoodRow = Omit<Food, 'static_url'>

/** In the order of the specification. */
const members = Object.keys(FoodSchema.properties).filter(
  member => member !== 'static_url',
) as (keyof FoodRow)[]

export const foodColumns = members.map(member => `foods.${member}`).join(', ')

/** All 22 members, in the order of the specification (spec 2.1, decision 27). */
export function toFood(row: FoodRow): Food {
  const food: Record<string, unknown> = {}
  for (const member of members) food[member] = row[member]
  food.static_url = pagePath(row.id, row.name)
  return food as Food
}
