import { anonymousAnswers } from '../anonymous.ts'
import { examplePaths } from '../catalog.ts'
import type { Answer } from '../client.ts'
import { waitSeconds } from '../context.ts'
import type { Context, Rule } from '../contract.ts'
import { expectNoHeader, expectStatus, expectThat } from '../expect.ts'
import {
  expectCountdown,
  expectNoQuota,
  quotaOf,
  sameWindow,
  serverSeconds,
  withinOneWindow,
} from '../quota.ts'
import { preflight } from './cors.ts'

/** A free key may show its hourly window; an account has only the minute. */
const minute = 60
const hour = 3600
const clockSlack = 2

function expectReset(answer: Answer, longest: number): void {
  const { reset } = quotaOf(answer)
  const ahead = reset - serverSeconds(answer)
  const sound = ahead > -clockSlack && ahead <= longest + clockSlack
  expectThat(
    sound,
    answer,
    `X-RateLimit-Reset within ${longest} s from now, in Unix seconds`,
    `${ahead} s from now`,
  )
}

async function series(ctx: Context, paths: string[]): Promise<Answer[]> {
  const answers = []
  for (const path of paths) answers.push(await ctx.get(path))
  return answers
}

export const counting: Rule[] = [
  {
    rule: 'spec 8.2a',
    title: 'a keyed success carries the three X-RateLimit headers and no Retry-After',
    needs: ['reader'],
    async check(ctx) {
      for (const path of await examplePaths(ctx)) {
        const answer = await ctx.get(path)
        expectStatus(answer, 200)
        const { limit, remaining } = quotaOf(answer)
        expectThat(
          limit > 0 && remaining < limit,
          answer,
          'fewer remaining than the limit',
          `${remaining} of ${limit}`,
        )
        expectNoHeader(answer, 'retry-after')
      }
    },
  },
  {
    rule: 'spec 8.2b',
    title: 'an anonymous response never carries X-RateLimit headers',
    async check(ctx) {
      const { reads, unknown, invalid } = await anonymousAnswers(ctx)
      expectStatus(unknown, 404)
      expectStatus(invalid, 422)
      for (const answer of [...reads, unknown, invalid]) expectNoQuota(answer)
    },
  },
  {
    rule: 'decision 18a',
    title: 'a window has a fixed end: X-RateLimit-Reset does not move with every request',
    needs: ['reader'],
    async check(ctx) {
      for (let attempt = 0; attempt < 2; attempt++) {
        const first = quotaOf(await ctx.get('/search'))
        await waitSeconds(3)
        const second = await ctx.get('/search')
        if (sameWindow(first, quotaOf(second))) return
        const moved = quotaOf(second).reset - first.reset
        // Windows may end in between, but not in two attempts that follow each other.
        expectThat(attempt === 0, second, 'the same X-RateLimit-Reset as 3 s before', `${moved} s later`)
      }
    },
  },
  {
    rule: 'decision 19a',
    title: 'X-RateLimit-Reset is Unix time in seconds, at most a minute ahead for an account',
    needs: ['reader'],
    async check(ctx) {
      expectReset(await ctx.get('/foods/categories'), minute)
    },
  },
  {
    rule: 'decision 20a',
    title: 'every request to a data endpoint counts once: 200, 404, 422, 304 and HEAD',
    needs: ['reader'],
    async check(ctx) {
      const tag = (await ctx.get('/foods/categories')).headers.etag ?? '*'
      const answers = await withinOneWindow(async () => [
        ...(await series(ctx, ['/foods/categories', '/food/-1', '/barcode/abc', '/search', '/food/abc'])),
        await ctx.get('/foods/categories', 'reader', { 'if-none-match': tag }),
        await ctx.send({ path: '/foods/categories', method: 'HEAD' }),
        await ctx.get('/foods/categories'),
      ])
      expectCountdown(answers)
    },
  },
  {
    rule: 'decision 20b',
    title: '/health, preflight, 401, /openapi.json and /docs are not counted',
    needs: ['reader'],
    async check(ctx) {
      const answers = await withinOneWindow(async () => {
        const before = await ctx.get('/search')
        for (const path of ['/health', '/openapi.json', '/docs', '/no/such/path', '/v1/search'])
          await ctx.get(path)
        await ctx.send({ ...preflight, path: '/search' })
        return [before, await ctx.get('/search')]
      })
      expectCountdown(answers)
    },
  },
  {
    rule: 'decision 20c',
    title: '403 is not counted',
    needs: ['read'],
    async check(ctx) {
      const answers = await withinOneWindow(async () => {
        const before = await ctx.get('/search', 'read')
        await ctx.send({ path: '/search', method: 'POST', as: 'read' })
        await ctx.get('/auth/larder-conformance', 'read')
        return [before, await ctx.get('/search', 'read')]
      })
      expectCountdown(answers)
    },
  },
  {
    rule: 'decision 20d',
    title: 'a keyed 404 and 422 carry the three headers',
    needs: ['reader'],
    async check(ctx) {
      for (const path of ['/food/-1', '/barcode/abc', '/search', '/food/abc', '/foods/popular?limit=0']) {
        expectReset(await ctx.get(path), minute)
      }
    },
  },
  {
    rule: 'decision 22a',
    title: 'the keys of one account share its pool',
    needs: ['read', 'full', 'account'],
    async check(ctx) {
      const answers = await withinOneWindow(async () => [
        await ctx.get('/search', 'read'),
        await ctx.get('/search', 'full'),
        await ctx.get('/search', 'account'),
        await ctx.get('/search', 'read'),
      ])
      expectCountdown(answers)
      const limits = new Set(answers.map(answer => quotaOf(answer).limit))
      expectThat(limits.size === 1, answers[0] as Answer, 'one limit for all keys', [...limits].join(', '))
    },
  },
  {
    rule: 'decision 22b',
    title: 'a free key and anonymous calls from one address share one bucket',
    needs: ['starter'],
    async check(ctx) {
      const answers = await withinOneWindow(async () => {
        const before = await ctx.get('/search', 'starter')
        await ctx.get('/search', 'anonymous')
        return [before, await ctx.get('/search', 'starter')]
      })
      for (const answer of answers) expectReset(answer, hour)
      expectCountdown(answers, 2)
    },
  },
]
