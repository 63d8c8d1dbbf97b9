// The headers of a response that do not depend on its body.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { attributionHeaders } from '../food/sources.ts'
import type { ShutdownState } from '../platform/http/graceful-shutdown.ts'
import { strictTransportSecurity } from '../platform/http/strict-transport-security.ts'
import { corsHeaders } from './cors.ts'
import { rateLimitHeaders } from './errors.ts'

/** Names and values in turn, as Node.js sends them without further work. */
export type HeadersOf = (request: FastifyRequest) => string[]

const flatten = (headers: Record<string, string>) => Object.entries(headers).flat()

/** In case a browser shows a response as a page. */
const contentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'"

export function createHeadersOf(shutdown: ShutdownState, publicUrl: string): HeadersOf {
  const everyResponse = flatten({
    ...corsHeaders,
    'x-content-type-options': 'nosniff',
    ...strictTransportSecurity(publicUrl),
  })
  const dataResponse = [...everyResponse, ...flatten(attributionHeaders)]
  return request => {
    const { quota, caller, route } = request
    const { kind } = route
    const headers = quota !== undefined && kind === 'data' ? dataResponse.slice() : everyResponse.slice()
    headers.push('x-request-id', request.id)
    if (quota !== undefined && caller?.principal !== undefined) {
      for (const [name, value] of Object.entries(rateLimitHeaders(quota))) headers.push(name, value)
    }
    // The page at /docs has its own.
    if (kind !== undefined || request.is404) headers.push('content-security-policy', contentSecurityPolicy)
    if (kind === 'account' || kind === 'webhook') headers.push('cache-control', 'no-store')
    if (shutdown.isBegun) headers.push('connection', 'close')
    return headers
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
