import { type Food, findCatalog, findFoods, foodsOf, hasImage, sample } from '../catalog.ts'
import { shorten } from '../client.ts'
import { expectBody, expectSameBytes, expectThat } from '../expect.ts'
import { type Check, CheckFailed, CheckSkipped } from '../types.ts'

const ids = (foods: Food[]) => JSON.stringify(foods.map(food => food.id))

const page = 'limit=500'

function isCommon(food: Food): boolean {
  const known = (field: string) => typeof food[field] === 'number'
  const macronutrients = ['protein_g', 'fat_g', 'carbs_g'].filter(known)
  return Number(food['confidence']) >= 0.5 && known('calories_kcal') && macronutrients.length >= 2
}

export const popular: Check[] = [
  {
    id: 'popular-defaults',
    title: 'limit is 100 by default, offset 0, has_image true',
    needs: ['reader'],
    async run(ctx) {
      const bare = await ctx.get('/foods/popular')
      const explicit = foodsOf(await ctx.get('/foods/popular?limit=100&offset=0&has_image=true'))
      const foods = foodsOf(bare)
      expectThat(ids(foods) === ids(explicit), bare, `the ids ${ids(explicit)}`, ids(foods))
      expectThat(foods.length <= 100, bare, 'at most 100 foods', `${foods.length}`)
    },
  },
  {
    id: 'popular-pages',
    title: 'limit and offset cut one list into pages',
    needs: ['reader'],
    async run(ctx) {
      const all = foodsOf(await ctx.get(`/foods/popular?${page}`))
      for (const [limit, offset] of [
        [1, 0],
        [20, 10],
        [7, 101],
        [50, 350],
      ] as const) {
        if (offset + limit > all.length) continue
        const response = await ctx.get(`/foods/popular?limit=${limit}&offset=${offset}`)
        const wanted = ids(all.slice(offset, offset + limit))
        const seen = ids(foodsOf(response))
        expectThat(seen === wanted, response, `the ids ${wanted}`, seen)
      }
    },
  },
  {
    id: 'popular-category',
    title: 'category filters the list',
    needs: ['reader'],
    async run(ctx) {
      const foods = foodsOf(await ctx.get(`/foods/popular?${page}`))
      const examples = new Map<string, Food>()
      for (const food of foods) if (typeof food.category === 'string') examples.set(food.category, food)
      if (examples.size < 2) throw new CheckSkipped('fewer than two categories among the foods found')
      // Child categories may be included (rule canonical-categories), so foods of other categories prove nothing: only that two
      // categories never show the same list.
      const lists = new Map<string, string>()
      for (const [category, food] of sample([...examples], 5)) {
        const response = await ctx.get(`/foods/popular?${page}&category=${encodeURIComponent(category)}`)
        const filtered = foodsOf(response)
        const holds = filtered.length === 500 || filtered.some(({ id }) => id === food.id)
        expectThat(holds, response, `food ${food.id} of category ${category}`)
        const twin = lists.get(ids(filtered))
        expectThat(twin === undefined, response, `another list than that of ${twin}`)
        lists.set(ids(filtered), category)
      }
    },
  },
  {
    id: 'popular-images',
    title: 'has_image=true shows only foods with an image',
    needs: ['reader'],
    async run(ctx) {
      const response = await ctx.get(`/foods/popular?has_image=true&${page}`)
      expectThat(foodsOf(response).every(hasImage), response, 'an image in every food')
    },
  },
  {
    id: 'popular-order',
    title: 'has_image=true keeps the order of has_image=false',
    needs: ['reader'],
    async run(ctx) {
      const response = await ctx.get(`/foods/popular?has_image=true&${page}`)
      const shown = foodsOf(response)
      const known = (await findFoods(ctx)).filter(hasImage).slice(0, shown.length)
      const seen = shorten(ids(shown.slice(0, known.length)), 100)
      const same = ids(shown.slice(0, known.length)) === ids(known)
      expectThat(same, response, `the order of has_image=false, ${shorten(ids(known), 100)}`, seen)
    },
  },
  {
    id: 'popular-order/common',
    title: 'foods with usable nutrition and a confidence of at least 0.5 come first',
    needs: ['reader'],
    async run(ctx) {
      for (const withImage of [true, false]) {
        const response = await ctx.get(`/foods/popular?has_image=${withImage}&${page}`)
        const foods = foodsOf(response)
        const other = foods.findIndex(food => !isCommon(food))
        const late = other < 0 ? undefined : foods.slice(other).find(isCommon)
        expectThat(late === undefined, response, `food ${late?.id} before food ${foods[other]?.id}`)
      }
    },
  },
  {
    id: 'popular-order/filtered',
    title: 'a category and a filter keep the order of the whole list',
    needs: ['reader'],
    async run(ctx) {
      const whole = foodsOf(await ctx.get(`/foods/popular?has_image=false&${page}`))
      const categories = new Set(
        whole.map(({ category }) => category).filter(category => typeof category === 'string'),
      )
      const filters = sample([...categories], 5).map(category => `category=${encodeURIComponent(category)}`)
      for (const filter of [...filters, 'kind=generic', 'kind=branded']) {
        const response = await ctx.get(`/foods/popular?has_image=false&${page}&${filter}`)
        const listed = foodsOf(response)
        const places = listed.map(({ id }) => whole.findIndex(food => food.id === id)).filter(at => at >= 0)
        const late = places.findIndex((place, index) => place < (places[index - 1] ?? 0))
        expectThat(late < 0, response, `food ${whole[places[late] ?? 0]?.id} before the one ahead of it`)
      }
    },
  },
  {
    id: 'category-counts/popular',
    title: 'a category shows the foods that are counted in it',
    needs: ['reader'],
    async run(ctx) {
      const { categories } = await findCatalog(ctx)
      if (categories.length === 0) throw new CheckSkipped('the catalog has no categories')
      for (const { category, count } of [...categories.slice(0, 2), ...sample(categories, 3)]) {
        const name = encodeURIComponent(category)
        const response = await ctx.get(`/foods/popular?has_image=false&${page}&category=${name}`)
        const foods = foodsOf(response)
        if (foods.length === 500) continue
        expectThat(
          foods.length === count,
          response,
          `${count} foods in category ${category}, as counted`,
          `${foods.length}`,
        )
      }
    },
  },
  {
    id: 'child-categories',
    title: 'a category includes all foods of its child categories',
    needs: ['reader'],
    async run(ctx) {
      const { foods, categories } = await findCatalog(ctx)
      if (categories.length === 0) throw new CheckSkipped('the catalog has no categories')
      for (const { category } of [...categories.slice(0, 3), ...sample(categories, 3)]) {
        const name = encodeURIComponent(category)
        const response = await ctx.get(`/foods/popular?has_image=false&${page}&category=${name}`)
        const listed = foodsOf(response)
        if (listed.length === 500) continue
        // A food of another category is listed only because that is a child category; then all its foods must be.
        const included = new Set([category, ...listed.map(food => food.category)])
        const listedIds = new Set(listed.map(food => food.id))
        const missing = foods.find(food => included.has(food.category) && !listedIds.has(food.id))
        expectThat(missing === undefined, response, `food ${missing?.id} of category ${missing?.category}`)
      }
    },
  },
  {
    id: 'category-filter/empty',
    title: 'an empty category is no filter, an unknown one gives []',
    needs: ['reader'],
    async run(ctx) {
      const bare = await ctx.get('/foods/popular?limit=5&has_image=false')
      expectSameBytes(await ctx.get('/foods/popular?limit=5&has_image=false&category='), bare)
      const unknown = await ctx.get('/foods/popular?has_image=false&category=No%20such%20category%20qxzj')
      expectBody(unknown, 200, [])
    },
  },
  {
    id: 'popular-all-foods',
    title: 'has_image=false means all foods; none comes twice',
    needs: ['reader'],
    async run(ctx) {
      const foods = await findFoods(ctx)
      const distinct = new Set(foods.map(food => food.id)).size
      if (distinct !== foods.length) {
        throw new CheckFailed(`GET /foods/popular: ${foods.length} foods on the pages, ${distinct} different`)
      }
      const health = await ctx.get('/health', 'anonymous')
      const kept = (health.json as { foods_in_db?: unknown } | null)?.foods_in_db
      // Foods that a reader cannot tell apart are listed once.
      expectThat(Number(kept) >= foods.length, health, `foods_in_db of at least ${foods.length}`)
    },
  },
]
