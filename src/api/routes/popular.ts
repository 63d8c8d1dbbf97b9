import Type from 'typebox'
import { popularFoods } from '../../catalog/popular.ts'
import { FoodSchema } from '../../food/food.ts'
import type { SourceNames } from '../../food/source-names.ts'
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
  sourceNames: SourceNames,
): DataRoute<typeof noParameters, typeof query> => ({
  url: '/foods/popular',
  operationId: 'listPopularFoods',
  summary: 'List popular foods',
  description: 'Foods by popularity, in pages. Large offsets are as fast as the first page.',
  path: noParameters,
  query,
  response: Type.Array(FoodSchema),
  responseDescription: 'A page of foods',
  cacheKey: ({ limit, offset, category, has_image }) =>
    `/foods/popular?${limit}&${offset}&${has_image}&${category}`,
  async handle({ limit = 100, offset = 0, category = '', has_image = true }) {
    const foods = await popularFoods(database, { limit, offset, category, withImage: has_image })
    return foods.map(sourceNames.toApi)
  },
})
