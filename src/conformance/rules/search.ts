import { type Food, findFoods, foodsOf, sample, searchFor } from '../catalog.ts'
import { ConformanceFailure, type Context, type Rule, RuleSkipped } from '../contract.ts'
import { expectBody, expectSameBytes, expectThat } from '../expect.ts'
import { isPlainName, misspell, wordsOf } from '../names.ts'

/** Few enough hits that a misspelling cannot be crowded out of the 50 results. */
const fewHits = 20
const misspellings = 5
const misspellingsFound = 4

async function plainNames(ctx: Context): Promise<Food[]> {
  const plain = (await findFoods(ctx)).filter(food => isPlainName(food.name))
  if (plain.length === 0) throw new RuleSkipped('none of the foods found has a plain name')
  return plain
}

async function distinctiveWords(ctx: Context): Promise<{ word: string; food: Food }[]> {
  const foods = await findFoods(ctx)
  const bearers = new Map<string, Food[]>()
  for (const food of foods) {
    for (const word of new Set(wordsOf(food.name))) bearers.set(word, [...(bearers.get(word) ?? []), food])
  }
  const rare = [...bearers].filter(([word, of]) => /^[a-z]{8,14}$/.test(word) && of.length === 1)
  const chosen: { word: string; food: Food }[] = []
  for (const [word, [food]] of sample(rare, 40)) {
    if (chosen.length === misspellings || !food) break
    const hits = foodsOf(await ctx.get(searchFor(word, '&limit=50')))
    if (hits.length <= fewHits && hits.some(hit => hit.id === food.id)) chosen.push({ word, food })
  }
  return chosen
}

export const search: Rule[] = [
  {
    rule: 'spec 4.1a',
    title: 'searching a food by its name finds it',
    needs: ['reader'],
    async check(ctx) {
      for (const food of sample(await plainNames(ctx), 10)) {
        const answer = await ctx.get(searchFor(food.name, '&limit=50'))
        const hits = foodsOf(answer)
        const found = hits.some(hit => hit.id === food.id) || hits.every(hit => hit.name === food.name)
        expectThat(found && hits.length > 0, answer, `food ${food.id} ${food.name} among the results`)
      }
    },
  },
  {
    rule: 'spec 4.1b',
    title: `a misspelt word still finds its food (${misspellingsFound} of ${misspellings})`,
    needs: ['reader'],
    async check(ctx) {
      const chosen = await distinctiveWords(ctx)
      if (chosen.length < misspellings)
        throw new RuleSkipped('too few distinctive words among the foods found')
      const missed: string[] = []
      for (const { word, food } of chosen) {
        const hits = foodsOf(await ctx.get(searchFor(misspell(word), '&limit=50')))
        if (!hits.some(hit => hit.id === food.id))
          missed.push(`${misspell(word)} misses food ${food.id} ${food.name}`)
      }
      if (chosen.length - missed.length < misspellingsFound) throw new ConformanceFailure(missed.join('\n'))
    },
  },
  {
    rule: 'spec 4.1c',
    title: 'limit: 10 by default, as many as asked for otherwise',
    needs: ['reader'],
    async check(ctx) {
      const { word, bearers } = await commonWord(ctx)
      for (const [rest, limit] of [
        ['', 10],
        ['&limit=1', 1],
        ['&limit=7', 7],
        ['&limit=50', 50],
      ] as const) {
        const answer = await ctx.get(searchFor(word, rest))
        const { length } = foodsOf(answer)
        const least = Math.min(limit, bearers)
        expectThat(length >= least && length <= limit, answer, `${least} to ${limit} foods`, `${length}`)
      }
      expectSameBytes(await ctx.get(searchFor(word)), await ctx.get(searchFor(word, '&limit=10')))
    },
  },
  {
    rule: 'spec 4.1d',
    title: 'source filters the results',
    needs: ['reader'],
    async check(ctx) {
      const { word } = await commonWord(ctx)
      for (const source of ['off', 'ai_estimate']) {
        const answer = await ctx.get(searchFor(word, `&limit=50&source=${source}`))
        const only = foodsOf(answer).every(hit => hit.source === source)
        expectThat(only, answer, `only foods of source ${source}`)
      }
      const ofTheDatabase = (await plainNames(ctx)).find(food => food.source === 'off')
      if (!ofTheDatabase) return
      const answer = await ctx.get(searchFor(ofTheDatabase.name, '&limit=50&source=off'))
      expectThat(foodsOf(answer).length > 0, answer, `at least food ${ofTheDatabase.id}`)
    },
  },
  {
    rule: 'spec 7.1',
    title: 'a search without match is 200 and []',
    needs: ['reader'],
    async check(ctx) {
      expectBody(await ctx.get('/search?q=qxzjvkqwxzqjvkxqwzjx'), 200, [])
      expectBody(await ctx.get('/search?q=qxzjvkqwxzqjvkxqwzjx&source=off&limit=50'), 200, [])
    },
  },
]

/** The word that most of the foods found bear in their names, and how many of them do. */
async function commonWord(ctx: Context): Promise<{ word: string; bearers: number }> {
  const counts = new Map<string, number>()
  for (const food of await findFoods(ctx)) {
    for (const word of new Set(wordsOf(food.name))) {
      if (/^[a-z]{5,}$/.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  const [first] = [...counts].sort((one, other) => other[1] - one[1])
  if (!first) throw new RuleSkipped('no common word among the foods found')
  return { word: first[0], bearers: first[1] }
}
