// Filters and pages beyond the interface. The suite sees the fields of a food only, so it compares those.
import { commonWords, type Food, findFoods, foodsOf, hasImage, searchFor } from '../catalog.ts'
import { expectValidationError } from '../errors.ts'
import { expectThat } from '../expect.ts'
import { wordsOf } from '../food-names.ts'
import { nutrientNames } from '../nutrient-names.ts'
import { type Check, CheckSkipped, type Context } from '../types.ts'

const popular = '/foods/popular?has_image=false&limit=500'

const ids = (foods: Food[]) => JSON.stringify(foods.map(food => food.id))

/** The lists that take filters, each with foods in it. */
async function listsOf(ctx: Context): Promise<string[]> {
  const [word] = await commonWords(ctx)
  if (!word) throw new CheckSkipped('no common word among the foods found')
  return [popular, searchFor(word.word, '&limit=50')]
}

async function expectAllPass(ctx: Context, filter: string, passes: (food: Food) => boolean): Promise<number> {
  let listed = 0
  for (const list of await listsOf(ctx)) {
    const response = await ctx.get(`${list}&${filter}`)
    const foods = foodsOf(response)
    const other = foods.find(food => !passes(food))
    expectThat(other === undefined, response, 'only foods that pass', `food ${other?.id} ${other?.name}`)
    listed += foods.length
  }
  return listed
}

const isBetween = (value: unknown, min: number, max: number) =>
  typeof value === 'number' && value >= min && value <= max

export const filters: Check[] = [
  {
    id: 'filter-parameters',
    title: 'every food passes the filters, on /search and /foods/popular alike',
    needs: ['reader'],
    async run(ctx) {
      const branded = (await findFoods(ctx)).find(({ brand }) => wordsOf(brand).length > 0)
      await expectAllPass(ctx, 'kind=generic', ({ brand }) => brand === null)
      await expectAllPass(ctx, 'kind=branded', ({ brand }) => typeof brand === 'string')
      await expectAllPass(ctx, 'complete=true', ({ confidence }) => isBetween(confidence, 0.75, 1))
      await expectAllPass(ctx, 'has_image=true', hasImage)
      await expectAllPass(ctx, 'protein_g_min=3&protein_g_max=9', food => isBetween(food['protein_g'], 3, 9))
      if (!branded) return
      const words = wordsOf(branded.brand).join(' ')
      const listed = await expectAllPass(
        ctx,
        `brand=${encodeURIComponent(String(branded.brand))}`,
        ({ brand }) => ` ${wordsOf(brand).join(' ')} `.includes(` ${words} `),
      )
      const response = await ctx.get(`${popular}&brand=${encodeURIComponent(String(branded.brand))}`)
      expectThat(listed > 0, response, `at least food ${branded.id}`)
    },
  },
  {
    id: 'filter-parameters/order',
    title: 'a filter keeps the order of the list',
    needs: ['reader'],
    async run(ctx) {
      const passing = (await findFoods(ctx)).filter(food => isBetween(food['fat_g'], 0, 5))
      const response = await ctx.get(`${popular}&fat_g_max=5`)
      const listed = foodsOf(response)
      const known = passing.slice(0, listed.length)
      const same = ids(listed.slice(0, known.length)) === ids(known)
      expectThat(same, response, 'the foods of the list without the filter that pass, in their order')
    },
  },
  {
    id: 'unknown-does-not-pass',
    title: 'an unknown value is in no range, and further allergens only narrow a list',
    needs: ['reader'],
    async run(ctx) {
      for (const nutrient of nutrientNames)
        await expectAllPass(ctx, `${nutrient}_min=0`, food => typeof food[nutrient] === 'number')
      for (const list of await listsOf(ctx)) {
        const all = new Set(foodsOf(await ctx.get(`${list}&exclude_allergens=milk`)).map(({ id }) => id))
        const response = await ctx.get(`${list}&exclude_allergens=milk,eggs,nuts`)
        const added = foodsOf(response).find(({ id }) => !all.has(id))
        const isFull = all.size === 500 || (all.size === 50 && list !== popular)
        expectThat(isFull || added === undefined, response, 'no food that exclude_allergens=milk leaves out')
      }
    },
  },
  {
    id: 'filter-values',
    title: 'a filter with an invalid value is 422',
    needs: ['reader'],
    async run(ctx) {
      const invalid = [
        ['kind', 'all', 'literal_error'],
        ['complete', 'maybe', 'bool_parsing'],
        ['country', 'Atlantis', 'value_error'],
        ['exclude_allergens', 'milk,kiwi', 'literal_error'],
        ['protein_g_min', 'much', 'float_parsing'],
        ['protein_g_min', 'nan', 'finite_number'],
        ['calories_kcal_max', '-1', 'greater_than_equal'],
      ] as const
      for (const list of await listsOf(ctx))
        for (const [name, value, type] of invalid) {
          const response = await ctx.get(`${list}&${name}=${encodeURIComponent(value)}`)
          expectValidationError(response, ['query', name], type, value)
        }
    },
  },
  {
    id: 'search-offset',
    title: 'offset cuts the results of a search into pages, up to 200',
    needs: ['reader'],
    async run(ctx) {
      const [word] = await commonWords(ctx)
      if (!word) throw new CheckSkipped('no common word among the foods found')
      const whole = foodsOf(await ctx.get(searchFor(word.word, '&limit=50&offset=0')))
      for (const offset of [1, 7, 30]) {
        const response = await ctx.get(searchFor(word.word, `&limit=10&offset=${offset}`))
        const wanted = ids(whole.slice(offset, offset + 10))
        const isCut = offset + 10 > whole.length && whole.length === 50
        expectThat(isCut || ids(foodsOf(response)) === wanted, response, `the ids ${wanted}`)
      }
      foodsOf(await ctx.get(searchFor(word.word, '&offset=200')))
      const beyond = await ctx.get(searchFor(word.word, '&offset=201'))
      expectValidationError(beyond, ['query', 'offset'], 'less_than_equal', '201')
    },
  },
  {
    id: 'filtered-popular-foods',
    title: 'limit and offset cut a filtered list into pages',
    needs: ['reader'],
    async run(ctx) {
      const list = '/foods/popular?has_image=false&complete=true'
      const whole = foodsOf(await ctx.get(`${list}&limit=500&offset=0`))
      for (const offset of [1, 20, 111]) {
        const response = await ctx.get(`${list}&limit=20&offset=${offset}`)
        const wanted = ids(whole.slice(offset, offset + 20))
        expectThat(ids(foodsOf(response)) === wanted, response, `the ids ${wanted}`)
      }
    },
  },
]
