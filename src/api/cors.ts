import type { FastifyReply, FastifyRequest } from 'fastify'

/** On every response, errors included (rule cors-open). */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, ETag, Link, X-Attribution, X-Search-Match, X-Search-Query, X-Request-Id',
}

export function isPreflight(request: FastifyRequest): boolean {
  return request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
}

export function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'Authorization, Content-Type, If-None-Match, X-Request-Id',
      'access-control-max-age': '86400',
    })
    .send()
}
