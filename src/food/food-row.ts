import { type Food, FoodSchema } from './food.ts'
import { pagePath } from './page-path.ts'

/** A row of `foodColumns`: a food but for its page. */
export type FoodRow = Omit<Food, 'static_url'>

/** In the order of the specification. */
export const foodColumns = Object.keys(FoodSchema.properties)
  .filter(member => member !== 'static_url')
  .map(member => `foods.${member}`)
  .join(', ')

/** A row of `foodColumns` and nothing else: all that it has becomes part of the food. */
type Exactly<Row extends FoodRow> = Row & Record<Exclude<keyof Row, keyof FoodRow>, never>

/** All 22 members, in the order of the specification (spec 2.1, decision 27). */
export function toFood<Row extends FoodRow>(row: Exactly<Row>): Food {
  return { ...row, static_url: pagePath(row.id, row.name) }
}
