import Type from 'typebox'
import type { FoodLookup } from '../../catalog/lookup.ts'
import type { ApiFormat } from '../../food/api-food.ts'
import { FoodSchema } from '../../food/food.ts'
import { type DataRoute, noParameters } from '../data-route.ts'

const path = Type.Object({ food_id: Type.Integer({ description: 'Food id', examples: [2] }) })

export const foodRoute = (
  lookup: FoodLookup,
  apiFormat: ApiFormat,
): DataRoute<typeof path, typeof noParameters, { food_id: number }> => ({
  url: '/food/:food_id',
  operationId: 'getFood',
  summary: 'Get a food by id',
  description: 'Ids are stable and can be stored.',
  path,
  query: noParameters,
  response: FoodSchema,
  responseDescription: 'The food',
  notFound: 'Food not found',
  inputOf: ({ food_id }) => ({ food_id }),
  async handle({ food_id }) {
    const food = await lookup.byId(food_id)
    if (food === undefined) return undefined
    return { body: apiFormat.toApi(food), foods: [food] }
  },
})
