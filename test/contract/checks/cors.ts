import { examplePaths } from '../catalog.ts'
import type { HttpResponse } from '../client.ts'
import { expectHeader, expectNoHeader, expectStatus, expectThat } from '../expect.ts'
import { expectNoRateLimitHeaders } from '../rate-limit-headers.ts'
import type { Check } from '../types.ts'
import { unknownKey } from './callers.ts'

const exposed = [
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'etag',
  'link',
  'x-search-match',
  'x-search-query',
]

const fromAnotherSite = { origin: 'https://example.org' }

export const preflight = {
  method: 'OPTIONS',
  headers: {
    ...fromAnotherSite,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  },
}

export function expectOpenCors(response: HttpResponse): void {
  expectHeader(response, 'access-control-allow-origin', '*')
  expectNoHeader(response, 'access-control-allow-credentials')
  const listed = listOf(response, 'access-control-expose-headers')
  const missing = exposed.filter(name => !listed.includes(name))
  expectThat(
    missing.length === 0,
    response,
    `${missing.join(', ')} among the exposed headers`,
    listed.join(', ') || 'none',
  )
}

export function expectPreflightAllowed(response: HttpResponse): void {
  expectThat([200, 204].includes(response.status), response, 'status 200 or 204')
  expectHeader(response, 'access-control-allow-origin', '*')
  const methods = listOf(response, 'access-control-allow-methods')
  expectThat(methods.includes('get'), response, 'GET among access-control-allow-methods', methods.join(', '))
  // A star would not do: browsers want Authorization by name.
  const headers = listOf(response, 'access-control-allow-headers')
  expectThat(headers.includes('authorization'), response, 'authorization among access-control-allow-headers')
  expectNoRateLimitHeaders(response)
}

function listOf(response: HttpResponse, name: string): string[] {
  return (response.headers[name] ?? '')
    .toLowerCase()
    .split(',')
    .map(each => each.trim())
}

export const cors: Check[] = [
  {
    id: 'cors-open/success',
    title: 'CORS is open on every successful response, with an Origin or without',
    needs: ['reader'],
    async run(ctx) {
      for (const path of [...(await examplePaths(ctx)), '/health', '/openapi.json', '/docs']) {
        for (const headers of [{}, fromAnotherSite]) {
          const response = await ctx.get(path, 'reader', headers)
          expectStatus(response, 200)
          expectOpenCors(response)
        }
      }
    },
  },
  {
    id: 'cors-open/errors',
    title: 'CORS is open on 401, 404 and 422',
    needs: ['reader'],
    async run(ctx) {
      const rejections = [
        [await ctx.get('/v1/search', 'anonymous', fromAnotherSite), 401],
        [await ctx.get('/search?q=milk', 'anonymous', { ...fromAnotherSite, ...unknownKey }), 401],
        [await ctx.get('/food/-1', 'reader', fromAnotherSite), 404],
        [await ctx.get('/barcode/abc', 'reader', fromAnotherSite), 404],
        [await ctx.get('/search', 'reader', fromAnotherSite), 422],
      ] as const
      for (const [response, status] of rejections) {
        expectStatus(response, status)
        expectOpenCors(response)
      }
    },
  },
  {
    id: 'cors-open/forbidden',
    title: 'CORS is open on 403 and 405',
    needs: ['read', 'full'],
    async run(ctx) {
      const post = { path: '/foods/categories', method: 'POST', headers: fromAnotherSite }
      const rejections = [
        [await ctx.send({ ...post, as: 'read' }), 403],
        [await ctx.get('/auth/keys', 'full', fromAnotherSite), 403],
        [await ctx.send({ ...post, as: 'full' }), 405],
      ] as const
      for (const [response, status] of rejections) {
        expectStatus(response, status)
        expectOpenCors(response)
      }
    },
  },
  {
    id: 'cors-preflight',
    title: 'a preflight needs no key',
    async run(ctx) {
      for (const path of [
        '/search?q=milk',
        '/search',
        '/food/1',
        '/barcode/1',
        '/foods/popular',
        '/foods/categories',
      ]) {
        expectPreflightAllowed(await ctx.send({ ...preflight, path, as: 'anonymous' }))
      }
    },
  },
  {
    id: 'request-order/preflight',
    title: 'a preflight is answered before authentication and routing',
    async run(ctx) {
      const headers = { ...preflight.headers, ...unknownKey }
      expectPreflightAllowed(await ctx.send({ ...preflight, headers, path: '/search', as: 'anonymous' }))
      expectPreflightAllowed(await ctx.send({ ...preflight, path: '/no/such/path', as: 'anonymous' }))
    },
  },
]
