import Type from 'typebox'
import type { CatalogStatsCache } from '../../catalog/catalog-stats.ts'
import { nullable } from '../../food/food.ts'
import { normalizedQuery } from '../../search/query/parse.ts'
import type { FoodSearch } from '../../search/query/search.ts'
import { type DataRoute, noParameters } from '../data-route.ts'

export const SuggestionSchema = Type.Object(
  {
    text: Type.String({ description: 'To show' }),
    query: Type.String({ description: 'To search for when it is chosen' }),
    food_id: nullable(Type.Integer({ description: 'The food that it names; null if it is not one food' })),
  },
  {
    $id: 'Suggestion',
    title: 'Suggestion',
    examples: [{ text: 'Banana', query: 'banana', food_id: 173944 }],
  },
)

const query = Type.Object({
  q: Type.String({ minLength: 1, description: 'What has been typed so far', examples: ['ban'] }),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 20, default: 8, description: 'Maximum number of suggestions' }),
  ),
})

export const suggestRoute = (
  search: FoodSearch,
  catalogStats: Pick<CatalogStatsCache, 'version'>,
): DataRoute<typeof noParameters, typeof query, { q: string; limit: number }> => ({
  url: '/suggest',
  operationId: 'suggest',
  summary: 'Suggest completions',
  description:
    'Extension: completions of what somebody types, from the first character on, best first: names of foods in several languages, popular products, brands and words of the catalog. Counts as a request like any other.',
  path: noParameters,
  query,
  response: Type.Array(SuggestionSchema),
  responseDescription: 'Suggestions, best first',
  inputOf: ({ q, limit = 8 }) => ({ q: normalizedQuery(q), limit }),
  isCacheable: () => search.hasSuggestionsOf(catalogStats.version()),
  async handle(input) {
    const suggestions = await search.suggest(input)
    return {
      body: suggestions.map(({ text, query, food }) => ({ text, query, food_id: food?.id ?? null })),
      foods: suggestions.flatMap(({ food }) => food ?? []),
    }
  },
})
