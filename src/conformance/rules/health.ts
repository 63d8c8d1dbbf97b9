import type { Answer } from '../client.ts'
import type { Rule } from '../contract.ts'
import { expectJson, expectStatus, expectThat } from '../expect.ts'
import { expectNoQuota } from '../quota.ts'

export function expectHealthy(answer: Answer): { status: string; foods_in_db: number } {
  expectStatus(answer, 200)
  expectJson(answer)
  const health = answer.json as { status: string; foods_in_db: number }
  const exact = JSON.stringify(Object.keys(health)) === '["status","foods_in_db"]'
  const typed =
    typeof health.status === 'string' && Number.isInteger(health.foods_in_db) && health.foods_in_db >= 0
  expectThat(exact && typed, answer, 'exactly status (string) and foods_in_db (integer)')
  return health
}

export const health: Rule[] = [
  {
    rule: 'spec 2.3',
    title: 'health has exactly status and foods_in_db',
    async check(ctx) {
      expectHealthy(await ctx.get('/health', 'anonymous'))
    },
  },
  {
    rule: 'spec 4.6',
    title: '/health takes no parameters and needs no authentication',
    async check(ctx) {
      expectHealthy(await ctx.get('/health?limit=abc&q=', 'anonymous'))
    },
  },
  {
    rule: 'decision 13',
    title: '/health ignores the Authorization header and carries no limit',
    async check(ctx) {
      for (const authorization of ['Bearer no-such-key', 'Basic dXNlcjpwYXNz', 'nonsense', '']) {
        const answer = await ctx.get('/health', 'anonymous', { authorization })
        expectHealthy(answer)
        expectNoQuota(answer)
      }
      if (!ctx.has('reader')) return
      const keyed = await ctx.get('/health')
      expectHealthy(keyed)
      expectNoQuota(keyed)
    },
  },
  {
    rule: 'decision 32',
    title: 'status is ok',
    async check(ctx) {
      const answer = await ctx.get('/health', 'anonymous')
      expectThat(expectHealthy(answer).status === 'ok', answer, 'status ok')
    },
  },
]
