import { type Food, type LarderClient, LarderError } from '@larder/client'
import { describe, expect, it } from 'vitest'
import { chooseFood, rankFoods } from './choose-food.ts'
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
const off = { source: 'off' }

describe('the choice of a food', () => {
  it.each<[string, Food[], string]>([
    ['butter', [food('Butter', off), food('Butter, salted')], 'Butter, salted'],
    ['banana', [food('Banana Yogurt', off), food('Bananas, raw')], 'Bananas, raw'],
    [
      'white bread',
      [food('Bread, pita, white'), food('Bread, white, commercially prepared')],
      'Bread, white, commercially prepared',
    ],
    [
      'boiled potatoes',
      [food('Sweet potato, cooked, boiled'), food('Potatoes, boiled, flesh')],
      'Potatoes, boiled, flesh',
    ],
    [
      'white rice, cooked',
      [food('Rice, white, raw'), food('Rice, white, long-grain, cooked')],
      'Rice, white, long-grain, cooked',
    ],
    ['salmon, raw', [food('Fish, salmon, cooked'), food('Fish, salmon, raw')], 'Fish, salmon, raw'],
    [
      'oatmeal, cooked',
      [food('Oatmeal', off), food('Cereals, oats, cooked with water')],
      'Cereals, oats, cooked with water',
    ],
    [
      'oatmeal',
      [food('Cereals, QUAKER, oatmeal, cooked'), food('Cereals, oats, cooked')],
      'Cereals, oats, cooked',
    ],
    [
      'macaroni and cheese',
      [food('Macaroni and cheese loaf, pork'), food('Macaroni and Cheese', off)],
      'Macaroni and Cheese',
    ],
    [
      'chicken thigh with skin',
      [food('Chicken, skin (drumsticks and thighs)'), food('Chicken, thigh, meat and skin')],
      'Chicken, thigh, meat and skin',
    ],
    ['Nutella', [food('Hazelnut spread'), food('Nutella', { ...off, brand: 'Ferrero, Nutella' })], 'Nutella'],
    ['toast', [food('Toast', { confidence: 0.3 }), food('Toast', off)], 'Toast'],
    ['egg', [food('Egg', { source: 'ai_estimate' }), food('Egg', off)], 'Egg'],
  ])('%s', (name, foods, expected) => {
    const choice = rankFoods(name, foods)
    expect([choice?.food.name, choice?.food.source]).toEqual([
      expected,
      foods.find(each => each.name === expected && each.confidence > 0.5 && each.source !== 'ai_estimate')
        ?.source,
    ])
  })

  it('skips foods without usable values', () => {
    const empty = food('Egg', { calories_kcal: null })
    const oneMacro = food('Egg', { fat_g: null, carbs_g: null })
    const twoMacros = food('Egg substitute', { fat_g: null })
    expect([empty, oneMacro, twoMacros].map(hasUsableValues)).toEqual([false, false, true])
    expect(rankFoods('egg', [empty, oneMacro, twoMacros])?.food).toBe(twoMacros)
    expect(rankFoods('egg', [empty, oneMacro])).toBeNull()
  })

  it('searches again by the plain name, what the shape is made of, or the cooked staple', async () => {
    const queries: string[] = []
    const answers: Record<string, Food[]> = {
      'skinless turkey': [food('Turkey, skinless')],
      'pasta, cooked': [food('Pasta, cooked')],
      rice: [food('Rice', off)],
      'rice, cooked': [food('Rice, white, cooked')],
    }
    const client = {
      search: async (query: string) => {
        queries.push(query)
        return answers[query] ?? []
      },
    }
    expect((await chooseFood(client, 'skinless turkey, sliced, roasted'))?.food.name).toBe('Turkey, skinless')
    expect((await chooseFood(client, 'penne, cooked'))?.food.name).toBe('Pasta, cooked')
    expect((await chooseFood(client, 'rice'))?.food.name).toBe('Rice, white, cooked')
    expect(await chooseFood(client, 'coffee beans')).toBeNull()
    expect(queries).toEqual([
      'skinless turkey, sliced, roasted',
      'skinless turkey',
      'penne, cooked',
      'pasta, cooked',
      'rice',
      'rice, cooked',
      'coffee beans',
      'coffee bean',
    ])
  })
})

describe('an item', () => {
  const clientWith = (foods: Food[]) =>
    ({
      search: async () => foods,
      food: async (id: number) => foods.find(each => each.id === id) ?? null,
    }) as unknown as LarderClient

  it('has grams, nutrients and what was assumed', async () => {
    const egg = food('Egg, whole, raw', { calories_kcal: 143 })
    const item = await resolveItem(clientWith([egg]), { name: 'egg', amount: 2, unit: 'large' })
    expect(item).toMatchObject({
      food: egg,
      grams: 100,
      nutrients: { calories_kcal: 143, fiber_g: null },
      assumptions: [
        '"egg" taken as "Egg, whole, raw"',
        '1 large egg = 50 g (USDA household weight, without shell)',
      ],
    })
  })

  it('takes the weight from the words of the request if the name of the product says little', async () => {
    const item = await resolveItem(clientWith([food('Wonder', off)]), {
      name: 'white bread',
      amount: 1,
      unit: 'slice',
    })
    expect(item).toMatchObject({
      grams: 29,
      assumptions: [expect.stringContaining('may not be what was meant'), expect.any(String)],
    })
  })

  it('says what is missing', async () => {
    const foods = [food('Butter'), food('Empty', { calories_kcal: null })]
    const [butter, empty] = foods
    const problemOf = async (item: Parameters<typeof resolveItem>[1]) => {
      const result = await resolveItem(clientWith(foods), item)
      return isResolved(result) ? undefined : result.problem
    }
    expect(await problemOf({ food_id: -1, amount: 1, unit: 'g' })).toContain('no food with id -1')
    expect(await problemOf({ food_id: empty?.id, amount: 1, unit: 'g' })).toContain(
      'no usable nutrition values',
    )
    expect(await problemOf({ food_id: butter?.id, amount: 1, unit: 'bowl' })).toMatch(/unknown. Give .*tbsp/)
  })
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
  [new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }), 'could not be reached at http://api'],
  [new RangeError('a bug'), 'failed unexpectedly'],
])('%s says what to do', (error, text) => {
  expect(errorText(error, 'http://api')).toContain(text)
  expect(errorText(error, 'http://api')).not.toContain('a bug')
})
