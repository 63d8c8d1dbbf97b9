// The server of the API: one listener, through which every request takes the same way (serve-request.ts).
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import type { BaseLogger } from 'pino'
import type { ApiKeyCache } from '../accounts/api-keys/api-key-cache.ts'
import { redactKeys } from '../accounts/api-keys/key-format.ts'
import type { UsageMeter } from '../accounts/usage/meter.ts'
import { createAddressReader } from '../platform/http/client-address.ts'
import { closeStalledConnections, serverOptions } from '../platform/http/connections.ts'
import type { LogRequest } from '../platform/logging/request-logger.ts'
import type { RateLimiter } from '../platform/rate-limit/rate-limiter.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { ApiRequest } from './api-request.ts'
import { createCallerReader } from './caller.ts'
import { answerClientError } from './client-errors.ts'
import { createLoadShedder } from './load-shedding.ts'
import { createWindowsOf, type RateLimitDeps } from './rate-limits.ts'
import { createRouter } from './router.ts'
import { apiRoutes, type RouteDeps } from './routes.ts'
import { createSender } from './send.ts'
import { serveRequest } from './serve-request.ts'

export interface ApiDeps extends RouteDeps {
  keys: ApiKeyCache
  usage: Pick<UsageMeter, 'count'>
  limiter: RateLimiter
  noteLimitUse: RateLimitDeps['noteLimitUse']
  invalidKeysPerMinute: number
  /** Further requests are rejected with 503. */
  maxConcurrentRequests: number
  trustedProxies: BlockList
  /** How long a shared cache may keep responses to anonymous callers; 0: not at all. */
  sharedCacheSeconds: number
  metrics: Pick<Metrics, 'countRequest' | 'countOverload'>
  logger: Pick<BaseLogger, 'warn' | 'error'>
  logRequest: LogRequest
}

export function createApi(deps: ApiDeps): Server {
  const serveDeps = {
    ...deps,
    loadShedder: createLoadShedder(deps.maxConcurrentRequests, deps.metrics.countOverload),
    addressOf: createAddressReader(deps.trustedProxies),
    readCaller: createCallerReader(deps),
    windowsOf: createWindowsOf(deps.limits),
    send: createSender(deps),
    record: createRecorder(deps),
  }
  const findRoute = createRouter(apiRoutes(deps))
  const listener = (raw: IncomingMessage, response: ServerResponse) =>
    void serveRequest(serveDeps, new ApiRequest(raw, response, findRoute))
  const server = createServer(serverOptions, listener)
  // An unknown `Expect` header is no reason to refuse a request.
  server.on('checkExpectation', listener)
  server.on('clientError', answerClientError)
  closeStalledConnections(server)
  return server
}

const maxLoggedPathLength = 500

/** Counts and logs requests when they are answered. */
function createRecorder({ metrics, usage, logRequest }: ApiDeps): (request: ApiRequest) => void {
  return request => {
    const { route, caller, startedAt } = request
    const principal = caller?.principal
    const status = request.response.statusCode
    const durationMs = performance.now() - startedAt
    metrics.countRequest('api', clientType(request), route.url, status, durationMs)
    if (principal !== undefined) {
      // Without an endpoint, only the last use of the key is updated.
      const { accountId, keyId } = principal
      usage.count({ accountId, keyId, endpoint: route.endpoint ?? '', status })
    }
    logRequest({
      requestId: request.id,
      server: 'api',
      method: request.method,
      path: redactKeys(request.url.slice(0, maxLoggedPathLength)),
      status,
      durationMs,
      clientIp: caller?.ipAddress,
      keyId: principal?.keyId,
    })
  }
}

/** The plan of the key; `unknown` for an invalid key or one that could not be looked up. */
const clientType = ({ caller, headers }: ApiRequest): string =>
  caller?.principal?.plan ?? (headers.authorization === undefined ? 'anonymous' : 'unknown')
