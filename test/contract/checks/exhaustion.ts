// These use up the anonymous limit of the address.
import { examplePaths } from '../catalog.ts'
import { waitSeconds } from '../context.ts'
import { expect401, expectStatus, expectThat } from '../expect.ts'
import { expectNoRateLimitHeaders, rateLimitOf } from '../rate-limit-headers.ts'
import {
  exhaust,
  exhaustByReading,
  expect429,
  expectExact429,
  expectServedAfterWaiting,
  expectWaitSucceeds,
  spend,
} from '../rate-limited.ts'
import { type Check, type Context, memoizePerRun } from '../types.ts'
import { unknownKey } from './callers.ts'
import { expectOpenCors, expectPreflightAllowed, preflight } from './cors.ts'
import { expectPrompt, keyedReadSeconds } from './fairness.ts'
import { expectHealthy } from './health.ts'

/** How many reads a caller gets after a full minute without any. */
const anonymousReadsPerMinute = memoizePerRun(async (ctx: Context) => {
  await exhaustByReading(ctx, 'anonymous')
  await waitSeconds(60)
  return exhaustByReading(ctx, 'anonymous')
})

export const exhaustion: Check[] = [
  {
    id: 'rate-limit-error/text',
    title: 'over the limit: 429 with an integer in Retry-After and in the text',
    slow: true,
    async run(ctx) {
      const { rejection } = await exhaustByReading(ctx, 'anonymous')
      expect429(rejection)
    },
  },
  {
    id: 'anonymous-headers/rejected',
    title: 'an anonymous 429 carries Retry-After and no X-RateLimit headers',
    slow: true,
    async run(ctx) {
      const { rejection } = await exhaustByReading(ctx, 'anonymous')
      expectNoRateLimitHeaders(rejection)
    },
  },
  {
    id: 'rate-limit-error/wait',
    title: 'a caller that waits for Retry-After is served',
    slow: true,
    run: ctx => expectServedAfterWaiting(ctx, 'anonymous'),
  },
  {
    id: 'plan-limits/anonymous',
    title: 'anonymous callers have 30 requests a minute',
    slow: true,
    comparesDefaults: true,
    async run(ctx) {
      const { allowed, rejection } = await anonymousReadsPerMinute(ctx)
      // A calendar minute may end in between, and a token bucket refills: only then are there more than 30.
      const fits = allowed.length >= 30 && allowed.length <= 60
      expectThat(fits, rejection, 'to be rejected after 30 requests in a minute', `after ${allowed.length}`)
    },
  },
  {
    id: 'rate-limit-window/start',
    title: 'a window begins with the first request of a caller: exactly 30 anonymous requests fit into it',
    slow: true,
    comparesDefaults: true,
    async run(ctx) {
      const { allowed, rejection } = await anonymousReadsPerMinute(ctx)
      expectThat(
        allowed.length === 30,
        rejection,
        'to be rejected after 30 requests',
        `after ${allowed.length}`,
      )
    },
  },
  {
    id: 'retry-after/text',
    title: 'Retry-After is at least 1 and equals the number in the text',
    slow: true,
    async run(ctx) {
      expectExact429((await exhaust(ctx, 'anonymous')).rejection)
    },
  },
  {
    id: 'cors-open/rate-limited',
    title: 'CORS is open on 429',
    slow: true,
    async run(ctx) {
      expectOpenCors((await exhaust(ctx, 'anonymous')).rejection)
    },
  },
  {
    id: 'request-order/limit',
    title: 'the limit is applied before validation and after authentication: 401, 429, 422',
    slow: true,
    async run(ctx) {
      await exhaust(ctx, 'anonymous')
      const headers = unknownKey
      expect401(await ctx.send({ path: '/search', as: 'anonymous', headers, mayBeRateLimited: true }))
      expect401(await ctx.send({ path: '/no/such/path', as: 'anonymous', mayBeRateLimited: true }))
      expectExact429(await ctx.send({ path: '/food/abc', as: 'anonymous', mayBeRateLimited: true }))
    },
  },
  {
    id: 'counted-requests/endpoints',
    title: 'every data endpoint is limited; preflight, /openapi.json and /docs are not',
    slow: true,
    async run(ctx) {
      const paths = await examplePaths(ctx)
      await exhaust(ctx, 'anonymous')
      for (const path of paths)
        expectExact429(await ctx.send({ path, as: 'anonymous', mayBeRateLimited: true }))
      expectPreflightAllowed(
        await ctx.send({ ...preflight, path: '/search', as: 'anonymous', mayBeRateLimited: true }),
      )
      for (const path of ['/openapi.json', '/docs']) {
        expectStatus(await ctx.send({ path, as: 'anonymous', mayBeRateLimited: true }), 200)
      }
    },
  },
  {
    id: 'health-caller/limits',
    title: '/health is never limited',
    slow: true,
    async run(ctx) {
      await exhaust(ctx, 'anonymous')
      for (const headers of [{}, unknownKey]) {
        expectHealthy(await ctx.send({ path: '/health', as: 'anonymous', headers, mayBeRateLimited: true }))
      }
    },
  },
  {
    id: 'shared-limits/apart',
    title: 'an account is counted apart from its address',
    needs: ['reader'],
    slow: true,
    async run(ctx) {
      await exhaust(ctx, 'anonymous')
      const response = await ctx.send({ path: '/foods/categories', mayBeRateLimited: true })
      expectStatus(response, 200)
      rateLimitOf(response)
    },
  },
  {
    id: 'shared-limits/free-key',
    title: 'a free key is rejected with its address, with the three headers',
    needs: ['starter'],
    slow: true,
    async run(ctx) {
      await exhaust(ctx, 'anonymous')
      const response = await spend(ctx, 'starter')
      expectExact429(response)
      expectThat(
        rateLimitOf(response).remaining === 0,
        response,
        '0 remaining',
        `${rateLimitOf(response).remaining}`,
      )
    },
  },
  {
    id: 'client-address',
    title: 'a forwarded address from an untrusted peer does not open another bucket',
    slow: true,
    async run(ctx) {
      await exhaust(ctx, 'anonymous')
      const forged = [{ 'x-forwarded-for': '203.0.113.77' }, { 'x-real-ip': '203.0.113.78' }]
      for (const headers of [...forged, { forwarded: 'for=203.0.113.79' }]) {
        expectExact429(await ctx.send({ path: '/search', as: 'anonymous', headers, mayBeRateLimited: true }))
      }
    },
  },
  {
    id: 'delay-skipped/rate-limited',
    title: 'the delay is skipped for 429',
    needs: ['reader'],
    slow: true,
    async run(ctx) {
      const keyed = await keyedReadSeconds(ctx)
      await exhaust(ctx, 'anonymous')
      const rejections = []
      for (let attempt = 0; attempt < 3; attempt++) {
        const request = { path: '/foods/categories', as: 'anonymous', mayBeRateLimited: true } as const
        rejections.push(await ctx.send(request))
      }
      for (const rejection of rejections) expectExact429(rejection)
      // A busy machine may hold up one response: the delay would hold up all of them.
      const fastest = rejections.reduce((one, other) => (one.seconds < other.seconds ? one : other))
      expectPrompt(fastest, keyed)
    },
  },
  {
    id: 'retry-after/anonymous',
    title: 'an anonymous caller that waits exactly Retry-After is served',
    slow: true,
    async run(ctx) {
      await expectWaitSucceeds(ctx, 'anonymous')
    },
  },
]
