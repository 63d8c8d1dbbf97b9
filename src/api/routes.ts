// All routes of the API.
import type { BaseLogger } from 'pino'
import type { Billing } from '../accounts/billing/billing.ts'
import type { AccountContext } from '../accounts/context.ts'
import type { CatalogStatsCache } from '../catalog/catalog-stats.ts'
import { findFoodPageData } from '../catalog/food-page.ts'
import { foodNamesReader, portionsReader } from '../catalog/food-portions.ts'
import { foodBatchLookup, foodLookup } from '../catalog/lookup.ts'
import type { ApiFormat } from '../food/api-food.ts'
import type { Database } from '../platform/database/pool.ts'
import type { ShutdownState } from '../platform/http/graceful-shutdown.ts'
import type { ResponseCache } from '../platform/http/response-cache.ts'
import type { FoodSearch } from '../search/query/search.ts'
import { documentRoutes } from './api-reference.ts'
import type { Route } from './api-request.ts'
import { dataRoute } from './data-route.ts'
import { type Limits, limitsByPlan } from './rate-limits.ts'
import { ownAccountRoutes } from './routes/account/account.ts'
import { auditAndUsageRoutes } from './routes/account/audit-and-usage.ts'
import { keyRoutes } from './routes/account/keys.ts'
import { barcodeRoute } from './routes/barcode.ts'
import { batchRoute } from './routes/batch.ts'
import { billingRoutes } from './routes/billing/plans.ts'
import { webhookRoute } from './routes/billing/webhooks.ts'
import { categoriesRoute } from './routes/categories.ts'
import { changesRoute } from './routes/changes.ts'
import { foodRoute } from './routes/food.ts'
import { foodDetailsRoute } from './routes/food-details.ts'
import { healthRoute } from './routes/health.ts'
import { mealsRoute } from './routes/meals.ts'
import { popularRoute } from './routes/popular.ts'
import { searchRoute } from './routes/search.ts'
import { suggestRoute } from './routes/suggest.ts'

export interface RouteDeps {
  /** For lookups and lists; search uses a separate pool, so that neither can starve the other. */
  database: Database
  search: FoodSearch
  catalogStats: Pick<CatalogStatsCache, 'foods' | 'version' | 'catalog'>
  cache: ResponseCache
  apiFormat: ApiFormat
  /** Billing is undefined when it is disabled. */
  accounts: AccountContext & { billing: Billing | undefined }
  limits: Limits
  /** Where clients reach the API. */
  publicUrl: string
  shutdown: ShutdownState
  logger: Pick<BaseLogger, 'warn'>
}

export function apiRoutes(deps: RouteDeps): Route[] {
  const { database, search, catalogStats, cache, apiFormat, accounts, limits } = deps
  const { websiteUrl } = accounts
  const lookup = foodLookup(database)
  const mealDeps = {
    search,
    portionsOf: portionsReader(database),
    namesInCatalog: foodNamesReader(database),
  }
  const described = [
    dataRoute(cache, searchRoute(search, catalogStats, apiFormat)),
    dataRoute(cache, foodRoute(lookup, apiFormat)),
    dataRoute(cache, barcodeRoute(lookup, apiFormat)),
    dataRoute(cache, popularRoute(database, apiFormat)),
    dataRoute(cache, categoriesRoute(database, catalogStats)),
    dataRoute(cache, suggestRoute(search, catalogStats)),
    dataRoute(cache, mealsRoute(mealDeps, catalogStats, apiFormat)),
    dataRoute(
      cache,
      foodDetailsRoute(id => findFoodPageData(database, id), apiFormat, websiteUrl),
    ),
    dataRoute(cache, batchRoute(foodBatchLookup(database), apiFormat)),
    dataRoute(cache, changesRoute(database)),
    ...ownAccountRoutes(accounts, limits),
    ...keyRoutes({ ...accounts, requestsPerMinute: limitsByPlan(limits) }),
    ...auditAndUsageRoutes(accounts.database),
    ...billingRoutes({ ...accounts, limits }),
    webhookRoute(accounts.billing, deps.logger),
    healthRoute(catalogStats, deps.shutdown),
  ]
  return [...described, ...documentRoutes(described, apiFormat, { apiUrl: deps.publicUrl, websiteUrl })]
}
