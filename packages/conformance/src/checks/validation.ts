import { findFoods, foodsOf, searchFor } from '../catalog.ts'
import { expectValidationError } from '../errors.ts'
import { expectBody, expectNone, expectSameBytes, expectThat } from '../expect.ts'
import { type Check, CheckSkipped, ConformanceFailure, type Context } from '../types.ts'
import { checkVector, topicOf, usesNameAsInvalid, type VectorTopic } from '../vectors.ts'

function recorded(topic: VectorTopic, title: string): Check {
  return {
    id: topic,
    title: `${title} (recorded requests)`,
    needs: ['reader'],
    async run(ctx: Context) {
      const vectors = ctx.vectors.filter(
        vector => topicOf(vector) === topic && !usesNameAsInvalid(vector, ctx.sources.aiEstimate),
      )
      if (vectors.length === 0) throw new CheckSkipped('no recorded requests were given')
      const differences: string[] = []
      for (const vector of vectors) {
        try {
          await checkVector(ctx, vector)
        } catch (error) {
          if (!(error instanceof ConformanceFailure)) throw error
          differences.push(error.message)
        }
      }
      expectNone(differences, vectors.length, 'recorded requests are answered as recorded')
    },
  }
}

export const validation: Check[] = [
  recorded('decision 1', 'all failing parameters are reported together, in the order of the specification'),
  recorded('decision 2', 'a missing parameter is "missing" with input null'),
  recorded('decision 3', 'the length of q counts code points, untrimmed'),
  {
    id: 'decision 3a',
    title: 'q of white space only passes and gives []',
    needs: ['reader'],
    async run(ctx) {
      for (const q of ['%20%20', '++']) expectBody(await ctx.get(`/search?q=${q}`), 200, [])
    },
  },
  recorded('decision 4', 'the last of a repeated parameter wins, unknown ones and broken escapes do no harm'),
  {
    id: 'decision 4a',
    title: 'NUL is stripped: q=mil%00k is q=milk',
    needs: ['reader'],
    async run(ctx) {
      const foods = await findFoods(ctx)
      const word = foods.flatMap(food => food.name.match(/[a-z]{4,}/gi) ?? [])[0] ?? 'milk'
      const plain = await ctx.get(searchFor(word))
      expectThat(foodsOf(plain).length > 0, plain, 'at least the food whose name has the word')
      expectSameBytes(await ctx.get(searchFor(`${word.slice(0, 2)}\0${word.slice(2)}`)), plain)
    },
  },
  {
    id: 'decision 4b',
    title: 'only the first 200 code points of q are used',
    needs: ['reader'],
    async run(ctx) {
      const foods = await findFoods(ctx)
      const name = [...(foods[0]?.name ?? 'milk')].slice(0, 100).join('')
      const full = name + ' '.repeat(200 - [...name].length)
      const cut = await ctx.get(searchFor(full))
      expectSameBytes(await ctx.get(searchFor(`${full}qqxxzz jjvvkk`)), cut)
    },
  },
  recorded('decision 5', 'integers are parsed as Pydantic parses them'),
  recorded('decision 6', 'booleans: 1 0 t f y n yes no on off true false in any case'),
  recorded('decision 7', 'source accepts exactly off and the AI-estimate value'),
  recorded('decision 8', 'ids out of range are 404; bounds of /foods/popular are 422'),
  {
    id: 'decision 8a',
    title: 'a huge offset gives []',
    needs: ['reader'],
    async run(ctx) {
      for (const offset of ['9223372036854775807', '1000000000000000000000000000000']) {
        expectBody(await ctx.get(`/foods/popular?has_image=false&offset=${offset}`), 200, [])
      }
    },
  },
  recorded('decision 9', 'any category is valid'),
  {
    id: 'spec 7f',
    title: 'q shorter than 2 characters is 422 string_too_short',
    needs: ['reader'],
    async run(ctx) {
      for (const q of ['a', '']) {
        const response = await ctx.get(`/search?q=${q}`)
        expectValidationError(response, ['query', 'q'], 'string_too_short', q)
      }
    },
  },
  {
    id: 'spec 7g',
    title: '/search limit above 50 is 422 less_than_equal',
    needs: ['reader'],
    async run(ctx) {
      const response = await ctx.get('/search?q=milk&limit=51')
      expectValidationError(response, ['query', 'limit'], 'less_than_equal', '51')
    },
  },
  {
    id: 'spec 7h',
    title: 'food_id that is no integer is 422 int_parsing',
    needs: ['reader'],
    async run(ctx) {
      expectValidationError(await ctx.get('/food/abc'), ['path', 'food_id'], 'int_parsing', 'abc')
    },
  },
]
