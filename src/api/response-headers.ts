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
  response: Pick<CachedResponse, 'headers' | 'surrogateKeys'>,
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
// An import that adds the food purges it; this is for the case that the purge is lost.
const maxSharedNotFoundSeconds = 10
const staleFor = 'stale-while-revalidate=10, stale-if-error=3600'

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
  /** Undefined if no shared cache may keep the response. */
  const sharedKeysOf = ({ caller }: ApiRequest, surrogateKeys: string | undefined) =>
    sharedCacheSeconds > 0 && caller !== undefined && caller.principal === undefined
      ? surrogateKeys
      : undefined
  // A key must reach the API, which checks and counts it, even if an anonymous caller has asked for the same.
  const sharedCaching = (maxAge: number, maxSharedAge: number, more: string, keys: string) => [
    'cache-control',
    `public, max-age=${maxAge}, s-maxage=${Math.min(maxSharedAge, sharedCacheSeconds)}${more}`,
    'surrogate-key',
    keys,
    'vary',
    'Authorization',
  ]

  /** Nothing that is about one request may be part of a shared response. */
  const commonHeadersOf = (request: ApiRequest, isShared: boolean) => {
    const { quota, caller, route } = request
    const { kind } = route
    const headers = everyResponse.slice()
    if (!isShared) headers.push('x-request-id', request.id)
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
      const sharedKeys = sharedKeysOf(request, request.surrogateKeys)
      const headers = commonHeadersOf(request, sharedKeys !== undefined)
      const { kind } = request.route
      const isOpen = kind === undefined || kind === 'health'
      if (sharedKeys !== undefined)
        headers.push(...sharedCaching(0, maxSharedNotFoundSeconds, '', sharedKeys))
      else if (!isOpen || request.is404) headers.push('cache-control', 'no-store')
      return headers
    },
    dataHeadersOf(request, response) {
      const sharedKeys = sharedKeysOf(request, response.surrogateKeys)
      const headers = commonHeadersOf(request, sharedKeys !== undefined)
      headers.push(...response.headers)
      const { maxAgeSeconds } = request.route
      const maxAge = maxAgeSeconds ?? defaultMaxAgeSeconds
      if (sharedKeys === undefined) headers.push('cache-control', `private, max-age=${maxAge}`)
      else
        headers.push(
          ...sharedCaching(maxAge, maxAgeSeconds ?? sharedCacheSeconds, `, ${staleFor}`, sharedKeys),
        )
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
