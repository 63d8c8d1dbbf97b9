import type { Rule } from '../contract.ts'
import { expect401, expectHeader, expectJson, expectStatus, expectThat } from '../expect.ts'

type Description = { info?: { version?: unknown }; paths?: Record<string, { get?: unknown }> }

const described = [
  '/search',
  '/food/{food_id}',
  '/barcode/{code}',
  '/foods/popular',
  '/foods/categories',
  '/health',
]

export const versioning: Rule[] = [
  {
    rule: 'spec 9.1',
    title: 'the interface description carries version 1.0.0',
    async check(ctx) {
      const answer = await ctx.get('/openapi.json', 'anonymous')
      expectStatus(answer, 200)
      const version = (answer.json as Description | undefined)?.info?.version
      expectThat(version === '1.0.0', answer, 'info.version 1.0.0', `${version}`)
    },
  },
  {
    rule: 'spec 9.2',
    title: 'paths carry no version prefix; /v1/... is 401',
    async check(ctx) {
      for (const path of [
        '/v1/search?q=milk',
        '/v1/food/1',
        '/v1.0.0/search?q=milk',
        '/api/v1/search?q=milk',
      ]) {
        expect401(await ctx.get(path, 'anonymous'))
      }
    },
  },
  {
    rule: 'decision 17a',
    title: '/openapi.json is public and describes the six endpoints',
    async check(ctx) {
      const answer = await ctx.get('/openapi.json', 'anonymous')
      expectStatus(answer, 200)
      expectJson(answer)
      const paths = (answer.json as Description).paths ?? {}
      const missing = described.filter(path => !paths[path]?.get)
      expectThat(
        missing.length === 0,
        answer,
        `GET ${missing.join(', ')} among the paths`,
        Object.keys(paths).join(' '),
      )
    },
  },
  {
    rule: 'decision 17b',
    title: '/docs is public',
    async check(ctx) {
      const answer = await ctx.get('/docs', 'anonymous', { accept: 'text/html' })
      expectStatus(answer, 200)
      expectHeader(answer, 'content-type', /^text\/html\b/)
    },
  },
]
