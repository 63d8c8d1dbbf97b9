import { METHODS } from 'node:http'
import type { BlockList } from 'node:net'
import swagger from '@fastify/swagger'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { ApiKeyCache } from '../accounts/api-keys/api-key-cache.ts'
import { redactKeys } from '../accounts/api-keys/key-format.ts'
import type { UsageMeter } from '../accounts/usage/meter.ts'
import type { CatalogStatsCache } from '../catalog/catalog-stats.ts'
import { foodLookup } from '../catalog/lookup.ts'
import type { Database } from '../platform/database/pool.ts'
import type { CatalogReads } from '../platform/database/replica-routing.ts'
import { createAddressReader } from '../platform/http/client-address.ts'
import { answerWithEtag } from '../platform/http/etag.ts'
import { closeConnectionsOnShutdown, type ShutdownState } from '../platform/http/graceful-shutdown.ts'
import { closeStalledConnections } from '../platform/http/slow-clients.ts'
import type { RateLimiter } from '../platform/rate-limit/rate-limiter.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { withSpan } from '../platform/telemetry/trace.ts'
import type { Tracing } from '../platform/telemetry/tracing.ts'
import type { MeasurePhase } from '../search/query/search.ts'
import { type AccountApiDeps, addAccountRoutes } from './account-routes.ts'
import { addApiReference } from './api-reference.ts'
import { callerReader } from './caller.ts'
import { addDataRoute, readMethods } from './data-route.ts'
import { answerError, unauthorized } from './errors.ts'
import { createLoadShedder } from './load-shedding.ts'
import { namedSchemas, openapiOptions } from './openapi.ts'
import { fairnessDelay, type Limits } from './rate-limits.ts'
import { runRequestPipeline } from './request-pipeline.ts'
import { barcodeRoute } from './routes/barcode.ts'
import { categoriesRoute } from './routes/categories.ts'
import { foodRoute } from './routes/food.ts'
import { addHealthRoute } from './routes/health.ts'
import { popularRoute } from './routes/popular.ts'
import { searchRoute } from './routes/search.ts'
import { serverOptions } from './server-options.ts'

export interface ApiDeps {
  /** Lookups and lists; search has connections of its own, so that one cannot starve the other. */
  database: Database
  searchDatabase: CatalogReads
  figures: Pick<CatalogStatsCache, 'foods'>
  keys: ApiKeyCache
  /** What the routes of /auth and /billing work with. */
  accounts: AccountApiDeps
  usage: Pick<UsageMeter, 'count'>
  limiter: RateLimiter
  limits: Limits
  failedKeysPerMinute: number
  /** More are refused. */
  maxConcurrentRequests: number
  trustedProxies: BlockList
  metrics: Pick<Metrics, 'countRequest' | 'countOverload'>
  /** Undefined: switched off. */
  tracing: Tracing | undefined
  watchSearch: MeasurePhase
  stopping: ShutdownState
  logger: FastifyBaseLogger
}

export async function createApi(parts: ApiDeps): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({ ...serverOptions, loggerInstance: parts.logger })
  const overload = createLoadShedder(parts.maxConcurrentRequests, parts.metrics.countOverload)
  const gate = {
    overload,
    addressOf: createAddressReader(parts.trustedProxies),
    readCaller: callerReader(parts),
    limiter: parts.limiter,
    limits: parts.limits,
  }

  // Our own reading of parameters takes the place of Fastify's; the schemas describe and are not run.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  app.setReplySerializer(payload => JSON.stringify(payload))
  app.decorateRequest('caller', undefined)
  app.decorateRequest('work', 'none')
  serveOtherMethodsToo(app)
  closeStalledConnections(app.server)

  const trace = parts.tracing?.trace
  const admitRequest = withSpan(trace, 'admit', runRequestPipeline)
  parts.tracing?.watchRequests(app, 'api', callerKind)
  app.addHook('onRequest', (request, reply) => admitRequest(gate, request, reply))
  // What writes is counted when its body is there: whoever sends one slowly must not take the places of others.
  app.addHook('preHandler', (request, reply, done) => {
    if (!readMethods.includes(request.method)) overload.enter(request, reply)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) =>
    done(null, answerWithEtag(request, reply, payload)),
  )
  closeConnectionsOnShutdown(app, parts.stopping)
  app.addHook('onResponse', (request, reply, done) => {
    parts.metrics.countRequest('api', callerKind(request), request, reply)
    countUsage(parts.usage, request, reply)
    logRequest(request, reply)
    done()
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(async () => {
    throw unauthorized()
  })

  await app.register(swagger, openapiOptions)
  for (const schema of namedSchemas) app.addSchema(schema)
  const wait = withSpan(trace, 'fairness delay', (request: FastifyRequest) =>
    overload.whileWaiting(request, fairnessDelay(parts.limits, request)),
  )
  const { byId, byBarcode } = foodLookup(parts.database)
  const lookup = { byId: withSpan(trace, 'look up', byId), byBarcode: withSpan(trace, 'look up', byBarcode) }
  addDataRoute(app, wait, searchRoute(parts.searchDatabase, parts.watchSearch))
  addDataRoute(app, wait, foodRoute(lookup))
  addDataRoute(app, wait, barcodeRoute(lookup))
  addDataRoute(app, wait, popularRoute(parts.database))
  addDataRoute(app, wait, categoriesRoute(parts.database))
  await addAccountRoutes(app, parts.accounts, parts.limits)
  addHealthRoute(app, parts.figures, parts.stopping)
  await addApiReference(app)
  return app
}

/** Lets requests of all methods reach `admit`, and those with an `Expect` that nobody knows. */
function serveOtherMethodsToo(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}

/** The plan of the key; unknown is a key that is wrong, or that nobody could look up. */
const callerKind = ({ caller, headers }: FastifyRequest): string =>
  caller?.holder?.plan ?? (headers.authorization === undefined ? 'anonymous' : 'unknown')

/** Data requests by endpoint; what else a key does shows only that it is in use. */
function countUsage(usage: Pick<UsageMeter, 'count'>, request: FastifyRequest, reply: FastifyReply): void {
  const holder = request.caller?.holder
  if (holder === undefined) return
  const { endpoint = '' } = request.routeOptions.config
  usage.count({ accountId: holder.accountId, keyId: holder.keyId, endpoint, status: reply.statusCode })
}

const maxLoggedUrlLength = 500

function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info({
    request_id: request.id,
    server: 'api',
    method: request.method,
    path: redactKeys(request.url.slice(0, maxLoggedUrlLength)),
    status: reply.statusCode,
    duration_ms: Math.round(reply.elapsedTime * 10) / 10,
    client_ip: request.caller?.address,
    key: request.caller?.holder?.keyId,
  })
}
