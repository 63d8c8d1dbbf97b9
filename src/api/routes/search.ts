import Type, { type Static } from 'typebox'
import type { CatalogStatsCache } from '../../catalog/catalog-stats.ts'
import type { ApiFormat } from '../../food/api-food.ts'
import { FoodSchema } from '../../food/food.ts'
import { filterParameters, filtersOf, sourceParameter } from '../../search/filters.ts'
import type { Interpretation } from '../../search/query/page.ts'
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
  ...sourceParameter,
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 200,
      default: 0,
      description:
        'Extension: number of foods to skip. Pages with the same other parameters neither overlap nor leave foods out',
    }),
  ),
  ...filterParameters,
})

type SearchInput = Static<typeof query> & { limit: number; offset: number }

const matchHeaders = ({ match, words }: Interpretation) => ({
  'X-Search-Match': match,
  ...(words !== null && { 'X-Search-Query': encodeURIComponent(words.join(' ')) }),
})

export const searchRoute = (
  foodSearch: FoodSearch,
  catalogStats: Pick<CatalogStatsCache, 'version'>,
  apiFormat: ApiFormat,
): DataRoute<typeof noParameters, typeof query, SearchInput> => ({
  url: '/search',
  operationId: 'searchFoods',
  summary: 'Search foods',
  description:
    'Searches foods by name and brand, best match first. Returns an empty list when nothing matches. The parameters after source are an extension: filters that every food passes, and offset for further pages. The list ends after a few hundred foods.',
  path: noParameters,
  query: apiFormat.describe(query),
  response: Type.Array(FoodSchema),
  responseDescription: 'Matching foods, best match first',
  responseHeaders: {
    'X-Search-Match': Type.String({
      enum: ['exact', 'partial', 'corrected'],
      description:
        'How the first food was found. exact: it holds every word as typed, or was found by a synonym or translation of them all or by its barcode; partial: words were left out; corrected: everything else. Absent if there are no foods',
      examples: ['exact'],
    }),
    'X-Search-Query': Type.String({
      description: 'What was searched for, percent-encoded, if that differs from what was typed',
      examples: ['oat%20milk'],
    }),
  },
  inputOf: ({ q, limit = 10, offset = 0, ...filters }) => ({
    q: normalizedQuery(q),
    limit,
    offset,
    ...filters,
  }),
  // Until the vocabulary of the current catalog is loaded, searches use the previous one.
  isCacheable: () => foodSearch.hasVocabularyOf(catalogStats.version()),
  async handle({ q, limit, offset, ...given }) {
    const source = given.source && apiFormat.sourceOf(given.source)
    const filters = filtersOf({ ...given, source })
    const { foods, interpretation } = await foodSearch.find({ q, limit, offset, filters })
    const headers = interpretation === null ? {} : matchHeaders(interpretation)
    return { body: foods.map(apiFormat.toApi), foods, headers }
  },
})
