import { type Food, foodsOf, hasImage, searchFor } from '../catalog.ts'
import { expectSameBytes, expectThat } from '../expect.ts'
import { members } from '../food-fields.ts'
import { hasSameWords, isWholeName, wordsOf } from '../food-names.ts'
import { dataClassOf, expectOrder, hasEnergy, isComplete, nameSearches, wordSearches } from '../rankings.ts'
import type { Check, Context } from '../types.ts'

/** Spelt nothing like the word: stems and endings do not count as corrected spelling. */
function isCorrectedSpelling(food: Food, word: string): boolean {
  const words = [food.name, food.brand, food.category].flatMap(wordsOf)
  return word.length >= 5 && !words.some(other => other.startsWith(word.slice(0, 4)))
}

const completeness = Object.entries(members)
  .filter(([, member]) => member.type === 'number')
  .map(([name]) => name)

function equallyKnown(one: Food, other: Food): boolean {
  const same = (name: string) => (one[name] === null) === (other[name] === null)
  return one.source === other.source && one.confidence === other.confidence && completeness.every(same)
}

/** Compares the foods whose names match the query in the same way. */
async function expectCompleteDataFirst(
  ctx: Context,
  isMatch: (name: string, query: string) => boolean,
): Promise<void> {
  expectOrder(
    [...(await nameSearches(ctx)), ...(await wordSearches(ctx))],
    'complete checked data before sparse data before AI estimates',
    (one, other, query) =>
      isMatch(one.name, query) &&
      isMatch(other.name, query) &&
      dataClassOf(one, ctx.sources) > dataClassOf(other, ctx.sources),
  )
}

export const ranking: Check[] = [
  {
    id: 'spec 1',
    title: 'of foods named like the query: complete checked data, then sparse data, then AI estimates',
    needs: ['reader'],
    run: ctx => expectCompleteDataFirst(ctx, isWholeName),
  },
  {
    id: 'decision 30a',
    title: 'the same query gives the same order',
    needs: ['reader'],
    async run(ctx) {
      for (const { path } of (await nameSearches(ctx)).slice(0, 8)) {
        expectSameBytes(await ctx.get(path), await ctx.get(path))
      }
    },
  },
  {
    id: 'decision 30b',
    title: 'a smaller limit shows the top of the same order',
    needs: ['reader'],
    async run(ctx) {
      for (const { query, hits } of (await nameSearches(ctx)).slice(0, 8)) {
        const response = await ctx.get(searchFor(query, '&limit=5'))
        const top = JSON.stringify(hits.slice(0, 5).map(hit => hit.id))
        const seen = JSON.stringify(foodsOf(response).map(hit => hit.id))
        expectThat(seen === top, response, `the ids ${top} as with limit=50`, seen)
      }
    },
  },
  {
    id: 'decision 30c',
    title:
      'a complete checked food whose whole name is the query comes before sparse data and AI estimates of any name',
    needs: ['reader'],
    async run(ctx) {
      expectOrder(
        await nameSearches(ctx),
        'the complete checked food with this name first',
        (one, other, query) =>
          isWholeName(one.name, query) && isComplete(one, ctx.sources) && !isComplete(other, ctx.sources),
      )
    },
  },
  {
    id: 'decision 30d',
    title: 'a complete checked food with all the words in its name comes before a corrected spelling',
    needs: ['reader'],
    async run(ctx) {
      expectOrder(await nameSearches(ctx), 'all words before corrected spelling', (one, other, query) => {
        const words = wordsOf(query)
        const own = wordsOf(one.name)
        const hasAllWords = words.every(word => own.includes(word) && isCorrectedSpelling(other, word))
        return hasAllWords && isComplete(one, ctx.sources)
      })
    },
  },
  {
    id: 'decision 30e',
    title:
      'of names with exactly the words of the query, in any order: complete checked data, then sparse data, then AI estimates',
    needs: ['reader'],
    run: ctx => expectCompleteDataFirst(ctx, hasSameWords),
  },
  {
    id: 'decision 30f',
    title: 'of equal whole names known equally well, one with an image comes before one without',
    needs: ['reader'],
    async run(ctx) {
      expectOrder(await nameSearches(ctx), 'images first', (one, other, query) => {
        const whole = isWholeName(one.name, query) && isWholeName(other.name, query)
        return whole && equallyKnown(one, other) && hasImage(one) && !hasImage(other)
      })
    },
  },
  {
    id: 'decision 30h',
    title:
      'no food without energy comes before a complete checked food whose name has all words of the query',
    needs: ['reader'],
    async run(ctx) {
      expectOrder(
        [...(await nameSearches(ctx)), ...(await wordSearches(ctx))],
        'complete checked foods before foods without energy',
        (one, other, query) => {
          const own = wordsOf(one.name)
          const hasAllWords = wordsOf(query).every(word => own.includes(word))
          return hasAllWords && isComplete(one, ctx.sources) && !hasEnergy(other)
        },
      )
    },
  },
]
