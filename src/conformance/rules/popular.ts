import { type Food, findCatalog, findFoods, foodsOf, hasImage, sample } from '../catalog.ts'
import { ConformanceFailure, type Rule, RuleSkipped } from '../contract.ts'
import { expectBody, expectSameBytes, expectThat } from '../expect.ts'

const ids = (foods: Food[]) => JSON.stringify(foods.map(food => food.id))

export const popular: Rule[] = [
  {
    rule: 'spec 4.4a',
    title: 'limit is 100 by default, offset 0, has_image true',
    needs: ['reader'],
    async check(ctx) {
      const bare = await ctx.get('/foods/popular')
      expectSameBytes(await ctx.get('/foods/popular?limit=100&offset=0&has_image=true'), bare)
      const withImages = (await findFoods(ctx)).filter(hasImage)
      const wanted = ids(withImages.slice(0, 100))
      if (withImages.length < 100) throw new RuleSkipped('fewer than 100 foods with an image were found')
      expectThat(ids(foodsOf(bare)) === wanted, bare, 'the first 100 foods with an image', ids(foodsOf(bare)))
    },
  },
  {
    rule: 'spec 4.4b',
    title: 'limit and offset cut one list into pages',
    needs: ['reader'],
    async check(ctx) {
      const all = await findFoods(ctx)
      for (const [limit, offset] of [
        [1, 0],
        [20, 10],
        [500, 3],
        [7, 101],
        [50, 470],
      ] as const) {
        if (offset + limit > all.length) continue
        const answer = await ctx.get(`/foods/popular?has_image=false&limit=${limit}&offset=${offset}`)
        const wanted = ids(all.slice(offset, offset + limit))
        expectThat(ids(foodsOf(answer)) === wanted, answer, `the ids ${wanted}`, ids(foodsOf(answer)))
      }
    },
  },
  {
    rule: 'spec 4.4c',
    title: 'category shows only foods of that category, and all of them',
    needs: ['reader'],
    async check(ctx) {
      const { categories } = await findCatalog(ctx)
      if (categories.length === 0) throw new RuleSkipped('the catalog has no categories')
      for (const { category, count } of [...categories.slice(0, 2), ...sample(categories, 3)]) {
        const name = encodeURIComponent(category)
        const answer = await ctx.get(`/foods/popular?has_image=false&limit=500&category=${name}`)
        const foods = foodsOf(answer)
        const only = foods.every(food => food.category === category)
        expectThat(only, answer, `only foods of category ${category}`)
        const wanted = Math.min(count, 500)
        expectThat(foods.length === wanted, answer, `${wanted} foods, as counted`, `${foods.length}`)
      }
    },
  },
  {
    rule: 'spec 4.4d',
    title: 'has_image=true shows only foods with an image, in the same order',
    needs: ['reader'],
    async check(ctx) {
      const answer = await ctx.get('/foods/popular?has_image=true&limit=500')
      const shown = foodsOf(answer)
      expectThat(shown.every(hasImage), answer, 'an image_url in every food')
      const known = (await findFoods(ctx)).filter(hasImage).slice(0, shown.length)
      const wanted = ids(known)
      const seen = ids(shown.slice(0, known.length))
      expectThat(
        seen === wanted,
        answer,
        `the order of has_image=false, ${wanted.slice(0, 100)}…`,
        seen.slice(0, 100),
      )
    },
  },
  {
    rule: 'decision 9b',
    title: 'an empty category is no filter, an unknown one answers []',
    needs: ['reader'],
    async check(ctx) {
      const bare = await ctx.get('/foods/popular?limit=5&has_image=false')
      expectSameBytes(await ctx.get('/foods/popular?limit=5&has_image=false&category='), bare)
      const unknown = await ctx.get('/foods/popular?has_image=false&category=No%20such%20category%20qxzj')
      expectBody(unknown, 200, [])
    },
  },
  {
    rule: 'decision 31a',
    title: 'has_image=false means all foods; none comes twice',
    needs: ['reader'],
    async check(ctx) {
      const foods = await findFoods(ctx)
      const distinct = new Set(foods.map(food => food.id)).size
      if (distinct !== foods.length) {
        throw new ConformanceFailure(
          `GET /foods/popular: ${foods.length} foods on the pages, ${distinct} different`,
        )
      }
      const health = await ctx.get('/health', 'anonymous')
      const kept = (health.json as { foods_in_db?: unknown } | null)?.foods_in_db
      // A catalog that ended before its fourth page was seen whole.
      if (foods.length % 500 !== 0 && foods.length < 2000) {
        expectThat(kept === foods.length, health, `foods_in_db ${foods.length}, as listed`)
      } else {
        expectThat(Number(kept) >= foods.length, health, `foods_in_db of at least ${foods.length}`)
      }
    },
  },
]
