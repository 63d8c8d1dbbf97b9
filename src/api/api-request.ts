// What the API knows about a request. Cached reads have it before Fastify sees them (cached-reads.ts).
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../accounts/api-keys/principal.ts'
import type { CachedResponse } from '../platform/http/response-cache.ts'
import type { RateLimitResult } from '../platform/rate-limit/window.ts'

export interface Caller {
  /** Anonymous and free callers are rate-limited by this address. */
  ipAddress: string
  /** Undefined for anonymous callers. */
  principal: Principal | undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * data: rate-limited, with attribution headers; health: always open; account: account keys only;
     * unknown-account-path: no route, below the paths of accounts; webhook: signed by the sender, without a key.
     * Other routes are open and not rate-limited.
     */
    kind?: 'data' | 'health' | 'account' | 'unknown-account-path' | 'webhook'
    /** Allowed methods; GET and HEAD by default. */
    allow?: readonly string[]
    /** The OpenAPI path, under which usage is counted. */
    endpoint?: string
    /** How long clients may cache a response, if not as long as others. */
    maxAgeSeconds?: number
  }
  interface FastifyRequest {
    caller: Caller | undefined
    /** The same as `routeOptions.config`, which Fastify copies whenever it is read. */
    route: FastifyContextConfig & { url?: string }
    /** The result of counting the request; responses to callers with a key include it. */
    quota: RateLimitResult | undefined
    /** Whether it is a 404 that a shared cache may keep (CachedResponse knows it of other responses). */
    isShareable: boolean
    workState: 'none' | 'running' | 'done'
  }
}

export type ApiRequest = Pick<
  FastifyRequest,
  | 'raw'
  | 'headers'
  | 'method'
  | 'url'
  | 'id'
  | 'is404'
  | 'params'
  | 'caller'
  | 'route'
  | 'quota'
  | 'isShareable'
  | 'workState'
>

export type ApiReply = Pick<FastifyReply, 'raw'>

/** Sends a response of a data endpoint, cached or not. */
export type SendResponse = (request: ApiRequest, reply: ApiReply, response: CachedResponse) => void

export type ApiRoute = FastifyRequest['route'] & FastifyContextConfig

export const readMethods: readonly string[] = ['GET', 'HEAD']
