// Pages that depend only on their address and the catalog are kept in the response cache.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ShutdownState } from '../../platform/http/graceful-shutdown.ts'
import { addReplyCache } from '../../platform/http/reply-cache.ts'
import type { ResponseCache } from '../../platform/http/response-cache.ts'
import { readQuery } from './form-input.ts'
import { variantKey } from './page-variant.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For pages that depend only on the catalog, the path and these query parameters. */
    cachedBy?: readonly string[]
  }
}

export function addPageCache(app: FastifyInstance, cache: ResponseCache, shutdown: ShutdownState): void {
  addReplyCache(app, cache, {
    keyOf,
    isStorable: reply => String(reply.getHeader('cache-control')).startsWith('public'),
    headersOf: (_request, reply) => [
      ...otherHeaders(reply),
      ...(shutdown.isBegun ? ['connection', 'close'] : []),
    ],
  })
}

/** Other query parameters do not change the page, so they do not change its key. */
function keyOf(request: FastifyRequest): string | undefined {
  const { cachedBy } = request.routeOptions.config
  if (cachedBy === undefined) return undefined
  const [path] = request.url.split('?', 1)
  const parameters = cachedBy.map(name => `${name}=${encodeURIComponent(readQuery(request, name))}`)
  return `page ${variantKey(request)} ${path}?${parameters.join('&')}`
}

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
