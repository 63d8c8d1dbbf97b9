// The filters of a search, declared once: the API's parameters, the search request and the conditions in
// query/retrieve.ts derive from this table. sql/functions/search_foods.sql applies the same filters.
import Type, { type Static } from 'typebox'
import { searchableSources } from '../food/sources.ts'

export const searchFilters = {
  source: Type.Optional(
    Type.Enum(searchableSources, { type: 'string', description: 'Only foods of this source' }),
  ),
}

/** A condition on `foods`, whose columns have the names of the filters; `filters` is an expression of type jsonb. */
export const filterCondition = (filters: string): string =>
  Object.keys(searchFilters)
    .map(name => `(${filters}->>'${name}' is null or ${name} = ${filters}->>'${name}')`)
    .join(' and ')

const SearchFiltersSchema = Type.Object(searchFilters)
export type SearchFilters = Static<typeof SearchFiltersSchema>
