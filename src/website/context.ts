import type { BlockList } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { Billing } from '../accounts/billing/billing.ts'
import type { AccountContext } from '../accounts/context.ts'
import type { Plan } from '../accounts/plans.ts'
import type { CatalogStatsCache } from '../catalog/catalog-stats.ts'
import type { FoodLookup } from '../catalog/lookup.ts'
import type { ApiFormat } from '../food/api-food.ts'
import type { PackFolder } from '../packs/pack-index.ts'
import type { CatalogReads } from '../platform/database/read-endpoint.ts'
import type { ShutdownState } from '../platform/http/graceful-shutdown.ts'
import type { ResponseCache } from '../platform/http/response-cache.ts'
import type { LogRequest } from '../platform/logging/request-logger.ts'
import type { RateLimiter } from '../platform/rate-limit/rate-limiter.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import type { FoodSearch } from '../search/query/search.ts'
import type { LegalFolder } from './public/legal-documents.ts'

/** Dependencies of the account pages. */
export interface WebsiteAccounts extends AccountContext {
  /** Undefined if disabled. */
  billing: Billing | undefined
}

/** Dependencies of the catalog pages. */
export interface WebsiteCatalog {
  /** Separate from the API's connections and from search, so that none can starve another. */
  database: CatalogReads
  search: FoodSearch
  lookup: FoodLookup
  stats: Pick<CatalogStatsCache, 'foods' | 'catalog'>
  /** The spelling of sources in what the website shows of the API. */
  apiFormat: ApiFormat
  limiter: RateLimiter
  cache: ResponseCache
  /** From which pages load photos of foods. */
  imageSources: string
  /** Public URL of the API. */
  apiUrl: string
  /** Public URL of the website. */
  websiteUrl: string
}

/** What the operator says about this website. */
export interface Operator {
  /** Undefined if there are no legal pages. */
  legal: LegalFolder | undefined
  contactEmail: string | undefined
  /** A `mailto:` or `https:` URI. */
  securityContact: string | undefined
  sourceCodeUrl: string | undefined
}

/** Limits that the plans do not have, for the pricing page. */
export interface FreeLimits {
  anonymousPerMinute: number
  /** Requests without a key and with a free key from one address, together. */
  perHour: number
  fairnessDelayMs: number
}

export interface WebsiteContext {
  accounts: WebsiteAccounts
  catalog: WebsiteCatalog
  /** The packs on offer. Undefined if there is no folder of packs. */
  packs: PackFolder | undefined
  /** Rate limit of each plan. */
  requestsPerMinute: Record<Plan, number>
  freeLimits: FreeLimits
  operator: Operator
  trustedProxies: BlockList
  /** Pages per minute and address. */
  pagesPerMinute: number
  /** Pages then leave most of the event loop to the API. */
  sharesProcessWithApi: boolean
  metrics: Pick<Metrics, 'countRequest' | 'countOverload'>
  /** Undefined if disabled. */
  stopping: ShutdownState
  logger: FastifyBaseLogger
  logRequest: LogRequest
}
