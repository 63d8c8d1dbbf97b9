import Type from 'typebox'
import type { CatalogStatsCache } from '../../catalog/catalog-stats.ts'
import { FoodSchema } from '../../food/food.ts'
import type { SourceNames } from '../../food/source-names.ts'
import { searchableSources } from '../../food/sources.ts'
import { filtersOfSource } from '../../search/filters.ts'
import { normalizedQuery } from '../../search/query/parse.ts'
import type { FoodSearch } from '../../search/query/search.ts'
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
  source: Type.Optional(
    Type.Enum(searchableSources, { type: 'string', description: 'Only foods of this source' }),
  ),
})

export const searchRoute = (
  search: FoodSearch,
  catalogStats: Pick<CatalogStatsCache, 'version'>,
  sourceNames: SourceNames,
): DataRoute<typeof noParameters, typeof query> => ({
  url: '/search',
  operationId: 'searchFoods',
  summary: 'Search foods',
  description:
    'Searches foods by name and brand, best match first. Returns an empty list when nothing matches.',
  path: noParameters,
  query: sourceNames.describe(query),
  response: Type.Array(FoodSchema),
  responseDescription: 'Matching foods, best match first',
  // Until the vocabulary of the current catalog is loaded, searches use the previous one.
  cacheKey: ({ q, limit, source }) =>
    search.hasVocabularyOf(catalogStats.version())
      ? `/search?${limit}&${source}&${normalizedQuery(q)}`
      : undefined,
  async handle({ q, limit = 10, source }) {
    const filters = source === undefined ? null : filtersOfSource(sourceNames.sourceOf(source))
    const foods = await search.find({ q, limit, filters })
    return foods.map(sourceNames.toApi)
  },
})
