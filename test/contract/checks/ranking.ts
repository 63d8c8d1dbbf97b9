import { type Food, foodsOf, hasImage, searchedWords, searchFor } from '../catalog.ts'
import { expectSameBytes, expectThat } from '../expect.ts'
import { members } from '../food-fields.ts'
import { editDistance, hasSameWords, isWholeName, wordsOf } from '../food-names.ts'
import {
  dataClassOf,
  expectOrder,
  hasEnergy,
  isComplete,
  nameSearches,
  productSearches,
  wordSearches,
} from '../rankings.ts'
import type { Check, Context } from '../types.ts'

/** Stems and endings count as the word. */
function hasFormOf(food: Food, word: string): boolean {
  return searchedWords(food).some(other => other.startsWith(word.slice(0, 4)))
}

/** Shorter words may be linking words, which no food needs to contain. */
const minLengthOfRequired = 5

/** The word by which a food was found if the spelling of the query was corrected. */
function correctionOf(word: string, food: Food): string | undefined {
  if (word.length < 5 || hasFormOf(food, word)) return undefined
  return searchedWords(food).find(other => editDistance(word, other) <= (word.length < 8 ? 1 : 2))
}

/**
 * Two spellings of one word, such as yoghurt and yogurt, look like a correction. A deployment that knows both mixes their foods
 * whichever is searched; of a correction, the foods come last.
 */
async function isSameWord(ctx: Context, word: string, other: string): Promise<boolean> {
  const hits = foodsOf(await ctx.get(searchFor(other, '&limit=50')))
  const firstOfWord = hits.findIndex(hit => hasFormOf(hit, word) && !hasFormOf(hit, other))
  return firstOfWord !== -1 && hits.slice(firstOfWord).some(hit => hasFormOf(hit, other))
}

async function expectWordsBeforeCorrections(ctx: Context): Promise<void> {
  const rankings = await nameSearches(ctx)
  const sameWords = new Map<string, boolean>()
  for (const { query, hits } of rankings) {
    for (const word of wordsOf(query)) {
      for (const other of new Set(hits.map(hit => correctionOf(word, hit)))) {
        if (other === undefined || sameWords.has(`${word} ${other}`)) continue
        sameWords.set(`${word} ${other}`, await isSameWord(ctx, word, other))
      }
    }
  }
  expectOrder(rankings, 'all words before corrected spelling', (one, other, query) => {
    const own = wordsOf(one.name)
    const isFoundByCorrection = wordsOf(query).every(word => {
      const correction = correctionOf(word, other)
      return own.includes(word) && correction !== undefined && !sameWords.get(`${word} ${correction}`)
    })
    return isFoundByCorrection && isComplete(one, ctx.estimateSource)
  })
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
      dataClassOf(one, ctx.estimateSource) > dataClassOf(other, ctx.estimateSource),
  )
}

export const ranking: Check[] = [
  {
    id: 'ranking-by-data',
    title: 'of foods named like the query: complete checked data, then sparse data, then AI estimates',
    needs: ['reader'],
    run: ctx => expectCompleteDataFirst(ctx, isWholeName),
  },
  {
    id: 'stable-order/repeated',
    title: 'the same query gives the same order',
    needs: ['reader'],
    async run(ctx) {
      for (const { path } of (await nameSearches(ctx)).slice(0, 8)) {
        expectSameBytes(await ctx.get(path), await ctx.get(path))
      }
    },
  },
  {
    id: 'stable-order/limit',
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
    id: 'relevance-bands/whole-name',
    title:
      'a complete checked food whose whole name is the query comes before sparse data and AI estimates of any name',
    needs: ['reader'],
    async run(ctx) {
      expectOrder(
        await nameSearches(ctx),
        'the complete checked food with this name first',
        (one, other, query) =>
          isWholeName(one.name, query) &&
          isComplete(one, ctx.estimateSource) &&
          !isComplete(other, ctx.estimateSource),
      )
    },
  },
  {
    id: 'relevance-bands/corrected',
    title: 'a complete checked food with all the words in its name comes before a corrected spelling',
    needs: ['reader'],
    run: expectWordsBeforeCorrections,
  },
  {
    id: 'relevance-bands/named-product',
    title:
      'a product without energy, asked for by name and brand, comes before foods that lack one of the words',
    needs: ['reader'],
    async run(ctx) {
      expectOrder(
        await productSearches(ctx),
        'the named product before foods without some of the words',
        (one, other, query) =>
          !hasEnergy(one) &&
          hasSameWords(`${one.name} ${one.brand}`, query) &&
          wordsOf(query).some(word => word.length >= minLengthOfRequired && !hasFormOf(other, word)),
      )
    },
  },
  {
    id: 'data-order/same-words',
    title:
      'of names with exactly the words of the query, in any order: complete checked data, then sparse data, then AI estimates',
    needs: ['reader'],
    run: ctx => expectCompleteDataFirst(ctx, hasSameWords),
  },
  {
    id: 'data-order/image',
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
    id: 'energy-first',
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
          return hasAllWords && isComplete(one, ctx.estimateSource) && !hasEnergy(other)
        },
      )
    },
  },
]
