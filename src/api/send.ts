// Sends responses, with the headers that do not depend on their body.
import type { ShutdownState } from '../platform/http/graceful-shutdown.ts'
import { sendBody } from '../platform/http/response-body.ts'
import { strictTransportSecurity } from '../platform/http/strict-transport-security.ts'
import type { ApiRequest, ApiResponse } from './api-request.ts'
import { corsHeaders } from './cors.ts'
import { rateLimitHeaders } from './errors.ts'

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

export function createSender(settings: HeaderSettings): (request: ApiRequest, response: ApiResponse) => void {
  const headersOf = createHeadersOf(settings)
  return (request, response) => {
    const { status = 200, body } = response
    const headers = headersOf(request, response)
    if (body === undefined) request.response.writeHead(status, headers).end()
    else sendBody(request, request.response, body, headers, status)
  }
}

/** Names and values in turn, as Node.js sends them without further work. */
function createHeadersOf({ shutdown, publicUrl, sharedCacheSeconds }: HeaderSettings) {
  const everyResponse = Object.entries({
    ...corsHeaders,
    'x-content-type-options': 'nosniff',
    ...strictTransportSecurity(publicUrl),
  }).flat()
  const isAnonymous = ({ caller }: ApiRequest) => caller !== undefined && caller.principal === undefined

  /** Rule cache-lifetime. */
  function cachingOf({ route }: ApiRequest, isFound: boolean, isShared: boolean): string[] {
    const { kind, maxAgeSeconds } = route
    if (isShared) {
      return isFound
        ? sharedCaching(maxAgeSeconds ?? defaultMaxAgeSeconds, maxAgeSeconds ?? sharedCacheSeconds)
        : sharedCaching(0, maxSharedNotFoundSeconds)
    }
    if (kind === 'data' && isFound)
      return ['cache-control', `private, max-age=${maxAgeSeconds ?? defaultMaxAgeSeconds}`]
    return kind === 'document' || kind === 'health' ? [] : ['cache-control', 'no-store']
  }

  // A key must reach the API, which checks and counts it, even if an anonymous caller has asked for the same. Never stale: a food
  // that was taken down must go.
  const sharedCaching = (maxAge: number, maxSharedAge: number) => [
    'cache-control',
    `public, max-age=${maxAge}, s-maxage=${Math.min(maxSharedAge, sharedCacheSeconds)}`,
    'vary',
    'Authorization',
  ]

  return (request: ApiRequest, { status = 200, headers: own, isShareable = false }: ApiResponse) => {
    const { quota, caller, route } = request
    // Nothing that is about one request may be part of a shared response.
    const isShared = sharedCacheSeconds > 0 && isShareable && isAnonymous(request)
    const headers = everyResponse.slice()
    if (!isShared) headers.push('x-request-id', request.id)
    if (quota !== undefined && caller?.principal !== undefined && !own.includes('x-ratelimit-limit'))
      for (const [name, value] of Object.entries(rateLimitHeaders(quota))) headers.push(name, value)
    if (route.kind !== 'document') headers.push('content-security-policy', contentSecurityPolicy)
    if (shutdown.isBegun && !own.includes('connection')) headers.push('connection', 'close')
    headers.push(...own, ...cachingOf(request, status === 200, isShared))
    return headers
  }
}
