// These run last: they use up the anonymous limit of the address.
import { examplePaths } from '../catalog.ts'
import type { Rule } from '../contract.ts'
import { expect401, expectNoHeader, expectStatus, expectThat } from '../expect.ts'
import { expectNoQuota, quotaOf } from '../quota.ts'
import { exhaust, exhaustFreshWindow, expectRefusal, expectWaitSucceeds, spend } from '../refusal.ts'
import { unknownKey } from './callers.ts'
import { expectOpenCors, expectPreflightAllowed, preflight } from './cors.ts'
import { expectPrompt, keyedSecondsBesideDelay } from './fairness.ts'
import { expectHealthy } from './health.ts'

export const exhaustion: Rule[] = [
  {
    rule: 'spec 8.1',
    title: 'over the limit: 429, Retry-After of at least 1 and the same number in the text',
    waits: true,
    async check(ctx) {
      const { refusal } = await exhaust(ctx, 'anonymous')
      expectRefusal(refusal)
    },
  },
  {
    rule: 'spec 8.2d',
    title: 'an anonymous 429 carries Retry-After and no X-RateLimit headers',
    waits: true,
    async check(ctx) {
      const { refusal } = await exhaust(ctx, 'anonymous')
      expectNoQuota(refusal)
      expectNoHeader(refusal, 'www-authenticate')
    },
  },
  {
    rule: 'decision 16e',
    title: 'CORS is open on 429',
    waits: true,
    async check(ctx) {
      expectOpenCors((await exhaust(ctx, 'anonymous')).refusal)
    },
  },
  {
    rule: 'decision 10e',
    title: 'the limit is judged before the parameters and after the caller: 401, 429, 422',
    waits: true,
    async check(ctx) {
      await exhaust(ctx, 'anonymous')
      const headers = unknownKey
      expect401(await ctx.send({ path: '/search', as: 'anonymous', headers, refusalExpected: true }))
      expect401(await ctx.send({ path: '/no/such/path', as: 'anonymous', refusalExpected: true }))
      expectRefusal(await ctx.send({ path: '/food/abc', as: 'anonymous', refusalExpected: true }))
    },
  },
  {
    rule: 'decision 20e',
    title: 'every data endpoint is limited; preflight, /openapi.json and /docs are not',
    waits: true,
    async check(ctx) {
      const paths = await examplePaths(ctx)
      await exhaust(ctx, 'anonymous')
      for (const path of paths)
        expectRefusal(await ctx.send({ path, as: 'anonymous', refusalExpected: true }))
      expectPreflightAllowed(
        await ctx.send({ ...preflight, path: '/search', as: 'anonymous', refusalExpected: true }),
      )
      for (const path of ['/openapi.json', '/docs']) {
        expectStatus(await ctx.send({ path, as: 'anonymous', refusalExpected: true }), 200)
      }
    },
  },
  {
    rule: 'decision 13a',
    title: '/health is never limited',
    waits: true,
    async check(ctx) {
      await exhaust(ctx, 'anonymous')
      for (const headers of [{}, unknownKey]) {
        expectHealthy(await ctx.send({ path: '/health', as: 'anonymous', headers, refusalExpected: true }))
      }
    },
  },
  {
    rule: 'decision 22e',
    title: 'an account is counted apart from its address',
    needs: ['reader'],
    waits: true,
    async check(ctx) {
      await exhaust(ctx, 'anonymous')
      const answer = await ctx.send({ path: '/foods/categories', refusalExpected: true })
      expectStatus(answer, 200)
      quotaOf(answer)
    },
  },
  {
    rule: 'decision 22f',
    title: 'a free key is refused with its address, with the three headers',
    needs: ['starter'],
    waits: true,
    async check(ctx) {
      await exhaust(ctx, 'anonymous')
      const answer = await spend(ctx, 'starter')
      expectRefusal(answer)
      expectThat(quotaOf(answer).remaining === 0, answer, '0 remaining', `${quotaOf(answer).remaining}`)
    },
  },
  {
    rule: 'decision 24',
    title: 'a forwarded address from an untrusted peer does not open another bucket',
    waits: true,
    async check(ctx) {
      await exhaust(ctx, 'anonymous')
      const forged = [{ 'x-forwarded-for': '203.0.113.77' }, { 'x-real-ip': '203.0.113.78' }]
      for (const headers of [...forged, { forwarded: 'for=203.0.113.79' }]) {
        expectRefusal(await ctx.send({ path: '/search', as: 'anonymous', headers, refusalExpected: true }))
      }
    },
  },
  {
    rule: 'decision 23d',
    title: 'the delay is skipped for 429',
    needs: ['reader'],
    waits: true,
    async check(ctx) {
      const keyed = await keyedSecondsBesideDelay(ctx)
      const path = '/foods/categories'
      await exhaust(ctx, 'anonymous')
      const answer = await ctx.send({ path, as: 'anonymous', refusalExpected: true })
      expectRefusal(answer)
      expectPrompt(answer, keyed)
    },
  },
  {
    rule: 'decision 19d',
    title: 'an anonymous caller that waits exactly Retry-After is served',
    waits: true,
    async check(ctx) {
      await expectWaitSucceeds(ctx, 'anonymous')
    },
  },
  {
    rule: 'spec 8 figures d',
    title: 'anonymous callers have 30 requests a minute',
    waits: true,
    figures: true,
    async check(ctx) {
      const { allowed, refusal } = await exhaustFreshWindow(ctx, 'anonymous')
      expectThat(allowed.length === 30, refusal, 'to be refused after 30 requests', `after ${allowed.length}`)
    },
  },
]
