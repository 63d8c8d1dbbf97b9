import { type Food, type LarderClient, LarderError, type MealItem } from '@larder/client'
import { describe, expect, it } from 'vitest'
import { errorText } from './errors.ts'
import { findFood, readMeal, weighItem } from './meal.ts'
import { amountsOf, hasUsableValues, sumAmounts } from './nutrients.ts'
import { creditLine } from './sources.ts'

let nextId = 1
const food = (name: string, values: Partial<Food> = {}): Food =>
  ({
    id: nextId++,
    name,
    brand: null,
    barcode: null,
    category: null,
    serving_size_g: null,
    serving_desc: null,
    ...(amountsOf({}) as Pick<Food, 'fiber_g'>),
    calories_kcal: 100,
    protein_g: 5,
    fat_g: 5,
    carbs_g: 10,
    image_url: null,
    image_thumb_url: null,
    source: 'usda',
    confidence: 0.97,
    static_url: null,
    ...values,
  }) as Food
const { signal } = new AbortController()

/** A service that finds the food for every sentence. */
const mealsWith = (found: Food | null, more: Partial<MealItem> = {}) => {
  const sentences: string[] = []
  const meal = async (sentence: string) => {
    sentences.push(sentence)
    const item = { text: sentence, amount: 2, unit: 'large', grams: 100, food: found, ...more }
    return {
      items: [{ alternatives: [], confidence: 0.9, assumed: ['1 egg is 50 g.'], ...item }],
      totals: {},
    }
  }
  return { client: { meal } as unknown as LarderClient, sentences }
}

describe('a meal in words', () => {
  it('has the foods and the grams that Larder chose, and what was assumed', async () => {
    const egg = food('Egg, whole, raw')
    const [item] = await readMeal(mealsWith(egg).client, '2 large eggs', signal)
    expect(item).toMatchObject({
      ...{ text: '2 large eggs', food: egg, grams: 100, problem: null },
      assumptions: ['1 egg is 50 g.'],
    })
  })

  it('says when a choice is doubtful, and what is missing', async () => {
    const [doubtful] = await readMeal(mealsWith(food('Wonder'), { confidence: 0.2 }).client, 'egg', signal)
    expect(doubtful?.assumptions).toEqual(['1 egg is 50 g.', '"egg" may mean another food: check it'])
    const [unknown] = await readMeal(mealsWith(null).client, 'xyzzy', signal)
    expect(unknown?.problem).toContain('No food with usable values matches "xyzzy"')
    const [unweighed] = await readMeal(
      mealsWith(food('Butter'), { grams: null }).client,
      '1 shovel butter',
      signal,
    )
    expect(unweighed?.problem).toMatch(/The weight of 1 shovel butter is unknown.*tbsp/)
  })

  it('needs a service with /meals', async () => {
    const client = { meal: () => Promise.reject(new LarderError(401, 'Missing', undefined)) }
    await expect(readMeal(client as unknown as LarderClient, 'egg', signal)).rejects.toThrow(
      'does not offer /meals',
    )
  })

  it('finds one food by a name with commas and quotes', async () => {
    const rice = food('Rice')
    const { client, sentences } = mealsWith(rice)
    expect((await findFood(client, 'rice, "white"', signal)).food).toBe(rice)
    expect(sentences).toEqual(['100 g "rice,  white "'])
  })
})

describe('a chosen food', () => {
  const egg = food('Egg, whole, raw', { calories_kcal: 143 })
  const butter = food('Butter')
  const empty = food('Empty', { calories_kcal: null })
  const client = {
    food: async (id: number) => [egg, butter, empty].find(each => each.id === id) ?? null,
  } as unknown as LarderClient

  it('has grams and where they come from', async () => {
    expect(await weighItem(client, { food_id: egg.id, amount: 2, unit: 'large' }, signal)).toMatchObject({
      ...{ grams: 100, problem: null },
      assumptions: ['1 large egg = 50 g (USDA household weight, without shell)'],
    })
  })

  it('says what is missing', async () => {
    const problemOf = async (id: number, unit = 'g') =>
      (await weighItem(client, { food_id: id, amount: 1, unit }, signal)).problem
    expect(await problemOf(-1)).toContain('no food with id -1')
    expect(await problemOf(empty.id)).toContain('no usable nutrition values')
    expect(await problemOf(butter.id, 'bowl')).toMatch(/unknown.*Give .*tbsp/)
  })
})

it('foods without energy or two macronutrients have no usable values', () => {
  const noEnergy = food('Egg', { calories_kcal: null })
  const oneMacro = food('Egg', { fat_g: null, carbs_g: null })
  expect([noEnergy, oneMacro, food('Egg', { fat_g: null })].map(hasUsableValues)).toEqual([
    false,
    false,
    true,
  ])
})

describe('sums', () => {
  it('keep unknown values unknown, and tell the known part', () => {
    const values = [{ calories_kcal: 200, protein_g: 1.1 }, { calories_kcal: 100 }]
    const { total, known } = sumAmounts(values.map(value => amountsOf(value, 50)))
    expect([total['calories_kcal'], total['protein_g'], total['fat_g']]).toEqual([150, null, null])
    expect([known['calories_kcal'], known['protein_g'], known['fat_g']]).toEqual([150, 0.55, null])
    expect(sumAmounts([amountsOf({ calories_kcal: 0 }, 10)]).total['calories_kcal']).toBe(0)
    expect(sumAmounts([amountsOf({ calories_kcal: 100 }, 10), null])).toMatchObject({
      total: { calories_kcal: null },
      known: { calories_kcal: 10 },
    })
  })
})

it('credits each source once', () => {
  expect(creditLine(['off', 'off', 'my_estimates'])).toMatch(
    /^Source: Open Food Facts .*; AI estimate \(my_estimates\)/,
  )
})

it.each([
  [new LarderError(429, 'Rate limit exceeded', 42), 'Wait 42 seconds'],
  [new LarderError(401, 'Missing or invalid API key', undefined), 'LARDER_API_KEY is valid'],
  [new LarderError(422, 'q: too short', undefined), 'q: too short'],
  [new LarderError(503, 'busy', 3), 'Wait 3 seconds'],
  [
    new LarderError(0, 'No response: ECONNREFUSED', undefined, { code: 'connection_failed' }),
    'could not be reached at http://api',
  ],
  [
    new LarderError(200, 'Not a response', undefined, { code: 'unexpected_response' }),
    'Check LARDER_API_URL',
  ],
  [new RangeError('a bug'), 'failed unexpectedly'],
])('%s says what to do', (error, text) => {
  expect(errorText(error, 'http://api')).toContain(text)
  expect(errorText(error, 'http://api')).not.toContain('a bug')
})
