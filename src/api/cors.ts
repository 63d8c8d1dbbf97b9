import type { ApiRequest, ApiResponse } from './api-request.ts'

/** On every response, errors included (rule cors-open). */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, ETag, Link, X-Attribution, X-Search-Match, X-Search-Query, X-Request-Id',
}

export function isPreflight({ method, headers }: Pick<ApiRequest, 'method' | 'headers'>): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

export const preflightResponse: ApiResponse = {
  status: 204,
  body: undefined,
  headers: Object.entries({
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': 'Authorization, Content-Type, If-None-Match, X-Request-Id',
    'access-control-max-age': '86400',
  }).flat(),
}
