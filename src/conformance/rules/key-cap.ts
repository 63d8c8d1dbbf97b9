import type { Rule } from '../contract.ts'
import { expectDetail, expectStatus, expectThat } from '../expect.ts'
import { expectCountdown, quotaOf, serverSeconds, withinOneWindow } from '../quota.ts'
import { exhaust, exhaustRest, expectRefusal, expectWaitSucceeds, spend } from '../refusal.ts'
import { expectOpenCors } from './cors.ts'

export const keyCap: Rule[] = [
  {
    rule: 'decision 19b',
    title: 'the headers of a capped key show its cap, the tightest window',
    needs: ['capped', 'full'],
    async check(ctx) {
      const own = await spend(ctx, 'capped')
      const pool = quotaOf(await ctx.get('/search', 'full'))
      const tighter = quotaOf(own).limit < pool.limit
      expectThat(tighter, own, `a limit below the account's ${pool.limit}`, `${quotaOf(own).limit}`)
    },
  },
  {
    rule: 'decision 22d',
    title: 'a capped key draws on the pool of its account',
    needs: ['capped', 'full'],
    waits: true,
    async check(ctx) {
      const answers = await withinOneWindow(async () => {
        const before = await ctx.get('/search', 'full')
        expectStatus(await ctx.get('/search', 'capped'), 422)
        return [before, await ctx.get('/search', 'full')]
      })
      expectCountdown(answers, 2)
    },
  },
  {
    rule: 'decision 22c',
    title: 'a capped key is refused at its cap while the other keys of the account go on',
    needs: ['capped', 'full'],
    waits: true,
    async check(ctx) {
      const { allowed, refusal } = await exhaustRest(ctx, 'capped')
      expectCountdown(allowed)
      const last = allowed.at(-1)
      if (last)
        expectThat(quotaOf(last).remaining === 0, refusal, 'to be refused at 0 remaining and not before')
      expectStatus(await ctx.get('/foods/categories', 'full'), 200)
    },
  },
  {
    rule: 'spec 8.2c',
    title: 'a keyed 429 carries the three headers with nothing remaining, and CORS',
    needs: ['capped'],
    waits: true,
    async check(ctx) {
      const { refusal, retryAfter } = await exhaust(ctx, 'capped')
      const { remaining, reset } = quotaOf(refusal)
      expectThat(remaining === 0, refusal, '0 remaining', `${remaining}`)
      const ahead = reset - serverSeconds(refusal)
      const agrees = Math.abs(ahead - retryAfter) <= 2
      expectThat(
        agrees,
        refusal,
        `X-RateLimit-Reset at the end of Retry-After ${retryAfter}`,
        `${ahead} s ahead`,
      )
      expectOpenCors(refusal)
    },
  },
  {
    rule: 'decision 18b',
    title: 'a refused request consumes nothing, in the pool either',
    needs: ['capped', 'full'],
    waits: true,
    async check(ctx) {
      const answers = await withinOneWindow(async () => {
        await exhaust(ctx, 'capped')
        const before = await ctx.get('/search', 'full')
        for (let refused = 0; refused < 5; refused++) expectRefusal(await spend(ctx, 'capped'))
        return [before, await ctx.get('/search', 'full')]
      })
      expectCountdown(answers)
    },
  },
  {
    rule: 'decision 10d',
    title: 'the scope is judged before the limit: a refused named key is still 403 on /auth/',
    needs: ['capped'],
    waits: true,
    async check(ctx) {
      await exhaust(ctx, 'capped')
      const answer = await ctx.send({ path: '/auth/larder-conformance', as: 'capped', refusalExpected: true })
      expectDetail(answer, 403, 'Use your account key to manage dashboard settings.')
    },
  },
  {
    rule: 'decision 19c',
    title: 'a key that waits exactly Retry-After is served, in a new window',
    needs: ['capped'],
    waits: true,
    async check(ctx) {
      const answer = await expectWaitSucceeds(ctx, 'capped')
      const { limit, remaining } = quotaOf(answer)
      expectThat(remaining === limit - 1, answer, `${limit - 1} of ${limit} remaining`, `${remaining}`)
    },
  },
]
