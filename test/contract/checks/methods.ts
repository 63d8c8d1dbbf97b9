import { examplePaths } from '../catalog.ts'
import { readOnly } from '../errors.ts'
import { expect401, expectDetail, expectHeader, expectThat } from '../expect.ts'
import { rateLimitOf } from '../rate-limit-headers.ts'
import type { Check } from '../types.ts'

export const otherMethods = ['POST', 'PUT', 'PATCH', 'DELETE']
const dataPaths = ['/search?q=milk', '/food/1', '/barcode/1', '/foods/popular', '/foods/categories']

const bodies = [
  { 'content-type': 'application/json', body: '{' },
  { 'content-type': 'text/plain', body: 'milk' },
].map(({ body, ...headers }) => ({ body, headers }))

export const methods: Check[] = [
  {
    id: 'other-methods/anonymous',
    title: 'another method on a data path is 401 without a key',
    async run(ctx) {
      for (const path of dataPaths) {
        for (const method of otherMethods) expect401(await ctx.send({ path, method, as: 'anonymous' }))
      }
    },
  },
  {
    id: 'other-methods/read',
    title: 'another method with a read-scope key is 403',
    needs: ['read'],
    async run(ctx) {
      for (const path of dataPaths) {
        for (const method of otherMethods) {
          expectDetail(await ctx.send({ path, method, as: 'read' }), 403, readOnly)
        }
      }
    },
  },
  {
    id: 'other-methods/full',
    title: 'another method with a full-access key is 405 with Allow: GET, HEAD',
    needs: ['full'],
    async run(ctx) {
      for (const path of dataPaths) {
        for (const method of otherMethods) {
          const response = await ctx.send({ path, method, as: 'full' })
          expectDetail(response, 405, 'Method Not Allowed')
          expectHeader(response, 'allow', 'GET, HEAD')
        }
      }
    },
  },
  {
    id: 'request-body',
    title: 'a request body changes nothing: it is not read before caller, scope and method',
    needs: ['read', 'full'],
    async run(ctx) {
      for (const sent of bodies) {
        const post = { path: '/search', method: 'POST', ...sent }
        expect401(await ctx.send({ ...post, as: 'anonymous' }))
        expectDetail(await ctx.send({ ...post, as: 'read' }), 403, readOnly)
        expectDetail(await ctx.send({ ...post, as: 'full' }), 405, 'Method Not Allowed')
      }
    },
  },
  {
    id: 'head-requests',
    title: 'HEAD is served as GET without a body, to read keys too',
    needs: ['read'],
    async run(ctx) {
      const rejected = ['/food/-1', '/barcode/abc', '/search?q=a', '/no/such/path']
      for (const path of [...(await examplePaths(ctx)), ...rejected]) {
        const get = await ctx.get(path, 'read')
        const head = await ctx.send({ path, method: 'HEAD', as: 'read' })
        expectThat(head.status === get.status, head, `status ${get.status} as for GET`)
        expectThat(head.rawBody.length === 0, head, 'no body')
        for (const name of ['content-type', 'etag', 'link', 'x-attribution', 'www-authenticate']) {
          const same = head.headers[name] === get.headers[name]
          expectThat(same, head, `${name} ${get.headers[name]} as for GET`, `${head.headers[name]}`)
        }
        const length = head.headers['content-length']
        const fits = length === undefined || Number(length) === get.rawBody.length
        expectThat(fits, head, `content-length ${get.rawBody.length} as for GET, or none`, `${length}`)
        if (get.status !== 401) rateLimitOf(head)
      }
    },
  },
]
