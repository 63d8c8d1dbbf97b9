import { describe, expect, it } from 'vitest'
import type { Food } from '../food/food.ts'
import { mapNutrients } from '../food/nutrients.ts'
import { parsePortion } from '../food/portions.ts'
import { splitMeal } from '../search/query/parse-meal.ts'
import { assumptionText } from './assumptions.ts'
import { weigh } from './weigh.ts'

const food = (name: string, more: Partial<Food> = {}): Food => ({
  ...{ id: 1, name, brand: null, barcode: null, category: null, serving_size_g: null, serving_desc: null },
  ...mapNutrients(() => null),
  ...{ image_url: null, image_thumb_url: null, source: 'usda', confidence: 0.9, static_url: null },
  ...more,
})

const weightOf = (sentence: string, of: Food, portions = '') => {
  const [part] = splitMeal(sentence)
  if (part === undefined) throw new Error('no part')
  const weight = weigh(of, portions === '' ? [] : portions.split('; ').map(parsePortion), part)
  return weight && { ...weight, assumed: weight.assumed.map(assumptionText) }
}

const thing = food('Thing')

describe('by the portions of the food', () => {
  const fries = '1 medium serving = 117; 1 small serving = 71; 1 large serving = 154'
  const cola = '1 can (330 ml) = 342; 1 glass (250 ml) = 259'
  it.each([
    ['medium fries', fries, 117],
    ['2 large fries', fries, 308],
    ['a portion of fries', fries, 117],
    ['fries', fries, 117],
    ['2 eggs', '1 serving (2 eggs) = 122', 122],
    ['12 almonds', '1 handful = 30; 10 almonds = 12', 14.4],
    ['almonds', '1 handful = 30; 10 almonds = 12', 30],
    ['half an onion', '1 medium onion = 110; 1 tablespoon, chopped = 10', 55],
    ['a small onion', '1 medium onion = 110', 82.5],
    ['a cup of onions', '1 cup, chopped = 160', 160],
    ['a cup of onions', '1 cup, chopped = 160; 1 cup = 150', 150],
    ['2 cans of cola', cola, 684],
    ['500 ml cola', cola, 518.2],
    ['a plate of rice', '1 serving = 180; 1 cup = 158', 180],
    ['turkey', '1 breast = 863; 1 slice = 40', 40],
    ['250 g rice', '1 cup = 158', 250],
  ])('%s of %s: %d g', (sentence, portions, grams) => {
    expect(weightOf(sentence, thing, portions)?.grams).toBeCloseTo(grams, 0)
  })

  it('says which', () => {
    expect(weightOf('2 slices of bread', thing, '1 slice = 32')).toEqual({
      grams: 64,
      confidence: 1,
      assumed: ['1 slice is 32 g.'],
    })
    expect(weightOf('butter', thing, '1 teaspoon = 5')).toEqual({
      grams: 5,
      confidence: 0.7,
      assumed: ['No amount is given: 1 teaspoon of 5 g.'],
    })
    expect(weightOf('100 g butter', thing)).toEqual({ grams: 100, confidence: 1, assumed: [] })
  })
})

describe('otherwise', () => {
  it('by the household weights of such foods', () => {
    expect(weightOf('a cup of milk', food('Whole milk'))?.grams).toBe(244)
    expect(weightOf('a large egg', food('Egg, raw'))?.grams).toBe(50)
  })

  it('by the density of a drink', () => {
    const drink = food('Fizz', { category: 'Beverages' })
    expect(weightOf('200 ml fizz', drink)?.grams).toBeCloseTo(204)
    expect(weightOf('a large glass of fizz', drink)?.grams).toBeCloseTo(331.5)
  })

  it('by the serving', () => {
    const served = food('Thing', { serving_size_g: 219, serving_desc: '1 item' })
    expect(weightOf('2 things', served)?.grams).toBe(438)
    expect(weightOf('thing', served)?.grams).toBe(219)
    expect(weightOf('a bowl of things', served)?.assumed.join()).toContain('The weight of 1 bowl is unknown')
  })

  it('is unknown', () => {
    for (const sentence of ['thing', '2 things', 'a cup of thing', 'a clove of thing'])
      expect(weightOf(sentence, thing)).toBeNull()
    expect(weightOf('a handful of things', thing)?.grams).toBe(30)
  })
})

describe('a product', () => {
  const product = (name: string, more: Partial<Food> = {}) => food(name, { source: 'off', ...more })

  it('is weighed by its label, never by a flavour in its name', () => {
    const bar = product('Almond bar', { serving_size_g: 42, serving_desc: '1 bar (42 g)' })
    expect(weightOf('an almond bar', bar)?.grams).toBe(42)
    expect(weightOf('2 almond bars', bar)?.grams).toBe(84)
    expect(weightOf('1 almond delight', product('Almond delight'))).toBeNull()
  })

  it('has no glass if it cannot be a drink', () => {
    expect(weightOf('1 wafer', product('Wafer', { category: 'Water', calories_kcal: 527 }))).toBeNull()
  })

  it('has the usual portion of its kind if its label states none, unless its energy contradicts that', () => {
    const bread = product('Mill loaf', { category: 'Bread', calories_kcal: 250 })
    expect(weightOf('mill loaf', bread)).toMatchObject({ grams: 40, confidence: 0.7 })
    expect(weightOf('a bowl of noodles', product('Noodles', { category: 'Noodle dishes' }))).toBeNull()
    const noodles = { category: 'Noodle dishes', calories_kcal: 350 }
    expect(weightOf('a bowl of noodles', product('Noodles', noodles))).toBeNull()
    expect(weightOf('a bowl of noodles', product('Noodles', { ...noodles, calories_kcal: 120 }))?.grams).toBe(
      300,
    )
  })
})

it('takes several pieces where the word is a plural, and a slice for a piece', () => {
  const pancakes = [parsePortion('1 pancake = 40'), parsePortion('3 pancakes = 120')]
  const weightIn = (sentence: string) =>
    weigh(thing, pancakes, splitMeal(sentence, 'en')[0] as never, 'en')?.grams
  expect(weightIn('pancakes')).toBe(120)
  expect(weightIn('pancake')).toBe(40)
  expect(weightOf('a piece of pizza', thing, '1 slice = 107; 1 pizza (30 cm) = 380')?.grams).toBe(107)
  expect(weightOf('a mousse', thing, '1 recipe yield = 808')).toBeNull()
})
