// Pages that depend only on their address and the catalog are kept in the response cache.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ShutdownState } from '../../platform/http/graceful-shutdown.ts'
import { addReplyCache } from '../../platform/http/reply-cache.ts'
import type { ResponseCache } from '../../platform/http/response-cache.ts'
import { readQuery } from './form-input.ts'

export function addPageCache(app: FastifyInstance, cache: ResponseCache, shutdown: ShutdownState): void {
  addReplyCache(app, cache, {
    server: 'website',
    inputOf,
    isStorable: reply => String(reply.getHeader('cache-control')).startsWith('public'),
    headersOf: (_request, reply) => [
      ...otherHeaders(reply),
      ...(shutdown.isBegun ? ['connection', 'close'] : []),
    ],
  })
}

function inputOf(request: FastifyRequest) {
  const { cachedBy, dependsOnRegion } = request.routeOptions.config
  if (cachedBy === undefined) return undefined
  const { locale, theme, hasSessionCookie } = request
  const region = dependsOnRegion ? request.region : undefined
  const query = cachedBy.map(name => readQuery(request, name))
  return { locale, region, theme, hasSessionCookie, path: pathOf(request), query }
}

/** Path and query of the page without the language. Of a cached page, only with the parameters that its key contains. */
export function pageUrl(request: FastifyRequest): string {
  const { method, url, routeOptions } = request
  // The response to a form is at the address of its page.
  if (method !== 'GET' && method !== 'HEAD') return pathOf(request)
  const { cachedBy } = routeOptions.config
  if (cachedBy === undefined) return url
  const given = cachedBy.map(name => [name, readQuery(request, name)]).filter(([, value]) => value !== '')
  return given.length === 0 ? pathOf(request) : `${pathOf(request)}?${new URLSearchParams(given)}`
}

/** The router takes what follows a `#` for the query, too. */
const pathOf = ({ url }: FastifyRequest): string => url.replace(/[?#].*/s, '')

/** The headers that every page has, without those that pages change and the cache keeps. */
function otherHeaders(reply: FastifyReply): string[] {
  const {
    'content-security-policy': _policy,
    'permissions-policy': _permissions,
    vary: _vary,
    ...headers
  } = reply.getHeaders()
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)])
}
