import { findFoods, foodOf, sample } from '../catalog.ts'
import type { HttpResponse } from '../client.ts'
import { expectValidationError } from '../errors.ts'
import { expectJson, expectStatus, expectThat } from '../expect.ts'
import { isPlainName, wordsOf } from '../food-names.ts'
import { type Check, CheckSkipped, type Context } from '../types.ts'

interface Suggestion {
  text: string
  query: string
  food_id: number | null
}

function isSuggestion(value: unknown): value is Suggestion {
  if (typeof value !== 'object' || value === null) return false
  const { text, query, food_id } = value as Record<string, unknown>
  const isId = food_id === null || Number.isInteger(food_id)
  return typeof text === 'string' && text !== '' && typeof query === 'string' && query !== '' && isId
}

function suggestionsOf(response: HttpResponse): Suggestion[] {
  expectStatus(response, 200)
  expectJson(response)
  const list: unknown = response.json
  expectThat(Array.isArray(list), response, 'a bare JSON array')
  expectThat(list.every(isSuggestion), response, 'only suggestions with text, query and food_id')
  return list
}

/** The first letters of words of the foods found. */
async function beginnings(ctx: Context, length: number): Promise<string[]> {
  const plain = (await findFoods(ctx)).filter(({ name }) => isPlainName(name))
  const words = plain.map(({ name }) => wordsOf(name)[0] ?? '').filter(word => word.length > length)
  if (words.length === 0) throw new CheckSkipped('none of the foods found has a plain name')
  return sample([...new Set(words.map(word => word.slice(0, length)))], 5)
}

const suggestPath = (q: string, rest = '') => `/suggest?q=${encodeURIComponent(q)}${rest}`

export const suggest: Check[] = [
  {
    id: 'suggest-parameters',
    title: 'q has at least 1 character, limit is 1 to 20 and 8 by default',
    needs: ['reader'],
    async run(ctx) {
      for (const letter of await beginnings(ctx, 1)) {
        const all = suggestionsOf(await ctx.get(suggestPath(letter, '&limit=20')))
        const response = await ctx.get(suggestPath(letter))
        const same = JSON.stringify(suggestionsOf(response)) === JSON.stringify(all.slice(0, 8))
        expectThat(same && all.length <= 20, response, 'the first 8 of limit=20')
      }
      expectValidationError(await ctx.get('/suggest?q='), ['query', 'q'], 'string_too_short', '')
      const tooMany = await ctx.get('/suggest?q=b&limit=21')
      expectValidationError(tooMany, ['query', 'limit'], 'less_than_equal', '21')
    },
  },
  {
    id: 'suggest-response',
    title: 'each text and each food is suggested once, and the food exists',
    needs: ['reader'],
    async run(ctx) {
      for (const typed of [...(await beginnings(ctx, 1)), ...(await beginnings(ctx, 3))]) {
        const response = await ctx.get(suggestPath(typed))
        const suggestions = suggestionsOf(response)
        const texts = suggestions.map(({ text }) => text.toLowerCase())
        const foods = suggestions.flatMap(({ food_id }) => food_id ?? [])
        const isOnce = new Set(texts).size === texts.length && new Set(foods).size === foods.length
        expectThat(isOnce, response, 'each text and each food once')
        if (foods[0] !== undefined) foodOf(await ctx.get(`/food/${foods[0]}`))
      }
    },
  },
  {
    id: 'suggest-order',
    title: 'what begins with the typed letters comes first',
    needs: ['reader'],
    async run(ctx) {
      for (const typed of await beginnings(ctx, 3)) {
        const response = await ctx.get(suggestPath(typed))
        const [first] = suggestionsOf(response)
        const isBeginning = wordsOf(first?.text).some(word => word.startsWith(typed))
        expectThat(isBeginning, response, `a text with a word that starts with ${typed} first`)
      }
    },
  },
]
