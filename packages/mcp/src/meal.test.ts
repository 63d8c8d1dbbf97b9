import { type Food, type LarderClient, LarderError, type MealItem } from '@larder/client'
import { describe, expect, it } from 'vitest'
import { errorText } from './errors.ts'
import { isResolved, resolveItem } from './meal.ts'
import { hasUsableValues, nutrientsOf, nutrientsPer100g, sumNutrients } from './nutrients.ts'
import { creditLine } from './sources.ts'

let nextId = 1
const food = (name: string, values: Partial<Food> = {}): Food => ({
  id: nextId++,
  name,
  brand: null,
  barcode: null,
  category: null,
  serving_size_g: null,
  serving_desc: null,
  ...nutrientsPer100g({}),
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
})
/** A service that finds the food for every name, and understands the unit if it is one of these. */
const clientWith = (found: Food | null, foods: Food[] = [], more: Partial<MealItem> = {}) => {
  const sentences: string[] = []
  const client = {
    meal: async (sentence: string) => {
      sentences.push(sentence)
      const item = { text: sentence, amount: 2, unit: 'large', grams: 100, food: found, ...more }
      return {
        items: [{ alternatives: [], confidence: 0.9, assumed: ['1 egg is 50 g.'], ...item }],
        totals: {},
      }
    },
    food: async (id: number) => foods.find(each => each.id === id) ?? null,
  } as unknown as LarderClient
  return { client, sentences }
}

describe('an item', () => {
  it('has the food and the grams that Larder chose, and what was assumed', async () => {
    const egg = food('Egg, whole, raw', { calories_kcal: 143 })
    const { client, sentences } = clientWith(egg)
    const item = await resolveItem(client, { name: 'egg, "raw"', amount: 2, unit: 'large eggs' })
    expect(sentences).toEqual(['2 large "egg,  raw "'])
    expect(item).toMatchObject({
      food: egg,
      grams: 100,
      nutrients: { calories_kcal: 143, fiber_g: null },
      assumptions: ['1 egg is 50 g.'],
    })
  })

  it('says when the choice is doubtful', async () => {
    const { client } = clientWith(food('Wonder'), [], { confidence: 0.2 })
    const item = await resolveItem(client, { name: 'egg', amount: 2, unit: 'large' })
    expect(item).toMatchObject({ assumptions: ['1 egg is 50 g.', '"egg" may mean another food: check it'] })
  })

  it('is weighed here if Larder does not understand the unit', async () => {
    const { client } = clientWith(food('Chicken thigh, roasted'), [], { unit: null, grams: 1 })
    const item = await resolveItem(client, { name: 'chicken thigh', amount: 1, unit: 'thigh' })
    expect(isResolved(item) && item.grams).toBeGreaterThan(30)
  })

  it('says what is missing', async () => {
    const foods = [food('Butter'), food('Empty', { calories_kcal: null })]
    const [butter, empty] = foods
    const problemOf = async (item: Parameters<typeof resolveItem>[1], found = butter ?? null) => {
      const result = await resolveItem(clientWith(found, foods).client, item)
      return isResolved(result) ? undefined : result.problem
    }
    expect(await problemOf({ food_id: -1, amount: 1, unit: 'g' })).toContain('no food with id -1')
    expect(await problemOf({ food_id: empty?.id, amount: 1, unit: 'g' })).toContain(
      'no usable nutrition values',
    )
    expect(await problemOf({ food_id: butter?.id, amount: 1, unit: 'bowl' })).toMatch(/unknown. Give .*tbsp/)
    expect(await problemOf({ name: 'butter', amount: 1, unit: 'shovel' })).toContain('The weight of 1 shovel')
    expect(await problemOf({ name: 'xyzzy', amount: 1, unit: 'g' }, null)).toContain('No food with usable')
  })

  it('by id has grams, nutrients and where they come from', async () => {
    const egg = food('Egg, whole, raw', { calories_kcal: 143 })
    const { client } = clientWith(null, [egg])
    expect(await resolveItem(client, { food_id: egg.id, amount: 2, unit: 'large' })).toMatchObject({
      grams: 100,
      nutrients: { calories_kcal: 143 },
      assumptions: ['1 large egg = 50 g (USDA household weight, without shell)'],
    })
  })

  it('needs a service with /meals', async () => {
    const client = { meal: () => Promise.reject(new LarderError(401, 'Missing', undefined)) }
    await expect(
      resolveItem(client as unknown as LarderClient, { name: 'egg', amount: 1, unit: 'g' }),
    ).rejects.toThrow('does not offer /meals')
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
    const { total, known } = sumNutrients(values.map(value => nutrientsOf(value, 50)))
    expect([total.calories_kcal, total.protein_g, total.fat_g]).toEqual([150, null, null])
    expect([known.calories_kcal, known.protein_g, known.fat_g]).toEqual([150, 0.55, null])
    expect(sumNutrients([nutrientsOf({ calories_kcal: 0 }, 10)]).total.calories_kcal).toBe(0)
    expect(sumNutrients([nutrientsOf({ calories_kcal: 100 }, 10), null])).toMatchObject({
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
