import { examplePaths, findFoods, sample } from '../catalog.ts'
import type { HttpResponse } from '../client.ts'
import { unknownFoodPath } from '../errors.ts'
import {
  expectBody,
  expectDetail,
  expectHeader,
  expectNoHeader,
  expectSameBytes,
  expectStatus,
  expectThat,
} from '../expect.ts'
import { rateLimitOf } from '../rate-limit-headers.ts'
import { type Check, CheckSkipped, type Context } from '../types.ts'
import { expectOpenCors } from './cors.ts'

function tagOf(response: HttpResponse): string {
  expectStatus(response, 200)
  expectHeader(response, 'etag', /^(W\/)?"[^"]*"$/)
  return response.headers.etag ?? ''
}

const categoryList = '/foods/categories'
const odblLink = '<https://opendatacommons.org/licenses/odbl/1-0/>; rel="license"'
const offCredit = 'Open Food Facts (ODbL)'

function sourcesIn({ json }: HttpResponse): Set<unknown> {
  const foods = [json].flat().filter(each => typeof each === 'object' && each !== null && 'source' in each)
  return new Set(foods.map(({ source }) => source))
}

function expectCredit(response: HttpResponse, sources = sourcesIn(response)): void {
  const credits = response.headers['x-attribution']?.split(', ') ?? []
  const links = response.headers['link']?.split(', ') ?? []
  const isEachOnce = credits.length === sources.size && new Set(credits).size === sources.size
  expectThat(isEachOnce, response, `X-Attribution with ${sources.size} different sources`, credits.join(', '))
  const isOff = sources.has('off')
  expectThat(credits.includes(offCredit) === isOff, response, `${isOff ? '' : 'no '}credit ${offCredit}`)
  const isOdbl = isOff || sources.has('community')
  expectThat(links.includes(odblLink) === isOdbl, response, `${isOdbl ? '' : 'no '}link ${odblLink}`)
  const isLicence = (link: string) => /^<https?:[^>]+>; rel="license"$/.test(link)
  expectThat(links.every(isLicence), response, 'only links with rel="license"', links.join(', '))
}

function expectNoCredit(response: HttpResponse): void {
  expectNoHeader(response, 'x-attribution')
  expectNoHeader(response, 'link')
}

function expectNotModified(response: HttpResponse, tag: string): void {
  expectStatus(response, 304)
  expectThat(response.rawBody.length === 0, response, 'no body')
  expectHeader(response, 'etag', tag)
}

/** Every form of If-None-Match that RFC 9110 (13.1.2) lets match: comparison is weak. */
function matching(tag: string): string[] {
  const opaque = tag.replace(/^W\//, '')
  return [tag, opaque, `W/${opaque}`, `"another", ${tag}`, '*']
}

async function expectRevalidation(
  ctx: Context,
  path: string,
): Promise<{ first: HttpResponse; revalidated: HttpResponse[] }> {
  const first = await ctx.get(path)
  const tag = tagOf(first)
  const revalidated = []
  for (const header of matching(tag)) {
    const response = await ctx.get(path, 'reader', { 'if-none-match': header })
    expectNotModified(response, tag)
    revalidated.push(response)
  }
  const stale = await ctx.get(path, 'reader', { 'if-none-match': '"another"' })
  expectThat(tagOf(stale) === tag, stale, `the ETag ${tag} as before`, tagOf(stale))
  expectSameBytes(stale, first)
  return { first, revalidated }
}

export const caching: Check[] = [
  {
    id: 'data-credit',
    title: 'every data response carries the credit of its foods',
    needs: ['reader'],
    async run(ctx) {
      const bySource = new Map((await findFoods(ctx)).map(({ id, source }) => [source, `/food/${id}`]))
      for (const path of [...(await examplePaths(ctx)), ...bySource.values()]) {
        if (path === categoryList) continue
        const response = await ctx.get(path)
        expectStatus(response, 200)
        expectCredit(response)
      }
    },
  },
  {
    id: 'data-credit/none',
    title: 'an empty list and an error carry no credit',
    needs: ['reader'],
    async run(ctx) {
      const empty = await ctx.get('/foods/popular?category=no%20such%20category')
      expectBody(empty, 200, [])
      expectNoCredit(empty)
      for (const path of [unknownFoodPath, '/food/abc', '/search', '/barcode/0000000000000']) {
        const response = await ctx.get(path)
        if (response.status !== 200) expectNoCredit(response)
      }
    },
  },
  {
    id: 'data-credit/categories',
    title: 'the list of categories carries the credit of the foods in the catalog',
    needs: ['reader'],
    async run(ctx) {
      const foods = await findFoods(ctx)
      const { foods_in_db } = (await ctx.get('/health')).json as { foods_in_db: unknown }
      if (foods_in_db !== new Set(foods.map(({ id }) => id)).size)
        throw new CheckSkipped('the catalog has more foods than the lists that were read')
      expectCredit(await ctx.get(categoryList), new Set(foods.map(({ source }) => source)))
    },
  },
  {
    id: 'cache-lifetime/data',
    title:
      'a response to a key may be kept by its client only, and no shared cache hands one to another caller',
    needs: ['reader'],
    async run(ctx) {
      for (const path of await examplePaths(ctx)) {
        expectHeader(await ctx.get(path), 'cache-control', /^private, max-age=\d+$/)
      }
      const anonymous = await ctx.get('/foods/categories', 'anonymous')
      expectHeader(anonymous, 'cache-control', /^(private|public), max-age=\d+/)
      if (!anonymous.headers['cache-control']?.startsWith('public')) return
      expectHeader(anonymous, 'vary', /\bAuthorization\b/i)
      // At most a minute, and nothing after it: a food that was taken down must go.
      expectHeader(anonymous, 'cache-control', /^(?!.*stale-).*\bs-maxage=([1-5]?\d|60)\b/)
    },
  },
  {
    id: 'cache-lifetime/errors',
    title: 'errors are not cached',
    needs: ['reader'],
    async run(ctx) {
      for (const path of ['/food/-1', '/search', '/no/such/path'])
        expectHeader(await ctx.get(path), 'cache-control', 'no-store')
    },
  },
  {
    id: 'entity-tags/data',
    title: 'a data endpoint carries an ETag and answers 304 to a matching If-None-Match',
    needs: ['reader'],
    async run(ctx) {
      for (const path of await examplePaths(ctx)) {
        const { first, revalidated } = await expectRevalidation(ctx, path)
        for (const response of revalidated) {
          const credit = first.headers['x-attribution'] ?? ''
          expectHeader(response, 'x-attribution', credit)
          expectOpenCors(response)
          rateLimitOf(response)
        }
      }
    },
  },
  {
    id: 'entity-tags/different',
    title: 'different bodies have different ETags',
    needs: ['reader'],
    async run(ctx) {
      const tags = new Map<string, HttpResponse>()
      for (const { id } of sample(await findFoods(ctx), 5)) {
        const response = await ctx.get(`/food/${id}`)
        const twin = tags.get(tagOf(response))
        expectThat(twin === undefined, response, 'a distinct ETag', `that of ${twin?.request}`)
        tags.set(tagOf(response), response)
      }
    },
  },
  {
    id: 'entity-tags/other',
    title: '/health and /openapi.json carry an ETag and answer 304 too',
    needs: ['reader'],
    async run(ctx) {
      for (const path of ['/health', '/openapi.json']) await expectRevalidation(ctx, path)
    },
  },
  {
    id: 'entity-tags/errors',
    title: 'If-None-Match never turns an error into 304',
    needs: ['reader'],
    async run(ctx) {
      const any = { 'if-none-match': '*' }
      expectDetail(await ctx.get('/food/-1', 'reader', any), 404, 'Food not found')
      expectStatus(await ctx.get('/search', 'reader', any), 422)
      expectStatus(await ctx.get('/no/such/path', 'reader', any), 401)
    },
  },
]
