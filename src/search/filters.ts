// The filters of a search, declared once: the API's parameters and the search request derive from this table. How a
// filter restricts the foods is in query/retrieve.ts and in the SQL function that it calls.
import Type, { type Static } from 'typebox'
import { searchableSources } from '../food/sources.ts'

export const searchFilters = {
  source: Type.Optional(
    Type.Enum(searchableSources, { type: 'string', description: 'Only foods of this source' }),
  ),
}

const SearchFiltersSchema = Type.Object(searchFilters)
export type SearchFilters = Static<typeof SearchFiltersSchema>
