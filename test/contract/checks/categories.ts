import { findCatalog } from '../catalog.ts'
import { expectJson, expectNone, expectSameBytes, expectStatus, expectThat } from '../expect.ts'
import { type Check, CheckFailed, type Context } from '../types.ts'

type Count = { category: string; count: number }

async function countsOf(ctx: Context): Promise<Count[]> {
  return (await findCatalog(ctx)).categories
}

function isCount(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { category, count } = value as Partial<Count>
  return typeof category === 'string' && Number.isInteger(count)
}

/** By Unicode code point, which differs from JavaScript's own order beyond U+FFFF. */
function compareCodePoints(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

/** What a person can browse. */
const maxCategories = 500

export const categories: Check[] = [
  {
    id: 'category-count-fields',
    title: 'a category count has category (string) and count (integer)',
    needs: ['reader'],
    async run(ctx) {
      const counts: unknown[] = await countsOf(ctx)
      const wrong = counts.filter(count => !isCount(count)).map(count => JSON.stringify(count))
      expectNone(wrong, counts.length, 'category counts are right')
    },
  },
  {
    id: 'category-list',
    title: '/foods/categories is a bare array',
    needs: ['reader'],
    async run(ctx) {
      const response = await ctx.get('/foods/categories')
      expectStatus(response, 200)
      expectJson(response)
      expectThat(Array.isArray(response.json), response, 'a bare JSON array')
    },
  },
  {
    id: 'unknown-parameters/categories',
    title: '/foods/categories ignores unknown parameters',
    needs: ['reader'],
    async run(ctx) {
      const bare = await ctx.get('/foods/categories')
      expectSameBytes(await ctx.get('/foods/categories?limit=1&category=x&offset=-1'), bare)
    },
  },
  {
    id: 'category-order',
    title: 'categories are sorted by count descending, then by name',
    needs: ['reader'],
    async run(ctx) {
      const counts = await countsOf(ctx)
      const wrong = counts.slice(1).flatMap((next, index) => {
        const previous = counts[index] as Count
        const inOrder =
          previous.count > next.count ||
          (previous.count === next.count && compareCodePoints(previous.category, next.category) < 0)
        return inOrder
          ? []
          : [`${previous.category} (${previous.count}) before ${next.category} (${next.count})`]
      })
      expectNone(wrong, counts.length, 'categories are in order')
    },
  },
  {
    id: 'canonical-categories',
    title: 'there are a few hundred categories, named in words',
    needs: ['reader'],
    async run(ctx) {
      const counts = await countsOf(ctx)
      if (counts.length > maxCategories) {
        throw new CheckFailed(
          `GET /foods/categories: expected at most ${maxCategories} categories, got ${counts.length}`,
        )
      }
      const tags = counts.filter(({ category }) => /^[a-z]{2}:|^[a-z0-9]+(-[a-z0-9]+)+$/.test(category))
      expectNone(
        tags.map(({ category }) => `${category} is a tag`),
        counts.length,
        'category names are words',
      )
    },
  },
  {
    id: 'category-counts/names',
    title: 'every category has a name and foods, and every food its category in the list',
    needs: ['reader'],
    async run(ctx) {
      const { foods, categories } = await findCatalog(ctx)
      const empty = categories.filter(({ category, count }) => !category || count < 1)
      expectNone(
        empty.map(count => JSON.stringify(count)),
        categories.length,
        'categories have a name and a positive count',
      )
      const listed = new Set(categories.map(({ category }) => category))
      if (listed.size !== categories.length) throw new CheckFailed('a category is listed twice')
      const unlisted = foods.filter(food => typeof food.category === 'string' && !listed.has(food.category))
      expectNone(
        unlisted.map(food => `food ${food.id}: ${food.category} is not listed`),
        foods.length,
        'foods have their category in the list',
      )
    },
  },
]
