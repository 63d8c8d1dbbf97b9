import Type from 'typebox'
import { type PopularPage, popularFoods } from '../../catalog/popular.ts'
import type { ApiFormat } from '../../food/api-food.ts'
import { FoodSchema } from '../../food/food.ts'
import type { Database } from '../../platform/database/pool.ts'
import { type DataRoute, noParameters } from '../data-route.ts'

const query = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'Maximum number of foods' }),
  ),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: 'Number of foods to skip' })),
  category: Type.Optional(
    Type.String({ description: 'Only foods in this category or its child categories; empty for all' }),
  ),
  has_image: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'true for foods with a product image only; false for all foods',
    }),
  ),
})

export const popularRoute = (
  database: Database,
  apiFormat: ApiFormat,
): DataRoute<typeof noParameters, typeof query, PopularPage> => ({
  url: '/foods/popular',
  operationId: 'listPopularFoods',
  summary: 'List popular foods',
  description:
    'Foods by popularity, those with usable nutrition and a confidence of at least 0.5 first, in pages. Large offsets are as fast as the first page.',
  path: noParameters,
  query,
  response: Type.Array(FoodSchema),
  responseDescription: 'A page of foods',
  inputOf: ({ limit = 100, offset = 0, category = '', has_image = true }) => ({
    limit,
    offset,
    category,
    withImage: has_image,
  }),
  async handle(page) {
    const foods = await popularFoods(database, page)
    return { body: foods.map(apiFormat.toApi), foods }
  },
})
