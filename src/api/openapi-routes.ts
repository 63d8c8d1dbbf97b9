// Generates the OpenAPI description from the routes, without a running service.
import { BlockList } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { unknownStats } from '../catalog/catalog-stats.ts'
import { createApiFormat } from '../food/api-food.ts'
import { estimateSource } from '../food/sources.ts'
import type { DatabasePool } from '../platform/database/pool.ts'
import { createResponseCache } from '../platform/http/response-cache.ts'
import { createApi } from './app.ts'
import { defaultUrls, type PublicUrls } from './openapi.ts'

const unused = () => Promise.reject(new Error('this instance only describes the API'))

const database: DatabasePool = {
  query: unused,
  transaction: unused,
  withDeadline: () => database,
  connections: () => ({ total: 0, idle: 0, waiting: 0 }),
  close: unused,
}

export async function describeApi(urls: PublicUrls = defaultUrls): Promise<object> {
  const api = await buildApiWithoutServices(urls)
  const description = api.swagger()
  await api.close()
  return description
}

/** The server with all its routes but no working dependencies. */
export async function buildApiWithoutServices({
  apiUrl,
  websiteUrl,
}: PublicUrls = defaultUrls): Promise<FastifyInstance> {
  const api = await createApi({
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
    apiFormat: createApiFormat(estimateSource, ''),
    keys: { find: unused, wasValid: () => false },
    accounts: {
      database,
      secret: '',
      attemptLimiter: { attempt: unused, succeeded: unused, refund: unused, reset: unused },
      isMailEnabled: false,
      providers: { list: [], has: () => false, find: unused, report: () => undefined },
      websiteUrl,
      billing: undefined,
    },
    usage: { count: () => undefined },
    limiter: { consume: unused, used: unused },
    noteLimitUse: () => undefined,
    limits: {
      anonymousPerMinute: 0,
      starterPerMinute: 0,
      proPerMinute: 0,
      scalePerMinute: 0,
      perHour: 0,
      fairnessDelayMs: 0,
    },
    invalidKeysPerMinute: 0,
    maxConcurrentRequests: 0,
    trustedProxies: new BlockList(),
    publicUrl: apiUrl,
    sharedCacheSeconds: 0,
    metrics: { countRequest: () => undefined, countOverload: () => undefined },
    shutdown: { isBegun: false },
    logRequest: () => undefined,
    logger: pino({ level: 'silent' }),
  })
  await api.ready()
  return api
}
