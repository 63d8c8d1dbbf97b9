import { examplePaths, findFoods, sample } from '../catalog.ts'
import type { Answer } from '../client.ts'
import type { Context, Rule } from '../contract.ts'
import { expectDetail, expectHeader, expectSameBytes, expectStatus, expectThat } from '../expect.ts'
import { quotaOf } from '../quota.ts'
import { expectOpenCors } from './cors.ts'

function tagOf(answer: Answer): string {
  expectStatus(answer, 200)
  expectHeader(answer, 'etag', /^(W\/)?"[^"]*"$/)
  return answer.headers.etag ?? ''
}

function expectCredit(answer: Answer): void {
  expectHeader(answer, 'link', '<https://openfoodfacts.org>; rel="license"')
  expectHeader(answer, 'x-attribution', 'Open Food Facts (ODbL)')
}

function expectNotModified(answer: Answer, tag: string): void {
  expectStatus(answer, 304)
  expectThat(answer.rawBody.length === 0, answer, 'no body')
  expectHeader(answer, 'etag', tag)
}

/** Every form of If-None-Match that RFC 9110 (13.1.2) lets match: comparison is weak. */
function matching(tag: string): string[] {
  const opaque = tag.replace(/^W\//, '')
  return [tag, opaque, `W/${opaque}`, `"another", ${tag}`, '*']
}

async function expectRevalidation(ctx: Context, path: string): Promise<Answer[]> {
  const first = await ctx.get(path)
  const tag = tagOf(first)
  const revalidated = []
  for (const header of matching(tag)) {
    const answer = await ctx.get(path, 'reader', { 'if-none-match': header })
    expectNotModified(answer, tag)
    revalidated.push(answer)
  }
  const stale = await ctx.get(path, 'reader', { 'if-none-match': '"another"' })
  expectThat(tagOf(stale) === tag, stale, `the ETag ${tag} as before`, tagOf(stale))
  expectSameBytes(stale, first)
  return revalidated
}

export const caching: Rule[] = [
  {
    rule: 'decision 34a',
    title: 'every data response carries the credit',
    needs: ['reader'],
    async check(ctx) {
      for (const path of await examplePaths(ctx)) {
        const answer = await ctx.get(path)
        expectStatus(answer, 200)
        expectCredit(answer)
      }
    },
  },
  {
    rule: 'decision 34b',
    title: 'a data endpoint carries an ETag and answers 304 to a matching If-None-Match',
    needs: ['reader'],
    async check(ctx) {
      for (const path of await examplePaths(ctx)) {
        for (const answer of await expectRevalidation(ctx, path)) {
          expectCredit(answer)
          expectOpenCors(answer)
          quotaOf(answer)
        }
      }
    },
  },
  {
    rule: 'decision 34c',
    title: 'different bodies have different ETags',
    needs: ['reader'],
    async check(ctx) {
      const tags = new Map<string, Answer>()
      for (const { id } of sample(await findFoods(ctx), 5)) {
        const answer = await ctx.get(`/food/${id}`)
        const twin = tags.get(tagOf(answer))
        expectThat(twin === undefined, answer, 'an ETag of its own', `that of ${twin?.request}`)
        tags.set(tagOf(answer), answer)
      }
    },
  },
  {
    rule: 'decision 34d',
    title: '/health and /openapi.json carry an ETag and answer 304 too',
    needs: ['reader'],
    async check(ctx) {
      for (const path of ['/health', '/openapi.json']) await expectRevalidation(ctx, path)
    },
  },
  {
    rule: 'decision 34e',
    title: 'If-None-Match turns no refusal into 304',
    needs: ['reader'],
    async check(ctx) {
      const any = { 'if-none-match': '*' }
      expectDetail(await ctx.get('/food/-1', 'reader', any), 404, 'Food not found')
      expectStatus(await ctx.get('/search', 'reader', any), 422)
      expectStatus(await ctx.get('/no/such/path', 'reader', any), 401)
    },
  },
]
