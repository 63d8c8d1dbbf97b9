import Type from 'typebox'
import { FoodSchema } from '../../food/food.ts'
import type { CatalogReads } from '../../platform/database/replica-routing.ts'
import { searchFilters } from '../../search/filters.ts'
import { type MeasurePhase, searchFoods } from '../../search/query/search.ts'
import { type DataRoute, noParameters } from '../data-route.ts'

const query = Type.Object({
  q: Type.String({
    minLength: 2,
    description: 'Search text; typos are tolerated',
    examples: ['whole milk'],
  }),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Maximum number of foods' }),
  ),
  ...searchFilters,
})

export const searchRoute = (
  reads: CatalogReads,
  measure: MeasurePhase,
): DataRoute<typeof noParameters, typeof query> => ({
  url: '/search',
  operationId: 'searchFoods',
  summary: 'Search foods',
  description:
    'Searches foods by name and brand, best match first. Returns an empty list when nothing matches.',
  path: noParameters,
  query,
  response: Type.Array(FoodSchema),
  responseDescription: 'Matching foods, best match first',
  handle: ({ q, limit = 10, ...filters }) =>
    reads.onSingleServer(database => searchFoods(database, { q, limit, ...filters }, measure)),
})
