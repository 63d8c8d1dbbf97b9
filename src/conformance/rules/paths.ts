import type { Answer } from '../client.ts'
import type { Rule } from '../contract.ts'
import { expect401, expectDetail, expectSameBytes, expectThat } from '../expect.ts'
import { expectNoQuota } from '../quota.ts'
import { unknownKey } from './callers.ts'
import { readOnly } from './methods.ts'

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

function headersOf(answer: Answer): string {
  const kept = Object.entries(answer.headers).filter(([name]) => !incidental.includes(name))
  return kept
    .map(([name, value]) => `${name}: ${value}`)
    .toSorted()
    .join('; ')
}

export const paths: Rule[] = [
  {
    rule: 'spec 5.6',
    title: 'a path that does not exist is 401, not 404, with any method',
    async check(ctx) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        expect401(await ctx.send({ path: '/no/such/path', method, as: 'anonymous' }))
      }
    },
  },
  {
    rule: 'decision 11a',
    title: 'an unknown path is 401 without a key: other case, trailing slash, slash inside a segment',
    async check(ctx) {
      for (const path of unknownPaths) {
        const answer = await ctx.get(path, 'anonymous')
        expect401(answer)
        expectNoQuota(answer)
      }
    },
  },
  {
    rule: 'decision 11b',
    title: 'an unknown path is 401 with a valid key too',
    needs: ['reader'],
    async check(ctx) {
      for (const path of unknownPaths) {
        const answer = await ctx.get(path)
        expect401(answer)
        expectNoQuota(answer)
      }
    },
  },
  {
    rule: 'decision 12g',
    title: 'every 401 is byte-identical, headers included',
    needs: ['reader'],
    async check(ctx) {
      const model = await ctx.get('/v1/search?q=milk', 'anonymous')
      const others = [
        await ctx.get('/no/such/path'),
        await ctx.get('/auth/session', 'anonymous'),
        await ctx.get('/search?q=a', 'anonymous', unknownKey),
        await ctx.get('/search?q=milk', 'anonymous', { 'if-none-match': '*', authorization: 'Basic dTpw' }),
      ]
      for (const answer of others) {
        expect401(answer)
        expectSameBytes(answer, model)
        const same = headersOf(answer) === headersOf(model)
        expectThat(same, answer, `the headers ${headersOf(model)}`, headersOf(answer))
      }
    },
  },
  {
    rule: 'decision 10a',
    title: 'the caller is judged before the parameters: 401 before 422',
    async check(ctx) {
      expect401(await ctx.get('/search', 'anonymous', unknownKey))
      expect401(await ctx.get('/food/abc', 'anonymous', unknownKey))
    },
  },
  {
    rule: 'decision 10b',
    title: 'the path is judged before the scope, the scope before the parameters: 401, 403, 422',
    needs: ['read'],
    async check(ctx) {
      expect401(await ctx.send({ path: '/no/such/path', method: 'POST', as: 'read' }))
      expectDetail(await ctx.send({ path: '/search', method: 'POST', as: 'read' }), 403, readOnly)
    },
  },
]
