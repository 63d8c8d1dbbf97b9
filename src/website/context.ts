import type { BlockList } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { Billing } from '../accounts/billing/billing.ts'
import type { AccountContext } from '../accounts/context.ts'
import type { Plan } from '../accounts/plans.ts'
import type { CatalogStatsCache } from '../catalog/catalog-stats.ts'
import type { FoodLookup } from '../catalog/lookup.ts'
import type { CatalogReads } from '../platform/database/replica-routing.ts'
import type { ShutdownState } from '../platform/http/graceful-shutdown.ts'
import type { RateLimiter } from '../platform/rate-limit/rate-limiter.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import type { Tracing } from '../platform/telemetry/tracing.ts'
import type { MeasurePhase } from '../search/query/search.ts'

/** What the pages of an account work with. */
export interface WebsiteAccounts extends AccountContext {
  /** Undefined: switched off. */
  billing: Billing | undefined
}

/** What the pages about foods work with. */
export interface WebsiteCatalog {
  /** Lookups and lists; search has connections of its own, so that one cannot starve the other. */
  database: CatalogReads
  searchDatabase: CatalogReads
  lookup: FoodLookup
  figures: Pick<CatalogStatsCache, 'foods' | 'catalog'>
  limiter: RateLimiter
  watchSearch: MeasurePhase
  /** Where the API is for those outside. */
  apiUrl: string
  /** Where people reach the website. */
  websiteUrl: string
}

/** What the website works with. */
export interface WebsiteContext {
  accounts: WebsiteAccounts
  catalog: WebsiteCatalog
  /** What each plan allows here. */
  requestsPerMinute: Record<Plan, number>
  trustedProxies: BlockList
  /** How much memory finished pages may take. */
  keptPagesBytes: number
  metrics: Pick<Metrics, 'countRequest'>
  /** Undefined: switched off. */
  tracing: Tracing | undefined
  stopping: ShutdownState
  logger: FastifyBaseLogger
}
