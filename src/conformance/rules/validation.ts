import { findFoods, foodsOf, searchFor } from '../catalog.ts'
import { ConformanceFailure, type Context, type Rule, RuleSkipped } from '../contract.ts'
import { expectBody, expectNone, expectSameBytes, expectThat } from '../expect.ts'
import { checkVector, groupOf, type VectorGroup } from '../vectors.ts'

function recorded(group: VectorGroup, title: string): Rule {
  return {
    rule: group,
    title: `${title} (recorded requests)`,
    needs: ['reader'],
    async check(ctx: Context) {
      const vectors = ctx.vectors.filter(vector => groupOf(vector) === group)
      if (vectors.length === 0) throw new RuleSkipped('no recorded requests were given')
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

const tooShort = (input: string) => ({
  detail: [
    {
      type: 'string_too_short',
      loc: ['query', 'q'],
      msg: 'String should have at least 2 characters',
      input,
      ctx: { min_length: 2 },
    },
  ],
})

export const validation: Rule[] = [
  recorded('decision 1', 'all failing parameters are reported together, in the order of the specification'),
  recorded('decision 2', 'a missing parameter is "missing" with input null'),
  recorded('decision 3', 'the length of q counts code points, untrimmed'),
  {
    rule: 'decision 3a',
    title: 'q of white space only passes and answers []',
    needs: ['reader'],
    async check(ctx) {
      for (const q of ['%20%20', '++']) expectBody(await ctx.get(`/search?q=${q}`), 200, [])
    },
  },
  recorded('decision 4', 'the last of a repeated parameter wins, unknown ones and broken escapes do no harm'),
  {
    rule: 'decision 4a',
    title: 'NUL is stripped: q=mil%00k is q=milk',
    needs: ['reader'],
    async check(ctx) {
      const foods = await findFoods(ctx)
      const word = foods.flatMap(food => food.name.match(/[a-z]{4,}/gi) ?? [])[0] ?? 'milk'
      const plain = await ctx.get(searchFor(word))
      expectThat(foodsOf(plain).length > 0, plain, 'at least the food whose name has the word')
      expectSameBytes(await ctx.get(searchFor(`${word.slice(0, 2)}\0${word.slice(2)}`)), plain)
    },
  },
  {
    rule: 'decision 4b',
    title: 'only the first 200 code points of q are used',
    needs: ['reader'],
    async check(ctx) {
      const foods = await findFoods(ctx)
      const name = [...(foods[0]?.name ?? 'milk')].slice(0, 100).join('')
      const full = name + ' '.repeat(200 - [...name].length)
      const cut = await ctx.get(searchFor(full))
      expectSameBytes(await ctx.get(searchFor(`${full}qqxxzz jjvvkk`)), cut)
    },
  },
  recorded('decision 5', 'integers are parsed as Pydantic parses them'),
  recorded('decision 6', 'booleans: 1 0 t f y n yes no on off true false in any case'),
  recorded('decision 7', 'source accepts exactly off and ai_estimate'),
  recorded('decision 8', 'ids out of range are 404; bounds of /foods/popular are 422'),
  {
    rule: 'decision 8a',
    title: 'a huge offset answers []',
    needs: ['reader'],
    async check(ctx) {
      for (const offset of ['9223372036854775807', '1000000000000000000000000000000']) {
        expectBody(await ctx.get(`/foods/popular?has_image=false&offset=${offset}`), 200, [])
      }
    },
  },
  recorded('decision 9', 'any category is valid'),
  {
    rule: 'spec 7f',
    title: 'q shorter than 2 characters is 422 string_too_short',
    needs: ['reader'],
    async check(ctx) {
      expectBody(await ctx.get('/search?q=a'), 422, tooShort('a'))
      expectBody(await ctx.get('/search?q='), 422, tooShort(''))
    },
  },
  {
    rule: 'spec 7g',
    title: '/search limit above 50 is 422 less_than_equal',
    needs: ['reader'],
    async check(ctx) {
      const msg = 'Input should be less than or equal to 50'
      expectBody(await ctx.get('/search?q=milk&limit=51'), 422, {
        detail: [{ type: 'less_than_equal', loc: ['query', 'limit'], msg, input: '51', ctx: { le: 50 } }],
      })
    },
  },
  {
    rule: 'spec 7h',
    title: 'food_id that is no integer is 422 int_parsing',
    needs: ['reader'],
    async check(ctx) {
      const msg = 'Input should be a valid integer, unable to parse string as an integer'
      expectBody(await ctx.get('/food/abc'), 422, {
        detail: [{ type: 'int_parsing', loc: ['path', 'food_id'], msg, input: 'abc' }],
      })
    },
  },
]
