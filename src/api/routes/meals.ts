import Type from 'typebox'
import type { CatalogStatsCache } from '../../catalog/catalog-stats.ts'
import type { ApiFormat } from '../../food/api-food.ts'
import { assumptionText } from '../../meals/assumptions.ts'
import { type MealDeps, readMeal } from '../../meals/meal.ts'
import { MealSchema } from '../../meals/meal-schema.ts'
import { mealText } from '../../search/query/parse-meal.ts'
import type { FoodSearch } from '../../search/query/search.ts'
import { languageOfSentence, preferredLanguage } from '../../search/query/sentence-language.ts'
import { type DataRoute, noParameters } from '../data-route.ts'

const query = Type.Object({
  q: Type.String({
    minLength: 2,
    description:
      'A meal in words, in one of the languages of the search; the first 4,000 characters are used',
    examples: ['2 boiled eggs and a slice of rye bread with butter'],
  }),
})

interface MealInput {
  q: string
  language: string | undefined
  /** Whether the words of the sentence decide the language. */
  isDecided: boolean
}

export const mealsRoute = (
  deps: MealDeps & { search: Pick<FoodSearch, 'hasVocabularyOf'> },
  catalogStats: Pick<CatalogStatsCache, 'version'>,
  apiFormat: ApiFormat,
): DataRoute<typeof noParameters, typeof query, MealInput> => ({
  url: '/meals',
  operationId: 'readMeal',
  summary: 'Read a meal',
  description:
    'An extension: clients of the interface never need it. Splits a sentence into at most 40 foods with amounts, weighs them and adds up their nutrients. Where its words do not decide the language, `Accept-Language` does. `assumed` says what was taken for granted.',
  path: noParameters,
  query,
  response: MealSchema,
  responseDescription: 'The foods of the meal and their totals',
  inputOf: ({ q }, headers) => {
    const text = mealText(q)
    const { language, isDecided } = languageOfSentence(text, preferredLanguage(headers['accept-language']))
    return { q: text, language: language ?? undefined, isDecided }
  },
  readsHeaders: true,
  // Until the vocabulary of the current catalog is loaded, searches use the previous one.
  isCacheable: () => deps.search.hasVocabularyOf(catalogStats.version()),
  async handle({ q, language, isDecided }) {
    const { items, totals } = await readMeal(deps, q, language ?? null)
    const toApi = apiFormat.toApi
    return {
      body: {
        items: items.map(({ food, alternatives, ...item }) => ({
          text: item.text,
          amount: item.amount,
          unit: item.unit,
          grams: item.grams,
          food: food && toApi(food),
          alternatives: alternatives.map(toApi),
          confidence: item.confidence,
          assumed: item.assumed.map(assumptionText),
        })),
        totals,
      },
      ...(isDecided ? {} : { headers: { vary: 'Accept-Language' } }),
      foods: items.flatMap(({ food, alternatives }) => [...(food ? [food] : []), ...alternatives]),
    }
  },
})
