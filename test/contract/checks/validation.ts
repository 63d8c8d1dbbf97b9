import { findFoods, foodsOf, searchFor } from '../catalog.ts'
import { expectValidationError } from '../errors.ts'
import { expectBody, expectNone, expectSameBytes, expectThat } from '../expect.ts'
import { type Check, CheckFailed, type Context } from '../types.ts'
import { checkVector, ruleOfVector, usesNameAsInvalid, vectors } from '../vectors.ts'

function recorded(rule: string, title: string): Check {
  return {
    id: `${rule}/recorded`,
    title: `${title} (recorded requests)`,
    needs: ['reader'],
    async run(ctx: Context) {
      const shown = vectors.filter(
        vector => ruleOfVector(vector) === rule && !usesNameAsInvalid(vector, ctx.estimateSource),
      )
      const differences: string[] = []
      for (const vector of shown) {
        try {
          await checkVector(ctx, vector)
        } catch (error) {
          if (!(error instanceof CheckFailed)) throw error
          differences.push(error.message)
        }
      }
      expectNone(differences, shown.length, 'recorded requests are answered as recorded')
    },
  }
}

export const validation: Check[] = [
  recorded('validation-order', 'all failing parameters are reported together, in order'),
  recorded('missing-parameter', 'a missing parameter is "missing" with input null'),
  recorded('query-length', 'the length of q counts code points, untrimmed'),
  {
    id: 'query-length/white-space',
    title: 'q of white space only passes and gives []',
    needs: ['reader'],
    async run(ctx) {
      for (const q of ['%20%20', '++']) expectBody(await ctx.get(`/search?q=${q}`), 200, [])
    },
  },
  recorded('repeated-parameters', 'the last of a repeated parameter wins'),
  recorded('unknown-parameters', 'unknown parameters are ignored'),
  recorded('url-decoding', 'broken escapes and invalid UTF-8 do no harm'),
  {
    id: 'url-decoding/nul',
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
    id: 'query-truncation',
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
  recorded('integer-form', 'integers are parsed as Pydantic parses them'),
  recorded('boolean-form', 'booleans: 1 0 t f y n yes no on off true false in any case'),
  recorded('source-values', 'source accepts exactly off and the AI-estimate value'),
  recorded('food-id-range', 'ids out of range are 404'),
  recorded('parameter-bounds', 'integers out of bounds are 422'),
  {
    id: 'parameter-bounds/huge-offset',
    title: 'a huge offset gives []',
    needs: ['reader'],
    async run(ctx) {
      for (const offset of ['9223372036854775807', '1000000000000000000000000000000']) {
        expectBody(await ctx.get(`/foods/popular?has_image=false&offset=${offset}`), 200, [])
      }
    },
  },
  recorded('category-filter', 'any category is valid'),
  {
    id: 'validation-types/short-query',
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
    id: 'validation-types/large-limit',
    title: '/search limit above 50 is 422 less_than_equal',
    needs: ['reader'],
    async run(ctx) {
      const response = await ctx.get('/search?q=milk&limit=51')
      expectValidationError(response, ['query', 'limit'], 'less_than_equal', '51')
    },
  },
  {
    id: 'validation-types/food-id',
    title: 'food_id that is no integer is 422 int_parsing',
    needs: ['reader'],
    async run(ctx) {
      expectValidationError(await ctx.get('/food/abc'), ['path', 'food_id'], 'int_parsing', 'abc')
    },
  },
]
