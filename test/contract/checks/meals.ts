import { type Food, findFoods } from '../catalog.ts'
import type { HttpResponse } from '../client.ts'
import { expectJson, expectStatus, expectThat } from '../expect.ts'
import { isPlainName } from '../food-names.ts'
import { nutrientNames } from '../nutrient-names.ts'
import { type Check, CheckSkipped, type Context } from '../types.ts'

interface Item {
  text: string
  grams: number | null
  food: Food | null
  [member: string]: unknown
}

interface Meal {
  items: Item[]
  totals: Record<string, unknown> & { unknown: { nutrient: string; items: string[] }[] }
}

const maxItems = 40
const maxAlternatives = 3

const isShare = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1

function isItem(value: unknown): value is Item {
  const item = value as Partial<Item>
  return (
    typeof item.text === 'string' &&
    typeof item['amount'] === 'number' &&
    (item['unit'] === null || typeof item['unit'] === 'string') &&
    (item.grams === null || typeof item.grams === 'number') &&
    (item.food === null || Number.isInteger(item.food?.id)) &&
    Array.isArray(item['alternatives']) &&
    item['alternatives'].length <= maxAlternatives &&
    isShare(item['confidence']) &&
    Array.isArray(item['assumed'])
  )
}

async function readMeal(ctx: Context, q: string): Promise<{ response: HttpResponse; meal: Meal }> {
  const response = await ctx.get(`/meals?q=${encodeURIComponent(q)}`, 'reader')
  if (response.status === 401) throw new CheckSkipped('the service does not offer /meals')
  expectStatus(response, 200)
  expectJson(response)
  const meal = response.json as Meal
  expectThat(Array.isArray(meal.items) && meal.items.every(isItem), response, 'items as the rule lists them')
  return { response, meal }
}

/** 100 g of some foods of the catalog, which every service can weigh. */
async function plainMeal(ctx: Context): Promise<{ response: HttpResponse; meal: Meal }> {
  const names = (await findFoods(ctx)).map(({ name }) => name).filter(isPlainName)
  if (names.length === 0) throw new CheckSkipped('none of the foods found has a plain name')
  const read = await readMeal(
    ctx,
    [...new Set(names)]
      .slice(0, 3)
      .map(name => `100 g ${name}`)
      .join(', '),
  )
  expectThat(read.meal.items.length > 0, read.response, 'an item for each food')
  return read
}

export const meals: Check[] = [
  {
    id: 'meal-items',
    title: '/meals splits a sentence into items with amounts, grams and foods, at most 40',
    needs: ['reader'],
    async run(ctx) {
      const { response, meal } = await plainMeal(ctx)
      const grams = meal.items.map(item => item.grams)
      expectThat(
        grams.every(each => each === 100),
        response,
        '100 g for each item',
        grams.join(', '),
      )
      const many = await readMeal(ctx, Array.from({ length: 45 }, () => '1 g salt').join(', '))
      expectThat(many.meal.items.length <= maxItems, many.response, `at most ${maxItems} items`)
      expectStatus(await ctx.get('/meals', 'reader'), 422)
      expectStatus(await ctx.get('/meals?q=a', 'reader'), 422)
    },
  },
  {
    id: 'meal-language',
    title:
      '/meals reads one language, and Accept-Language counts only where the words of the sentence do not decide',
    needs: ['reader'],
    async run(ctx) {
      const read = async (q: string, language: string) => {
        const path = `/meals?q=${encodeURIComponent(q)}`
        const response = await ctx.get(path, 'reader', { 'accept-language': language })
        if (response.status === 401) throw new CheckSkipped('the service does not offer /meals')
        expectStatus(response, 200)
        const vary = String(response.headers['vary'] ?? '')
        return { response, body: JSON.stringify(response.json), depends: /accept-language/i.test(vary) }
      }
      // Apples in French, fries in German.
      for (const language of ['fr', 'de']) {
        const { response, depends } = await read('2 pommes', language)
        expectThat(depends, response, 'Vary: Accept-Language')
      }
      const decided = 'two slices of bread with butter'
      const [french, german] = [await read(decided, 'fr'), await read(decided, 'de')]
      expectThat(french.body === german.body, german.response, 'the same in every language')
      expectThat(!german.depends, german.response, 'no Vary: Accept-Language')
    },
  },
  {
    id: 'meal-totals',
    title: 'the totals of a meal are the sums of its items, and name what is unknown',
    needs: ['reader'],
    async run(ctx) {
      const { response, meal } = await plainMeal(ctx)
      for (const name of nutrientNames) {
        const values = meal.items.map(({ food, grams }) => {
          const value = food?.[name]
          return typeof value === 'number' && grams !== null ? (value * grams) / 100 : null
        })
        const known = values.filter(value => value !== null)
        const sum = known.reduce((total, value) => total + value, 0)
        const total = meal.totals[name]
        const isSum =
          known.length === 0 ? total === null : typeof total === 'number' && Math.abs(total - sum) < 0.02
        expectThat(isSum, response, `${name} ${known.length === 0 ? null : sum}`, String(total))
        const lacking = meal.items.filter((_, index) => values[index] === null).map(({ text }) => text)
        const named = meal.totals.unknown.find(({ nutrient }) => nutrient === name)?.items ?? []
        expectThat(named.join() === lacking.join(), response, `${name} unknown for: ${lacking}`, named.join())
      }
    },
  },
]
