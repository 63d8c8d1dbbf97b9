import { useAccountKey } from '../errors.ts'
import { expectDetail, expectStatus, expectThat } from '../expect.ts'
import { expectCountdown, rateLimitOf, serverSeconds, withinOneWindow } from '../rate-limit-headers.ts'
import {
  exhaust,
  exhaustByReading,
  exhaustRest,
  expect429,
  expectExact429,
  expectWaitSucceeds,
  spend,
} from '../rate-limited.ts'
import type { Check } from '../types.ts'
import { expectOpenCors } from './cors.ts'

export const keyCap: Check[] = [
  {
    id: 'tightest-window',
    title: 'the headers of a capped key show its cap, the tightest window',
    needs: ['capped', 'full'],
    async run(ctx) {
      const own = await spend(ctx, 'capped')
      const pool = rateLimitOf(await ctx.get('/search', 'full'))
      const tighter = rateLimitOf(own).limit < pool.limit
      expectThat(tighter, own, `a limit below the account's ${pool.limit}`, `${rateLimitOf(own).limit}`)
    },
  },
  {
    id: 'key-cap/pool',
    title: 'a capped key draws on the pool of its account',
    needs: ['capped', 'full'],
    slow: true,
    async run(ctx) {
      const responses = await withinOneWindow(async () => {
        const before = await ctx.get('/search', 'full')
        expectStatus(await ctx.get('/search', 'capped'), 422)
        return [before, await ctx.get('/search', 'full')]
      })
      expectCountdown(responses, 2)
    },
  },
  {
    id: 'key-cap/rejected',
    title: 'a capped key is rejected at its cap while the other keys of the account work',
    needs: ['capped', 'full'],
    slow: true,
    async run(ctx) {
      const { allowed, rejection } = await exhaustRest(ctx, 'capped')
      expectCountdown(allowed)
      const last = allowed.at(-1)
      if (last)
        expectThat(
          rateLimitOf(last).remaining === 0,
          rejection,
          'to be rejected at 0 remaining and not before',
        )
      expectStatus(await ctx.get('/foods/categories', 'full'), 200)
    },
  },
  {
    id: 'rate-limit-headers/rejected',
    title: 'a keyed 429 carries Retry-After and the three X-RateLimit headers',
    needs: ['capped'],
    slow: true,
    async run(ctx) {
      const { rejection } = await exhaustByReading(ctx, 'capped')
      expect429(rejection)
      rateLimitOf(rejection)
    },
  },
  {
    id: 'rate-limit-values/rejected',
    title: 'a keyed 429 has nothing remaining, its reset agrees with Retry-After, and CORS is open',
    needs: ['capped'],
    slow: true,
    async run(ctx) {
      const { rejection, retryAfter } = await exhaust(ctx, 'capped')
      const { remaining, reset } = rateLimitOf(rejection)
      expectThat(remaining === 0, rejection, '0 remaining', `${remaining}`)
      const ahead = reset - serverSeconds(rejection)
      const agrees = Math.abs(ahead - retryAfter) <= 2
      expectThat(
        agrees,
        rejection,
        `X-RateLimit-Reset at the end of Retry-After ${retryAfter}`,
        `${ahead} s ahead`,
      )
      expectOpenCors(rejection)
    },
  },
  {
    id: 'rejected-requests',
    title: 'a rejected request consumes nothing, neither from the key nor from the pool',
    needs: ['capped', 'full'],
    slow: true,
    async run(ctx) {
      const responses = await withinOneWindow(async () => {
        await exhaust(ctx, 'capped')
        const before = await ctx.get('/search', 'full')
        for (let rejected = 0; rejected < 5; rejected++) expectExact429(await spend(ctx, 'capped'))
        return [before, await ctx.get('/search', 'full')]
      })
      expectCountdown(responses)
    },
  },
  {
    id: 'request-order/scope-before-limit',
    title: 'the scope is checked before the limit: a rate-limited named key is still 403 on /auth/',
    needs: ['capped'],
    slow: true,
    async run(ctx) {
      await exhaust(ctx, 'capped')
      const response = await ctx.send({
        path: '/auth/larder-contract',
        as: 'capped',
        mayBeRateLimited: true,
      })
      expectDetail(response, 403, useAccountKey)
    },
  },
  {
    id: 'retry-after/key',
    title: 'a key that waits exactly Retry-After is served, in a new window',
    needs: ['capped'],
    slow: true,
    async run(ctx) {
      const response = await expectWaitSucceeds(ctx, 'capped')
      const { limit, remaining } = rateLimitOf(response)
      expectThat(remaining === limit - 1, response, `${limit - 1} of ${limit} remaining`, `${remaining}`)
    },
  },
]
