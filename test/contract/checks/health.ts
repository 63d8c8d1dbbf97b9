import type { HttpResponse } from '../client.ts'
import { expectJson, expectStatus, expectThat } from '../expect.ts'
import { expectNoRateLimitHeaders } from '../rate-limit-headers.ts'
import type { Check } from '../types.ts'

export function expectHealthy(response: HttpResponse): { status: string; foods_in_db: number } {
  expectStatus(response, 200)
  expectJson(response)
  const health = (response.json ?? {}) as { status: string; foods_in_db: number }
  const typed =
    typeof health.status === 'string' && Number.isInteger(health.foods_in_db) && health.foods_in_db >= 0
  expectThat(typed, response, 'status (string) and foods_in_db (integer)')
  return health
}

export const health: Check[] = [
  {
    id: 'health-fields',
    title: 'health has status (string) and foods_in_db (integer)',
    async run(ctx) {
      expectHealthy(await ctx.get('/health', 'anonymous'))
    },
  },
  {
    id: 'health-open',
    title: '/health needs no authentication',
    async run(ctx) {
      expectHealthy(await ctx.get('/health', 'anonymous'))
    },
  },
  {
    id: 'unknown-parameters/health',
    title: '/health ignores unknown parameters',
    async run(ctx) {
      expectHealthy(await ctx.get('/health?limit=abc&q=', 'anonymous'))
    },
  },
  {
    id: 'health-caller/header',
    title: '/health ignores the Authorization header and carries no limit',
    async run(ctx) {
      for (const authorization of ['Bearer no-such-key', 'Basic dXNlcjpwYXNz', 'nonsense', '']) {
        const response = await ctx.get('/health', 'anonymous', { authorization })
        expectHealthy(response)
        expectNoRateLimitHeaders(response)
      }
      if (!ctx.has('reader')) return
      const keyed = await ctx.get('/health')
      expectHealthy(keyed)
      expectNoRateLimitHeaders(keyed)
    },
  },
  {
    id: 'health-status',
    title: 'status is ok',
    async run(ctx) {
      const response = await ctx.get('/health', 'anonymous')
      expectThat(expectHealthy(response).status === 'ok', response, 'status ok')
    },
  },
]
