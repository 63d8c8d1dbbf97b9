import { anonymousResponses } from '../anonymous-responses.ts'
import { examplePaths } from '../catalog.ts'
import type { HttpResponse } from '../client.ts'
import { waitSeconds } from '../context.ts'
import { expectNoHeader, expectStatus, expectThat } from '../expect.ts'
import {
  expectCountdown,
  expectNoRateLimitHeaders,
  rateLimitOf,
  sameWindow,
  serverSeconds,
  withinOneWindow,
} from '../rate-limit-headers.ts'
import type { Check, Context } from '../types.ts'
import { preflight } from './cors.ts'

/** A free key may show its hourly window; an account has only the minute. */
const minute = 60
const hour = 3600
const clockSlack = 2

function expectReset(response: HttpResponse, maxSeconds: number): void {
  const { reset } = rateLimitOf(response)
  const ahead = reset - serverSeconds(response)
  const sound = ahead > -clockSlack && ahead <= maxSeconds + clockSlack
  expectThat(
    sound,
    response,
    `X-RateLimit-Reset within ${maxSeconds} s from now, in Unix seconds`,
    `${ahead} s from now`,
  )
}

async function series(ctx: Context, paths: string[]): Promise<HttpResponse[]> {
  const responses = []
  for (const path of paths) responses.push(await ctx.get(path))
  return responses
}

export const counting: Check[] = [
  {
    id: 'rate-limit-headers/success',
    title: 'a keyed success carries the three X-RateLimit headers',
    needs: ['reader'],
    async run(ctx) {
      for (const path of await examplePaths(ctx)) {
        const response = await ctx.get(path)
        expectStatus(response, 200)
        rateLimitOf(response)
      }
    },
  },
  {
    id: 'rate-limit-values/success',
    title: 'a keyed success has fewer requests remaining than its limit, and no Retry-After',
    needs: ['reader'],
    async run(ctx) {
      for (const path of await examplePaths(ctx)) {
        const response = await ctx.get(path)
        expectStatus(response, 200)
        const { limit, remaining } = rateLimitOf(response)
        expectThat(
          limit > 0 && remaining < limit,
          response,
          'fewer remaining than the limit',
          `${remaining} of ${limit}`,
        )
        expectNoHeader(response, 'retry-after')
      }
    },
  },
  {
    id: 'anonymous-headers/success',
    title: 'an anonymous response never carries X-RateLimit headers',
    async run(ctx) {
      const { reads, notFound, invalid } = await anonymousResponses(ctx)
      for (const response of [...reads, notFound, invalid]) expectNoRateLimitHeaders(response)
    },
  },
  {
    id: 'rate-limit-window/end',
    title: 'a window has a fixed end: X-RateLimit-Reset does not move with every request',
    needs: ['reader'],
    async run(ctx) {
      for (let attempt = 0; attempt < 2; attempt++) {
        const first = rateLimitOf(await ctx.get('/search'))
        await waitSeconds(3)
        const second = await ctx.get('/search')
        if (sameWindow(first, rateLimitOf(second))) return
        const moved = rateLimitOf(second).reset - first.reset
        // Windows may end in between, but not in two attempts that follow each other.
        expectThat(attempt === 0, second, 'the same X-RateLimit-Reset as 3 s before', `${moved} s later`)
      }
    },
  },
  {
    id: 'rate-limit-reset',
    title: 'X-RateLimit-Reset is Unix time in seconds, at most a minute ahead for an account',
    needs: ['reader'],
    async run(ctx) {
      expectReset(await ctx.get('/foods/categories'), minute)
    },
  },
  {
    id: 'counted-requests/once',
    title: 'every request to a data endpoint counts once: 200, 404, 422, 304 and HEAD',
    needs: ['reader'],
    async run(ctx) {
      const tag = (await ctx.get('/foods/categories')).headers.etag ?? '*'
      const responses = await withinOneWindow(async () => [
        ...(await series(ctx, ['/foods/categories', '/food/-1', '/barcode/abc', '/search', '/food/abc'])),
        await ctx.get('/foods/categories', 'reader', { 'if-none-match': tag }),
        await ctx.send({ path: '/foods/categories', method: 'HEAD' }),
        await ctx.get('/foods/categories'),
      ])
      expectCountdown(responses)
    },
  },
  {
    id: 'counted-requests/exempt',
    title: '/health, preflight, 401, /openapi.json and /docs are not counted',
    needs: ['reader'],
    async run(ctx) {
      const responses = await withinOneWindow(async () => {
        const before = await ctx.get('/search')
        for (const path of ['/health', '/openapi.json', '/docs', '/no/such/path', '/v1/search'])
          await ctx.get(path)
        await ctx.send({ ...preflight, path: '/search' })
        return [before, await ctx.get('/search')]
      })
      expectCountdown(responses)
    },
  },
  {
    id: 'counted-requests/forbidden',
    title: '403 is not counted',
    needs: ['read'],
    async run(ctx) {
      const responses = await withinOneWindow(async () => {
        const before = await ctx.get('/search', 'read')
        await ctx.send({ path: '/search', method: 'POST', as: 'read' })
        await ctx.get('/auth/larder-contract', 'read')
        return [before, await ctx.get('/search', 'read')]
      })
      expectCountdown(responses)
    },
  },
  {
    id: 'rate-limit-values/errors',
    title: 'a keyed 404 and 422 carry the three headers',
    needs: ['reader'],
    async run(ctx) {
      for (const path of ['/food/-1', '/barcode/abc', '/search', '/food/abc', '/foods/popular?limit=0']) {
        expectReset(await ctx.get(path), minute)
      }
    },
  },
  {
    id: 'shared-limits/account',
    title: 'the keys of one account share its pool',
    needs: ['read', 'full', 'account'],
    async run(ctx) {
      const responses = await withinOneWindow(async () => [
        await ctx.get('/search', 'read'),
        await ctx.get('/search', 'full'),
        await ctx.get('/search', 'account'),
        await ctx.get('/search', 'read'),
      ])
      expectCountdown(responses)
      const limits = new Set(responses.map(response => rateLimitOf(response).limit))
      expectThat(
        limits.size === 1,
        responses[0] as HttpResponse,
        'one limit for all keys',
        [...limits].join(', '),
      )
    },
  },
  {
    id: 'shared-limits/address',
    title: 'a free key and anonymous calls from one address share one bucket',
    needs: ['starter'],
    async run(ctx) {
      const responses = await withinOneWindow(async () => {
        const before = await ctx.get('/search', 'starter')
        await ctx.get('/search', 'anonymous')
        return [before, await ctx.get('/search', 'starter')]
      })
      for (const response of responses) expectReset(response, hour)
      expectCountdown(responses, 2)
    },
  },
]
