import type { Rule } from '../contract.ts'
import { expectDetail, expectJson, expectStatus, expectThat, unauthorized } from '../expect.ts'
import { readOnly } from './methods.ts'

export const errors: Rule[] = [
  {
    rule: 'spec 7a',
    title: '401: Missing or invalid API key',
    async check(ctx) {
      expectDetail(await ctx.get('/no/such/path', 'anonymous'), 401, unauthorized)
    },
  },
  {
    rule: 'spec 7b',
    title: '403 for a read-scope key and another method: This API key is read-only. …',
    needs: ['read'],
    async check(ctx) {
      expectDetail(await ctx.send({ path: '/foods/categories', method: 'POST', as: 'read' }), 403, readOnly)
    },
  },
  {
    rule: 'spec 7c',
    title: '403 for a named key on /auth/: Use your account key to manage dashboard settings.',
    needs: ['full'],
    async check(ctx) {
      const detail = 'Use your account key to manage dashboard settings.'
      expectDetail(await ctx.get('/auth/keys', 'full'), 403, detail)
    },
  },
  {
    rule: 'spec 7d',
    title: '404 of /barcode: Barcode not found',
    needs: ['reader'],
    async check(ctx) {
      expectDetail(await ctx.get('/barcode/0000000000000'), 404, 'Barcode not found')
    },
  },
  {
    rule: 'spec 7e',
    title: '404 of /food: detail is a string',
    needs: ['reader'],
    async check(ctx) {
      expectDetail(await ctx.get('/food/0'), 404, 'Food not found')
    },
  },
  {
    rule: 'spec 7',
    title: '422 has one member, detail, a list of {type, loc, msg, input, ctx?} in that order',
    needs: ['reader'],
    async check(ctx) {
      const wrong = '/foods/popular?limit=0&offset=x&has_image=maybe'
      for (const path of ['/search', '/search?q=a&limit=99&source=x', '/food/abc', wrong]) {
        const answer = await ctx.get(path)
        expectStatus(answer, 422)
        expectJson(answer)
        const body = answer.json as { detail?: unknown }
        const listed = JSON.stringify(Object.keys(body)) === '["detail"]' && Array.isArray(body.detail)
        expectThat(listed, answer, 'one member, detail, a list')
        const orders = ['type,loc,msg,input', 'type,loc,msg,input,ctx']
        const faults = body.detail as object[]
        const ordered = faults.length > 0 && faults.every(fault => orders.includes(Object.keys(fault).join()))
        expectThat(ordered, answer, 'members type, loc, msg, input and at most ctx, in that order')
      }
    },
  },
]
