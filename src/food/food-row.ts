import { type Food, FoodSchema } from './food.ts'
import { pagePath } from './page-path.ts'

/** A row of `foodColumns`: a food without its `static_url`. */
export type FoodRow = Omit<Food, 'static_url'>

/** In the order of the specification. */
export const foodColumns = Object.keys(FoodSchema.properties)
  .filter(field => field !== 'static_url')
  .map(field => `foods.${field}`)
  .join(', ')

/** Rejects rows with further columns, which would become part of the response. */
type Exactly<Row extends FoodRow> = Row & Record<Exclude<keyof Row, keyof FoodRow>, never>

/** All fields, in the order of the specification (rules food-fields and all-fields). */
export function toFood<Row extends FoodRow>(row: Exactly<Row>): Food {
  return { ...row, static_url: pagePath(row.id, row.name) }
}

/** What foods are sorted by, as an SQL expression (rule popular-order): not a number of people. */
export const popularitySql = (table: string) => `greatest(${table}.popularity, ${table}.everyday_popularity)`

/**
 * The version of the catalog as an SQL expression: it changes with every import, sync, takedown and change of the synonyms.
 */
export const catalogVersion = `(
  select extract(epoch from refreshed_at) || ' ' || coalesce(synonyms_fingerprint, '') || ' '
         || coalesce((select max(version) from published_takedowns where is_provisional), 0)
    from catalog_stats)`
