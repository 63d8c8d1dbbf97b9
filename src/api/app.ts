import { METHODS } from 'node:http'
import type { BlockList } from 'node:net'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { ApiKeyCache } from '../accounts/api-keys/api-key-cache.ts'
import { redactKeys } from '../accounts/api-keys/key-format.ts'
import type { UsageMeter } from '../accounts/usage/meter.ts'
import type { CatalogStatsCache } from '../catalog/catalog-stats.ts'
import { findFoodPageData } from '../catalog/food-page.ts'
import { foodNamesReader, portionsReader } from '../catalog/food-portions.ts'
import { foodBatchLookup, foodLookup } from '../catalog/lookup.ts'
import type { ApiFormat } from '../food/api-food.ts'
import type { Database } from '../platform/database/pool.ts'
import { createAddressReader } from '../platform/http/client-address.ts'
import { closeStalledConnections } from '../platform/http/connections.ts'
import { noticeShutdown, type ShutdownState } from '../platform/http/graceful-shutdown.ts'
import { addReplyCache } from '../platform/http/reply-cache.ts'
import { answerWithEtag, compressPayload, sendBody } from '../platform/http/response-body.ts'
import type { ResponseCache } from '../platform/http/response-cache.ts'
import type { LogRequest, RequestLine } from '../platform/logging/request-logger.ts'
import type { RateLimiter } from '../platform/rate-limit/rate-limiter.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import type { FoodSearch } from '../search/query/search.ts'
import { type AccountApiDeps, addAccountRoutes } from './account-routes.ts'
import { addApiReference } from './api-reference.ts'
import type { ApiRequest, SendResponse } from './api-request.ts'
import { createCachedReads } from './cached-reads.ts'
import { createCallerReader } from './caller.ts'
import { addDataRoute } from './data-route.ts'
import { answerError, unauthorized } from './errors.ts'
import { createLoadShedder } from './load-shedding.ts'
import { namedSchemas, openapiOptions } from './openapi.ts'
import { createWindowsOf, fairnessDelay, type Limits, type RateLimitDeps } from './rate-limits.ts'
import { runRequestPipeline } from './request-pipeline.ts'
import { addResponseHeaders, createHeadersOf } from './response-headers.ts'
import { barcodeRoute } from './routes/barcode.ts'
import { batchRoute } from './routes/batch.ts'
import { categoriesRoute } from './routes/categories.ts'
import { changesRoute } from './routes/changes.ts'
import { foodRoute } from './routes/food.ts'
import { foodDetailsRoute } from './routes/food-details.ts'
import { addHealthRoute } from './routes/health.ts'
import { mealsRoute } from './routes/meals.ts'
import { popularRoute } from './routes/popular.ts'
import { searchRoute } from './routes/search.ts'
import { suggestRoute } from './routes/suggest.ts'
import { serverOptions } from './server-options.ts'

export interface ApiDeps {
  /** For lookups and lists; search uses a separate pool, so that neither can starve the other. */
  database: Database
  search: FoodSearch
  catalogStats: Pick<CatalogStatsCache, 'foods' | 'version' | 'catalog'>
  cache: ResponseCache
  apiFormat: ApiFormat
  keys: ApiKeyCache
  /** Dependencies of the /auth and /billing routes. */
  accounts: AccountApiDeps
  usage: Pick<UsageMeter, 'count'>
  limiter: RateLimiter
  limits: Limits
  noteLimitUse: RateLimitDeps['noteLimitUse']
  invalidKeysPerMinute: number
  /** Further requests are rejected with 503. */
  maxConcurrentRequests: number
  trustedProxies: BlockList
  /** Where clients reach the API. */
  publicUrl: string
  /** How long a shared cache may keep responses to anonymous callers; 0: not at all. */
  sharedCacheSeconds: number
  metrics: Pick<Metrics, 'countRequest' | 'countOverload'>
  shutdown: ShutdownState
  logger: FastifyBaseLogger
  logRequest: LogRequest
}

export async function createApi(deps: ApiDeps): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({ ...serverOptions, loggerInstance: deps.logger })
  const loadShedder = createLoadShedder(deps.maxConcurrentRequests, deps.metrics.countOverload)
  const pipeline = {
    loadShedder,
    addressOf: createAddressReader(deps.trustedProxies),
    readCaller: createCallerReader(deps),
    limiter: deps.limiter,
    windowsOf: createWindowsOf(deps.limits),
    noteLimitUse: deps.noteLimitUse,
  }

  // The schemas only describe the API; parameters are parsed in parameters.ts, not by Fastify.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  app.setReplySerializer(payload => JSON.stringify(payload))
  app.decorateRequest('caller', undefined)
  app.decorateRequest('quota', undefined)
  app.decorateRequest('isShareable', false)
  app.decorateRequest('workState', 'none')
  app.decorateRequest('route')
  acceptAllMethods(app)
  closeStalledConnections(app.server)

  app.addHook('onRequest', (request, reply) => {
    request.route = request.routeOptions.config
    return runRequestPipeline(pipeline, request, reply)
  })
  const { headersOf, dataHeadersOf } = createHeadersOf(deps)
  addResponseHeaders(app, headersOf)
  addReplyCache(app, deps.cache, {
    server: 'api',
    inputOf: ({ route }) => (route.cachedBy === undefined ? undefined : {}),
    isStorable: () => true,
    headersOf,
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const { cachedBody } = request
    const tagged = answerWithEtag(request, reply, payload, cachedBody?.etag)
    return compressPayload(request, reply, tagged, cachedBody)
  })
  noticeShutdown(app, deps.shutdown)
  const onAnswered = (request: ApiRequest, status: number, durationMs: number) => {
    deps.metrics.countRequest('api', clientType(request), request.route.url, status, durationMs)
    countUsage(deps.usage, request, status)
    deps.logRequest(lineOf(request, status, durationMs))
  }
  app.addHook('onResponse', (request, reply, done) => {
    onAnswered(request, reply.statusCode, reply.elapsedTime)
    done()
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(async () => {
    throw unauthorized()
  })

  const urls = { apiUrl: deps.publicUrl, websiteUrl: deps.accounts.websiteUrl }
  await app.register(swagger, openapiOptions(urls))
  for (const schema of namedSchemas(deps.apiFormat)) app.addSchema(schema)
  const wait = (request: ApiRequest) => {
    const delay = fairnessDelay(deps.limits, request)
    return delay && loadShedder.whileWaiting(request, delay)
  }
  const lookup = foodLookup(deps.database)
  const send: SendResponse = (request, reply, response) =>
    sendBody(request, reply.raw, response.body, dataHeadersOf(request, response))
  const cachedReads = createCachedReads({
    ...deps,
    pipeline,
    beforeHandle: wait,
    headersOf,
    send,
    onAnswered,
  })
  cachedReads.attachTo(app)
  const routeDeps = { beforeHandle: wait, cache: deps.cache, cachedReads, send }
  addDataRoute(app, routeDeps, searchRoute(deps.search, deps.catalogStats, deps.apiFormat))
  addDataRoute(app, routeDeps, foodRoute(lookup, deps.apiFormat))
  addDataRoute(app, routeDeps, barcodeRoute(lookup, deps.apiFormat))
  addDataRoute(app, routeDeps, popularRoute(deps.database, deps.apiFormat))
  addDataRoute(app, routeDeps, categoriesRoute(deps.database, deps.catalogStats))
  addDataRoute(app, routeDeps, suggestRoute(deps.search, deps.catalogStats))
  const mealDeps = {
    search: deps.search,
    portionsOf: portionsReader(deps.database),
    namesInCatalog: foodNamesReader(deps.database),
  }
  addDataRoute(app, routeDeps, mealsRoute(mealDeps, deps.catalogStats, deps.apiFormat))
  const findDetails = (id: number) => findFoodPageData(deps.database, id)
  addDataRoute(app, routeDeps, foodDetailsRoute(findDetails, deps.apiFormat, deps.accounts.websiteUrl))
  addDataRoute(app, routeDeps, batchRoute(foodBatchLookup(deps.database), deps.apiFormat))
  addDataRoute(app, routeDeps, changesRoute(deps.database))
  await addAccountRoutes(app, deps.accounts, deps.limits, loadShedder)
  addHealthRoute(app, deps.catalogStats, deps.shutdown)
  addApiReference(app, urls)
  return app
}

/** Lets requests with any method or an unknown `Expect` header reach the request pipeline. */
function acceptAllMethods(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}

/** The plan of the key; `unknown` for an invalid key or one that could not be looked up. */
const clientType = ({ caller, headers }: ApiRequest): string =>
  caller?.principal?.plan ?? (headers.authorization === undefined ? 'anonymous' : 'unknown')

/** Counts data requests by endpoint; other requests only update the last use of the key. */
function countUsage(usage: Pick<UsageMeter, 'count'>, { caller, route }: ApiRequest, status: number): void {
  const principal = caller?.principal
  if (principal === undefined) return
  const { accountId, keyId } = principal
  usage.count({ accountId, keyId, endpoint: route.endpoint ?? '', status })
}

const maxLoggedPathLength = 500

function lineOf({ id, method, url, caller }: ApiRequest, status: number, durationMs: number): RequestLine {
  return {
    requestId: id,
    server: 'api',
    method,
    path: redactKeys(url.slice(0, maxLoggedPathLength)),
    status,
    durationMs,
    clientIp: caller?.ipAddress,
    keyId: caller?.principal?.keyId,
  }
}
