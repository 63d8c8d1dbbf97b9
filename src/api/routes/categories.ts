import Type from 'typebox'
import { CategoryCountSchema, categoryCounts } from '../../catalog/categories.ts'
import type { Database } from '../../platform/database/pool.ts'
import { type DataRoute, noParameters } from '../data-route.ts'

export const categoriesRoute = (
  database: Database,
): DataRoute<typeof noParameters, typeof noParameters, Record<never, never>> => ({
  url: '/foods/categories',
  operationId: 'listCategories',
  summary: 'List categories',
  description:
    'All categories with their number of foods, largest first. A category counts the foods of its child categories too.',
  path: noParameters,
  query: noParameters,
  response: Type.Array(CategoryCountSchema),
  responseDescription: 'The categories',
  inputOf: () => ({}),
  handle: async () => ({ body: await categoryCounts(database), foods: [] }),
})
