import Type, { type Static } from 'typebox'
import { maxFoodsCompared, popularFoods } from '../../catalog/popular.ts'
import type { ApiFormat } from '../../food/api-food.ts'
import { FoodSchema } from '../../food/food.ts'
import type { Database } from '../../platform/database/pool.ts'
import { filterParameters, filtersOf } from '../../search/filters.ts'
import { type DataRoute, noParameters } from '../data-route.ts'

const query = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'Maximum number of foods' }),
  ),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: 'Number of foods to skip' })),
  ...filterParameters,
  has_image: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        'true for foods with an image only, of the product or of an everyday food; false for all foods',
    }),
  ),
})

type PopularInput = Static<typeof query> & { limit: number; offset: number }

export const popularRoute = (
  database: Database,
  apiFormat: ApiFormat,
): DataRoute<typeof noParameters, typeof query, PopularInput> => ({
  url: '/foods/popular',
  operationId: 'listPopularFoods',
  summary: 'List popular foods',
  description: `Foods by popularity, those with usable nutrition and a confidence of at least 0.5 first, in pages: everyday foods by how often people eat them, an estimate, and other foods by their scans, in turn. Large offsets are as fast as the first page. The parameters after has_image are an extension: filters that every food passes. With one of them, at most ${maxFoodsCompared.toLocaleString('en-US')} foods are compared with the filters: those of the brand or kind, otherwise the most popular ones.`,
  path: noParameters,
  query,
  response: Type.Array(FoodSchema),
  responseDescription: 'A page of foods',
  inputOf: ({ limit = 100, offset = 0, category = '', has_image = true, ...filters }) => ({
    limit,
    offset,
    category,
    has_image,
    ...filters,
  }),
  async handle({ limit, offset, category = '', has_image: withImage = true, ...given }) {
    const foods = await popularFoods(database, {
      limit,
      offset,
      category,
      withImage,
      filters: filtersOf(given),
    })
    return { body: foods.map(apiFormat.toApi), foods }
  },
})
