import type { HttpResponse } from '../client.ts'
import { expectUnauthorized, readOnly } from '../errors.ts'
import { expect401, expectDetail, expectSameBytes, expectThat } from '../expect.ts'
import { expectNoRateLimitHeaders } from '../rate-limit-headers.ts'
import type { Check } from '../types.ts'
import { unknownKey } from './callers.ts'

const unknownPaths = [
  '/',
  '/v1/search?q=milk',
  '/v1/food/1',
  '/v1/health',
  '/search/',
  '/search/?q=milk',
  '/Search?q=milk',
  '/search/milk',
  '//search?q=milk',
  '/search%3Fq=milk',
  '/food',
  '/food/',
  '/Food/1',
  '/food/1/',
  '/food/1/2',
  '/food/1%2F2',
  '/food/1%2f',
  '/food/%2F',
  '/barcode',
  '/barcode/',
  '/barcode/1%2F2',
  '/barcode/3017620422003/',
  '/foods',
  '/foods/',
  '/foods/popular/',
  '/foods/Popular',
  '/foods/categories/',
  '/health/',
  '/Health',
  '/metrics',
  '/no/such/path',
]

/** Differ from one response to the next without meaning. */
const incidental = [
  'date',
  'connection',
  'keep-alive',
  'age',
  'x-request-id',
  'server-timing',
  'cf-ray',
  'via',
]

function headersOf(response: HttpResponse): string {
  const kept = Object.entries(response.headers).filter(([name]) => !incidental.includes(name))
  return kept
    .map(([name, value]) => `${name}: ${value}`)
    .toSorted()
    .join('; ')
}

export const paths: Check[] = [
  {
    id: 'unknown-path',
    title: 'a path that does not exist is 401, not 404, with any method, with a key or without',
    async run(ctx) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        expectUnauthorized(await ctx.send({ path: '/no/such/path', method, as: 'anonymous' }))
      }
      if (ctx.has('reader')) expectUnauthorized(await ctx.get('/no/such/path'))
    },
  },
  {
    id: 'path-matching/anonymous',
    title: 'an unknown path is 401 without a key: other case, trailing slash, slash inside a segment',
    async run(ctx) {
      for (const path of unknownPaths) {
        const response = await ctx.get(path, 'anonymous')
        expect401(response)
        expectNoRateLimitHeaders(response)
      }
    },
  },
  {
    id: 'path-matching/keyed',
    title: 'an unknown path is 401 with a valid key too',
    needs: ['reader'],
    async run(ctx) {
      for (const path of unknownPaths) {
        const response = await ctx.get(path)
        expect401(response)
        expectNoRateLimitHeaders(response)
      }
    },
  },
  {
    id: 'unauthorized-bytes',
    title: 'every 401 is byte-identical, headers included',
    needs: ['reader'],
    async run(ctx) {
      const model = await ctx.get('/v1/search?q=milk', 'anonymous')
      const others = [
        await ctx.get('/no/such/path'),
        await ctx.get('/auth/session', 'anonymous'),
        await ctx.get('/search?q=a', 'anonymous', unknownKey),
        await ctx.get('/search?q=milk', 'anonymous', { 'if-none-match': '*', authorization: 'Basic dTpw' }),
      ]
      for (const response of others) {
        expect401(response)
        expectSameBytes(response, model)
        const same = headersOf(response) === headersOf(model)
        expectThat(same, response, `the headers ${headersOf(model)}`, headersOf(response))
      }
    },
  },
  {
    id: 'request-order/caller',
    title: 'authentication comes before validation: 401 before 422',
    async run(ctx) {
      expect401(await ctx.get('/search', 'anonymous', unknownKey))
      expect401(await ctx.get('/food/abc', 'anonymous', unknownKey))
    },
  },
  {
    id: 'request-order/scope',
    title: 'the path is checked before the scope, the scope before the parameters: 401, 403, 422',
    needs: ['read'],
    async run(ctx) {
      expect401(await ctx.send({ path: '/no/such/path', method: 'POST', as: 'read' }))
      expectDetail(await ctx.send({ path: '/search', method: 'POST', as: 'read' }), 403, readOnly)
    },
  },
]
