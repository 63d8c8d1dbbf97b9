// The headers of a response that do not depend on its body.
import type { FastifyInstance } from 'fastify'
import type { ShutdownState } from '../platform/http/graceful-shutdown.ts'
import type { CachedResponse } from '../platform/http/response-cache.ts'
import { strictTransportSecurity } from '../platform/http/strict-transport-security.ts'
import type { ApiRequest } from './api-request.ts'
import { corsHeaders } from './cors.ts'
import { rateLimitHeaders } from './errors.ts'

/** Names and values in turn, as Node.js sends them without further work. */
export type HeadersOf = (request: ApiRequest) => string[]

/** The headers of the response to this request, with those of its body. */
export type DataHeadersOf = (
  request: ApiRequest,
  response: Pick<CachedResponse, 'headers' | 'isShareable'>,
) => string[]

const flatten = (headers: Record<string, string>) => Object.entries(headers).flat()

/** In case a browser shows a response as a page. */
const contentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'"

export interface HeaderSettings {
  shutdown: ShutdownState
  publicUrl: string
  /** How long a cache that is shared by clients may keep responses to anonymous callers; 0: not at all. */
  sharedCacheSeconds: number
}

// Short enough to see a new catalog soon, and long enough for somebody who goes back to a food.
const defaultMaxAgeSeconds = 60
// An import may add the food.
const maxSharedNotFoundSeconds = 10

/** The headers of a data response, and those of all others (rule cache-lifetime). */
export function createHeadersOf(settings: HeaderSettings): {
  headersOf: HeadersOf
  dataHeadersOf: DataHeadersOf
} {
  const { shutdown, publicUrl, sharedCacheSeconds } = settings
  const everyResponse = flatten({
    ...corsHeaders,
    'x-content-type-options': 'nosniff',
    ...strictTransportSecurity(publicUrl),
  })
  const isAnonymous = ({ caller }: ApiRequest) => caller !== undefined && caller.principal === undefined
  const isShared = (request: ApiRequest, isShareable = false) =>
    sharedCacheSeconds > 0 && isShareable && isAnonymous(request)
  // A key must reach the API, which checks and counts it, even if an anonymous caller has asked for the same. Never stale: a food
  // that was taken down must go.
  const sharedCaching = (maxAge: number, maxSharedAge: number) => [
    'cache-control',
    `public, max-age=${maxAge}, s-maxage=${Math.min(maxSharedAge, sharedCacheSeconds)}`,
    'vary',
    'Authorization',
  ]

  /** Nothing that is about one request may be part of a shared response. */
  const commonHeadersOf = (request: ApiRequest, shared: boolean) => {
    const { quota, caller, route } = request
    const { kind } = route
    const headers = everyResponse.slice()
    if (!shared) headers.push('x-request-id', request.id)
    if (quota !== undefined && caller?.principal !== undefined) {
      for (const [name, value] of Object.entries(rateLimitHeaders(quota))) headers.push(name, value)
    }
    // The page at /docs has its own.
    if (kind !== undefined || request.is404) headers.push('content-security-policy', contentSecurityPolicy)
    if (shutdown.isBegun) headers.push('connection', 'close')
    return headers
  }
  return {
    headersOf(request) {
      const shared = isShared(request, request.isShareable)
      const headers = commonHeadersOf(request, shared)
      const { kind } = request.route
      const isOpen = kind === undefined || kind === 'health'
      if (shared) headers.push(...sharedCaching(0, maxSharedNotFoundSeconds))
      else if (!isOpen || request.is404) headers.push('cache-control', 'no-store')
      return headers
    },
    dataHeadersOf(request, response) {
      const shared = isShared(request, response.isShareable)
      const headers = commonHeadersOf(request, shared)
      headers.push(...response.headers)
      const { maxAgeSeconds } = request.route
      const maxAge = maxAgeSeconds ?? defaultMaxAgeSeconds
      if (shared) headers.push(...sharedCaching(maxAge, maxAgeSeconds ?? sharedCacheSeconds))
      else headers.push('cache-control', `private, max-age=${maxAge}`)
      return headers
    },
  }
}

/** For responses that Fastify sends; `sendBody` gets the headers as they are. Errors may have set some of them. */
export function addResponseHeaders(app: FastifyInstance, headersOf: HeadersOf): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const headers = headersOf(request)
    for (let index = 0; index < headers.length; index += 2) {
      const name = headers[index] ?? ''
      if (!reply.hasHeader(name)) reply.header(name, headers[index + 1] ?? '')
    }
    done(null, payload)
  })
}
