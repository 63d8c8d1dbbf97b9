import { commonWords, type Food, findFoods, foodsOf, sample, searchedWords, searchFor } from '../catalog.ts'
import { expectBody, expectHeader, expectNoHeader, expectStatus, expectThat } from '../expect.ts'
import { editDistance, isPlainName, misspell, wordsOf } from '../food-names.ts'
import { type Check, CheckFailed, CheckSkipped, type Context } from '../types.ts'

/** Few enough hits that a misspelling cannot be crowded out of the 50 results. */
const fewHits = 20
const misspellings = 5
const misspellingsFound = 4

async function plainNames(ctx: Context): Promise<Food[]> {
  const plain = (await findFoods(ctx)).filter(food => isPlainName(food.name))
  if (plain.length === 0) throw new CheckSkipped('none of the foods found has a plain name')
  return plain
}

type Distinctive = { word: string; food: Food }

/** Words of the foods found that no other of them has. */
async function distinctiveWords(ctx: Context, fits: (found: Distinctive) => boolean): Promise<Distinctive[]> {
  const bearers = new Map<string, Food[]>()
  for (const food of await findFoods(ctx)) {
    for (const word of new Set(wordsOf(food.name))) bearers.set(word, [...(bearers.get(word) ?? []), food])
  }
  const rare = [...bearers].flatMap(([word, [food, ...others]]) =>
    food && others.length === 0 && /^[a-z]{8,14}$/.test(word) && fits({ word, food }) ? [{ word, food }] : [],
  )
  return sample(rare, 40)
}

async function expectMisspellingsFound(ctx: Context, fits: (found: Distinctive) => boolean): Promise<void> {
  const hitsOf = async (query: string) => foodsOf(await ctx.get(searchFor(query, '&limit=50')))
  const missed: string[] = []
  let tried = 0
  for (const { word, food } of await distinctiveWords(ctx, fits)) {
    if (tried === misspellings) break
    const isFood = (hit: Food) => hit.id === food.id
    const spelled = await hitsOf(word)
    if (spelled.length > fewHits || !spelled.some(isFood)) continue
    const misspelt = misspell(word)
    const hits = await hitsOf(misspelt)
    // The catalog has another word that is as similar, and nobody can say which one was meant.
    const isAmbiguous = hits.some(hit =>
      searchedWords(hit).some(other => editDistance(other, misspelt) <= 1 && other !== word),
    )
    if (isAmbiguous && !hits.some(isFood)) continue
    tried++
    if (!hits.some(isFood)) missed.push(`${misspelt} misses food ${food.id} ${food.name}`)
  }
  if (tried < misspellings)
    throw new CheckSkipped('too few words of the foods found can be misspelt in one way only')
  if (tried - missed.length < misspellingsFound) throw new CheckFailed(missed.join('\n'))
}

export const search: Check[] = [
  {
    id: 'search-by-name',
    title: 'searching a food by its name finds it',
    needs: ['reader'],
    async run(ctx) {
      for (const food of sample(await plainNames(ctx), 10)) {
        const response = await ctx.get(searchFor(food.name, '&limit=50'))
        const hits = foodsOf(response)
        // Ranking is open: other foods with the same words may fill the page.
        const words = wordsOf(food.name)
        const crowdedOut = hits.length === 50 && hits.every(hit => bears(hit, words))
        const found = hits.some(hit => hit.id === food.id || hit.name === food.name)
        expectThat(found || crowdedOut, response, `food ${food.id} ${food.name} among the results`)
      }
    },
  },
  {
    id: 'search-typos',
    title: `a misspelt word that is most of a name finds the food (${misspellingsFound} of ${misspellings})`,
    needs: ['reader'],
    async run(ctx) {
      // Trigram similarity compares with the whole name, so a small part of a long name may be too little.
      const isMostOfName = ({ word, food }: Distinctive) => 2 * word.length >= food.name.length
      await expectMisspellingsFound(ctx, isMostOfName)
    },
  },
  {
    id: 'typo-tolerance',
    title: `any misspelt word of a name finds the food (${misspellingsFound} of ${misspellings})`,
    needs: ['reader'],
    async run(ctx) {
      await expectMisspellingsFound(ctx, () => true)
    },
  },
  {
    id: 'search-limit',
    title: 'limit is 10 by default, and bounds the results',
    needs: ['reader'],
    async run(ctx) {
      const { word, names } = await commonWord(ctx)
      for (const [rest, limit] of [
        ['', 10],
        ['&limit=1', 1],
        ['&limit=7', 7],
        ['&limit=50', 50],
      ] as const) {
        const response = await ctx.get(searchFor(word, rest))
        const { length } = foodsOf(response)
        const min = Math.min(limit, names)
        expectThat(length >= min && length <= limit, response, `${min} to ${limit} foods`, `${length}`)
      }
    },
  },
  {
    id: 'search-source',
    title: 'source filters the results',
    needs: ['reader'],
    async run(ctx) {
      const { word } = await commonWord(ctx)
      for (const source of ['off', ctx.estimateSource]) {
        const response = await ctx.get(searchFor(word, `&limit=50&source=${source}`))
        const only = foodsOf(response).every(hit => hit.source === source)
        expectThat(only, response, `only foods of source ${source}`)
      }
      const openData = (await plainNames(ctx)).find(food => food.source === 'off')
      if (!openData) return
      const response = await ctx.get(searchFor(openData.name, '&limit=50&source=off'))
      expectThat(foodsOf(response).length > 0, response, `at least food ${openData.id}`)
    },
  },
  {
    id: 'search-parameters',
    title: 'a /search parameter that is missing, no integer, out of bounds or no enum value is 422',
    needs: ['reader'],
    async run(ctx) {
      const queries = ['', '?q=milk&limit=0', '?q=milk&limit=abc', '?q=milk&source=no-such-source']
      for (const query of queries) expectStatus(await ctx.get(`/search${query}`), 422)
    },
  },
  {
    id: 'search-match/exact',
    title: 'a name as typed is an exact match',
    needs: ['reader'],
    async run(ctx) {
      for (const food of sample(await plainNames(ctx), 5)) {
        const response = await ctx.get(searchFor(food.name))
        if (bears(foodsOf(response)[0] ?? food, wordsOf(food.name)))
          expectHeader(response, 'x-search-match', 'exact')
      }
    },
  },
  {
    id: 'search-match/corrected',
    title: 'a food that was found by another spelling is a corrected match and says which',
    needs: ['reader'],
    async run(ctx) {
      for (const { word } of (await distinctiveWords(ctx, () => true)).slice(0, misspellings)) {
        const response = await ctx.get(searchFor(misspell(word)))
        if (!foodsOf(response)[0]?.name.toLowerCase().includes(word)) continue
        expectHeader(response, 'x-search-match', 'corrected')
        expectHeader(response, 'x-search-query', word)
        return
      }
      throw new CheckSkipped('no misspelt word finds its food')
    },
  },
  {
    id: 'search-no-match',
    title: 'a search without match is 200 and []',
    needs: ['reader'],
    async run(ctx) {
      const response = await ctx.get('/search?q=qxzjvkqwxzqjvkxqwzjx')
      expectBody(response, 200, [])
      expectNoHeader(response, 'x-search-match')
      expectNoHeader(response, 'x-search-query')
      expectBody(await ctx.get('/search?q=qxzjvkqwxzqjvkxqwzjx&source=off&limit=50'), 200, [])
    },
  },
]

function bears(food: Food, words: string[]): boolean {
  const own = searchedWords(food)
  return words.some(word => own.some(other => other.startsWith(word.slice(0, 3))))
}

async function commonWord(ctx: Context): Promise<{ word: string; names: number }> {
  const [first] = await commonWords(ctx)
  if (!first) throw new CheckSkipped('no common word among the foods found')
  return first
}
