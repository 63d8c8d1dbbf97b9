import { expectUnauthorized } from '../errors.ts'
import { expectHeader, expectJson, expectStatus, expectThat } from '../expect.ts'
import { type Check, CheckSkipped } from '../types.ts'

type Description = { info?: { version?: unknown }; paths?: Record<string, { get?: unknown }> }

const described = [
  '/search',
  '/food/{food_id}',
  '/barcode/{code}',
  '/foods/popular',
  '/foods/categories',
  '/health',
]

export const versioning: Check[] = [
  {
    id: 'interface-version',
    title: 'the interface description carries version 1.0.0',
    async run(ctx) {
      const response = await ctx.get('/openapi.json', 'anonymous')
      // Where the description is served is open (rule api-description).
      if (response.status !== 200) throw new CheckSkipped('no interface description at /openapi.json')
      const version = (response.json as Description | undefined)?.info?.version
      expectThat(version === '1.0.0', response, 'info.version 1.0.0', `${version}`)
    },
  },
  {
    id: 'no-version-prefix',
    title: 'paths carry no version prefix; /v1/... is 401',
    async run(ctx) {
      for (const path of [
        '/v1/search?q=milk',
        '/v1/food/1',
        '/v1.0.0/search?q=milk',
        '/api/v1/search?q=milk',
      ]) {
        expectUnauthorized(await ctx.get(path, 'anonymous'))
      }
    },
  },
  {
    id: 'api-description/openapi',
    title: '/openapi.json is public and describes the six endpoints',
    async run(ctx) {
      const response = await ctx.get('/openapi.json', 'anonymous')
      expectStatus(response, 200)
      expectJson(response)
      const paths = (response.json as Description).paths ?? {}
      const missing = described.filter(path => !paths[path]?.get)
      expectThat(
        missing.length === 0,
        response,
        `GET ${missing.join(', ')} among the paths`,
        Object.keys(paths).join(' '),
      )
    },
  },
  {
    id: 'api-description/docs',
    title: '/docs is public',
    async run(ctx) {
      const response = await ctx.get('/docs', 'anonymous', { accept: 'text/html' })
      expectStatus(response, 200)
      expectHeader(response, 'content-type', /^text\/html\b/)
    },
  },
]
