import Type from 'typebox'
import { FoodSchema } from '../../food/food.ts'
import type { CatalogReads } from '../../platform/database/replica-routing.ts'
import { searchFilters } from '../../search/filters.ts'
import { type MeasurePhase, searchFoods } from '../../search/query/search.ts'
import { type DataRoute, noParameters } from '../data-route.ts'

const query = Type.Object({
  q: Type.String({
    minLength: 2,
    description: 'What to look for; typing errors are forgiven',
    examples: ['whole milk'],
  }),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'How many foods at most' }),
  ),
  ...searchFilters,
})

export const searchRoute = (
  reads: CatalogReads,
  watch: MeasurePhase,
): DataRoute<typeof noParameters, typeof query> => ({
  url: '/search',
  operationId: 'searchFoods',
  summary: 'Search foods',
  description: 'Foods by name and brand, best match first. No match is an empty list.',
  path: noParameters,
  query,
  response: Type.Array(FoodSchema),
  responseDescription: 'The foods found, best first',
  answer: ({ q, limit = 10, ...filters }) =>
    reads.onSingleServer(database => searchFoods(database, { q, limit, ...filters }, watch)),
})
