// What a request to the API, its route and its response are.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Principal } from '../accounts/api-keys/principal.ts'
import { requestIdOf } from '../platform/http/connections.ts'
import type { ResponseBody } from '../platform/http/response-body.ts'
import type { RateLimitResult } from '../platform/rate-limit/window.ts'
import type { DescribedOperation } from './openapi-responses.ts'
import { normalizedUrl, splitOnce } from './url.ts'

export interface Caller {
  /** Anonymous and free callers are rate-limited by this address. */
  ipAddress: string
  /** Undefined for anonymous callers. */
  principal: Principal | undefined
}

export class ApiRequest {
  readonly startedAt = performance.now()
  readonly raw: IncomingMessage
  readonly response: ServerResponse
  readonly id: string
  readonly method: string
  /** Path and query, with escapes in their normal form. */
  readonly url: string
  readonly query: string
  readonly route: Route
  readonly pathParameters: Record<string, string>
  /** Undefined until the caller is known, and for requests that are refused before. */
  caller: Caller | undefined = undefined
  /** The result of counting the request; responses to callers with a key include it. */
  quota: RateLimitResult | undefined = undefined
  /** Whether it counts towards the concurrency limit of its route. */
  isRunning = false

  constructor(raw: IncomingMessage, response: ServerResponse, findRoute: Router) {
    this.raw = raw
    this.response = response
    this.id = requestIdOf(raw)
    this.method = raw.method ?? ''
    this.url = normalizedUrl(raw.url ?? '/')
    const [path, query = ''] = splitOnce(this.url, '?')
    const { route, parameters } = findRoute(path, this.method)
    this.query = query
    this.route = route
    this.pathParameters = parameters
  }

  get headers() {
    return this.raw.headers
  }
}

/** The route of a path and the parameters in it. The path has its escapes in their normal form. */
export type Router = (path: string, method: string) => RouteMatch

export interface RouteMatch {
  route: Route
  parameters: Record<string, string>
}

export interface Route {
  /** As `/food/:food_id`. Metrics and concurrency are counted by it. */
  url: string
  /**
   * data: rate-limited, with attribution headers; health: always open; account: account keys only; webhook: signed by the
   * sender, without a key; document: open and not rate-limited; unknown-account-path: below the paths of accounts.
   */
  kind: 'data' | 'health' | 'account' | 'webhook' | 'document' | 'unknown-account-path' | 'unknown-path'
  /** The OpenAPI path, under which usage is counted. */
  endpoint?: string
  /** Allowed methods. */
  allow: readonly string[]
  operations: readonly Operation[]
  /** How long clients may cache a response, if not as long as others. */
  maxAgeSeconds?: number | undefined
}

/** A method of a path. GET answers HEAD, too. */
export interface Operation {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Undefined for what the OpenAPI description leaves out. */
  description?: DescribedOperation
  /** Checks the parameters and the body, and returns what makes the response. */
  prepare: (request: ApiRequest) => Respond | Promise<Respond>
}

export type Respond = () => ApiResponse | Promise<ApiResponse>

export interface ApiResponse {
  /** 200 by default. */
  status?: number
  body: ResponseBody | undefined
  /** Headers that belong to the body; names and values in turn. */
  headers: readonly string[]
  /** Whether a cache that callers share may keep it. */
  isShareable?: boolean
}

export const readMethods: readonly string[] = ['GET', 'HEAD']
