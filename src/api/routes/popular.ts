import Type from 'typebox'
import { popularFoods } from '../../catalog/popular.ts'
import { FoodSchema } from '../../food/food.ts'
import type { Database } from '../../platform/database/pool.ts'
import { type DataRoute, noParameters } from '../data-route.ts'

const query = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'How many foods at most' }),
  ),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: 'How many foods to pass over' })),
  category: Type.Optional(Type.String({ description: 'Only foods of this category; empty: all' })),
  has_image: Type.Optional(
    Type.Boolean({ default: true, description: 'true: only foods with a product image; false: all foods' }),
  ),
})

export const popularRoute = (database: Database): DataRoute<typeof noParameters, typeof query> => ({
  url: '/foods/popular',
  operationId: 'listPopularFoods',
  summary: 'Popular foods',
  description: 'Foods by how often people look them up, page by page. Deep pages are as fast as the first.',
  path: noParameters,
  query,
  response: Type.Array(FoodSchema),
  responseDescription: 'A page of foods',
  answer: ({ limit = 100, offset = 0, category = '', has_image = true }) =>
    popularFoods(database, { limit, offset, category, withImage: has_image }),
})
