import Type from 'typebox'
import type { CatalogStatsCache } from '../../catalog/catalog-stats.ts'
import { CategoryCountSchema, categoryCounts } from '../../catalog/categories.ts'
import type { Database } from '../../platform/database/pool.ts'
import { type DataRoute, noParameters } from '../data-route.ts'

export const categoriesRoute = (
  database: Database,
  catalogStats: Pick<CatalogStatsCache, 'catalog'>,
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
  async handle() {
    const counts = await categoryCounts(database)
    const counted = counts.length === 0 ? [] : catalogStats.catalog().sources
    return { body: counts, foods: counted.map(source => ({ source })) }
  },
})
