import {
  expectErrorText,
  expectUnauthorized,
  expectValidationErrors,
  unknownFoodPath,
  useAccountKey,
} from '../errors.ts'
import { expectBody, expectDetail, expectThat } from '../expect.ts'
import { type Check, CheckSkipped } from '../types.ts'
import { otherMethods } from './methods.ts'

export const errors: Check[] = [
  {
    id: 'unauthorized-error',
    title: '401: Missing or invalid API key',
    async run(ctx) {
      expectUnauthorized(await ctx.get('/no/such/path', 'anonymous'))
    },
  },
  {
    id: 'read-only-key-error',
    title: '403 for a read-scope key and another method: This API key is read-only. …',
    needs: ['read'],
    async run(ctx) {
      for (const method of otherMethods) {
        const response = await ctx.send({ path: '/foods/categories', method, as: 'read' })
        const text = expectErrorText(response, 403)
        const advises = /^This API key is read-only\..*full.access/is.test(text)
        expectThat(advises, response, '"This API key is read-only." and the advice to use a full-access key')
      }
    },
  },
  {
    id: 'account-key-error',
    title: '403 for a named key on /auth/ and /billing/: Use your account key to manage dashboard settings.',
    needs: ['full'],
    async run(ctx) {
      for (const path of ['/auth/keys', '/billing/plans']) {
        const response = await ctx.get(path, 'full')
        // The routes are not shown: a path that does not exist is 401 (5.6).
        if (response.status === 401) expectUnauthorized(response)
        else expectDetail(response, 403, useAccountKey)
      }
    },
  },
  {
    id: 'barcode-not-found',
    title: '404 of /barcode: Barcode not found',
    needs: ['reader'],
    async run(ctx) {
      expectDetail(await ctx.get('/barcode/0000000000000'), 404, 'Barcode not found')
    },
  },
  {
    id: 'food-not-found',
    title: '404 of /food: detail is a string',
    needs: ['reader'],
    async run(ctx) {
      const response = await ctx.get(unknownFoodPath)
      if (response.status === 200) throw new CheckSkipped(`the catalog has a food at ${unknownFoodPath}`)
      expectErrorText(response, 404)
    },
  },
  {
    id: 'validation-error',
    title: '422 has one member, detail, a list of {type, loc, msg, input, ctx?}',
    needs: ['reader'],
    async run(ctx) {
      for (const path of ['/search', '/search?q=a&limit=99', '/food/abc'])
        expectValidationErrors(await ctx.get(path))
    },
  },
  {
    id: 'validation-members',
    title: 'a 422 lists type, loc, msg, input and ctx in that order, and nothing else',
    needs: ['reader'],
    async run(ctx) {
      const popular = '/foods/popular?limit=0&offset=x&has_image=maybe'
      for (const path of ['/search', '/search?q=a&limit=99&source=x', '/food/abc', popular]) {
        const response = await ctx.get(path)
        const orders = ['type,loc,msg,input', 'type,loc,msg,input,ctx']
        const ordered = expectValidationErrors(response).every(error =>
          orders.includes(Object.keys(error).join()),
        )
        expectThat(ordered, response, 'members type, loc, msg, input and at most ctx, in that order')
      }
    },
  },
  {
    id: 'validation-input',
    title: 'the 422 bodies of the three cases that the specification names',
    needs: ['reader'],
    async run(ctx) {
      for (const [path, error] of validationBodies) expectBody(await ctx.get(path), 422, { detail: [error] })
    },
  },
]

const validationBodies = [
  [
    '/search?q=a',
    {
      type: 'string_too_short',
      loc: ['query', 'q'],
      msg: 'String should have at least 2 characters',
      input: 'a',
      ctx: { min_length: 2 },
    },
  ],
  [
    '/search?q=milk&limit=51',
    {
      type: 'less_than_equal',
      loc: ['query', 'limit'],
      msg: 'Input should be less than or equal to 50',
      input: '51',
      ctx: { le: 50 },
    },
  ],
  [
    '/food/abc',
    {
      type: 'int_parsing',
      loc: ['path', 'food_id'],
      msg: 'Input should be a valid integer, unable to parse string as an integer',
      input: 'abc',
    },
  ],
] as const
