// Keeps what Fastify sends in the response cache, for routes that do not use it themselves.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ResponseBody, sendBody } from './response-body.ts'
import { type CacheInput, cacheKey, type ResponseCache } from './response-cache.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For responses that depend only on the catalog, the path and these query parameters. */
    cachedBy?: readonly string[]
  }
  interface FastifyRequest {
    cacheKey: string | undefined
    cacheTicket: string | undefined
    /** The body of a response that was just cached. */
    cachedBody: ResponseBody | undefined
  }
}

export interface ReplyCacheSettings<Input> {
  server: 'api' | 'website'
  /** What the response depends on besides its route; undefined for routes without `cachedBy`. */
  inputOf: (request: FastifyRequest) => Input | undefined
  isStorable: (reply: FastifyReply) => boolean
  /** The headers of a cached response that do not belong to its body; names and values in turn. */
  headersOf: (request: FastifyRequest, reply: FastifyReply) => string[]
}

// Longer keys are not asked for twice.
const maxKeyLength = 400
const cachedHeaders = ['cache-control', 'content-security-policy', 'permissions-policy', 'vary']

/** Register it after the hooks that set headers and count requests. */
export function addReplyCache<Input extends CacheInput<Input>>(
  app: FastifyInstance,
  cache: ResponseCache,
  { server, inputOf, isStorable, headersOf }: ReplyCacheSettings<Input>,
): void {
  app.decorateRequest('cacheKey', undefined)
  app.decorateRequest('cacheTicket', undefined)
  app.decorateRequest('cachedBody', undefined)

  app.addHook('preHandler', (request, reply, done) => {
    const input = inputOf(request)
    if (input === undefined) return done()
    const key = cacheKey(server, request.routeOptions.url ?? '', input)
    if (key.length > maxKeyLength) return done()
    const cached = cache.get(key)
    if (cached !== undefined) {
      const headers = [...headersOf(request, reply), ...cached.headers]
      return sendBody(request, reply.hijack().raw, cached.body, headers)
    }
    request.cacheKey = key
    request.cacheTicket = cache.ticket()
    return done()
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    const { cacheKey, cacheTicket } = request
    const contentType = reply.getHeader('content-type')
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (cacheKey !== undefined && reply.statusCode === 200 && isText && isStorable(reply)) {
      request.cachedBody = new ResponseBody(payload.toString(), String(contentType))
      cache.store(cacheKey, { body: request.cachedBody, headers: headersToCache(reply) }, cacheTicket)
    }
    return done(null, payload)
  })
}

function headersToCache(reply: FastifyReply): string[] {
  return cachedHeaders.flatMap(name => {
    const value = reply.getHeader(name)
    return typeof value === 'string' ? [name, value] : []
  })
}
