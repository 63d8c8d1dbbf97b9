// Generates the OpenAPI description from the routes, without a running service.
import { unknownStats } from '../catalog/catalog-stats.ts'
import { createApiFormat } from '../food/api-food.ts'
import { estimateSource } from '../food/sources.ts'
import type { DatabasePool } from '../platform/database/pool.ts'
import { createResponseCache } from '../platform/http/response-cache.ts'
import type { Route } from './api-request.ts'
import { defaultUrls, describeRoutes, namedSchemas, type PublicUrls } from './openapi.ts'
import { apiRoutes } from './routes.ts'

const unused = () => Promise.reject(new Error('these routes only describe the API'))

const database: DatabasePool = {
  query: unused,
  transaction: unused,
  withDeadline: () => database,
  connections: () => ({ total: 0, idle: 0, waiting: 0 }),
  close: unused,
}

const apiFormat = createApiFormat(estimateSource, '')

export function describeApi(urls: PublicUrls = defaultUrls): object {
  return describeRoutes(routesWithoutServices(urls), namedSchemas(apiFormat), urls)
}

/** All routes, but no working dependencies. */
export function routesWithoutServices({ apiUrl, websiteUrl }: PublicUrls = defaultUrls): Route[] {
  return apiRoutes({
    database,
    search: {
      find: unused,
      prepare: unused,
      hasVocabularyOf: () => false,
      suggest: unused,
      hasSuggestionsOf: () => false,
      page: unused,
      same: unused,
      explain: unused,
    },
    catalogStats: { foods: () => 0, version: () => undefined, catalog: () => unknownStats },
    cache: createResponseCache({ maxBytes: 0, version: () => undefined }),
    apiFormat,
    accounts: {
      database,
      secret: '',
      attemptLimiter: { attempt: unused, succeeded: unused, refund: unused, reset: unused },
      isMailEnabled: false,
      providers: { list: [], has: () => false, find: unused, report: () => undefined },
      websiteUrl,
      billing: undefined,
    },
    limits: {
      anonymousPerMinute: 0,
      starterPerMinute: 0,
      proPerMinute: 0,
      scalePerMinute: 0,
      perHour: 0,
      fairnessDelayMs: 0,
    },
    publicUrl: apiUrl,
    shutdown: { isBegun: false },
    logger: { warn: () => undefined },
  })
}
