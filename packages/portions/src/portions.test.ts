import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { gramsOf, unitsFor } from './index.ts'
import { weighedFoods } from './weights-of.ts'

const grams = (name: string, amount: number, unit: string, serving: object = {}) =>
  gramsOf({ name, ...serving }, amount, unit)?.grams ?? null

describe('units', () => {
  it('converts masses whatever the food', () => {
    expect(
      ['g', 'grams', 'kg', 'oz', 'ounces', 'lb', 'Pounds'].map(unit => grams('Quantum foam', 2, unit)),
    ).toEqual([2, 2, 2000, 56.7, 56.7, 907.2, 907.2])
  })

  it('knows abbreviations, plurals and words of the food', () => {
    for (const unit of ['tbsp', 'Tbsp.', 'tablespoons', 'tablespoon of honey', 'level tbsp'])
      expect(grams('Honey', 2, unit)).toBe(42)
    for (const unit of ['piece', 'whole', 'each', 'bagel', 'bagels', '', 'medium-sized'])
      expect(grams('Plain bagel', 2, unit)).toBe(210)
    expect(grams('Eggs', 2, 'large eggs')).toBe(100)
    expect(grams('Whole milk', 8, 'fl. oz.')).toBe(244)
  })

  it('does not guess what a unit means', () => {
    for (const unit of ['heaped cup', 'shovel', 'large slice', 'unit of happiness'])
      expect(grams('Bread, white', 1, unit)).toBeNull()
    expect([grams('Banana', Number.NaN, 'piece'), grams('Banana', -1, 'piece')]).toEqual([null, null])
    expect(grams('Banana', 0, 'piece')).toBe(0)
  })
})

describe('weights by name', () => {
  it.each([
    ['Egg, whole, raw, fresh', 'large', 50],
    ['Egg, whole, cooked, scrambled', 'large', 61],
    ['Bananas, raw', 'medium', 118],
    ['Rice, white, long-grain, regular, enriched, cooked', 'cup', 158],
    ['Cereals, oats, regular and quick, unenriched, cooked with water, without salt', 'cup', 234],
    ['Butter, salted', 'tbsp', 14.2],
    ['Butter, salted', 'pat', 5],
    ['Peanut butter, smooth style, with salt', 'tbsp', 16],
    ['Peanut butter cookies', 'piece', 16],
    ['Butter croissant', 'piece', 57],
    ['Chili with beans, canned', 'cup', 256],
    ['Macaroni and cheese, dry mix, prepared', 'cup', 198],
    ['Beverages, carbonated, cola, regular', 'can', 368],
    ['Alcoholic beverage, wine, table, red', 'glass', 147],
    ['Pork, cured, bacon, cooked, pan-fried', 'strips', 8],
    ['Cheese, cheddar', 'slice', 28],
    ['Bread, pita, white, unenriched', 'large', 60],
    ['Garlic, raw', 'cloves', 3],
    ['Whole Milk', 'cup', 244],
    ['Almonds', 'handful', 28],
  ])('%s: a %s is %d g', (name, unit, expected) => {
    expect(grams(name, 1, unit)).toBe(expected)
  })

  it.each([
    ['Banana mousse', 'piece'],
    ['Banana Surprise', 'piece'],
    ['Peach nectar, canned', 'piece'],
    ['Taro, leaves, cooked, with salt', 'tsp'],
    ['Turnover, filled with egg, meat and cheese', 'large'],
    ['Milk, dry, nonfat', 'glass'],
    ['Beverages, tea, instant, lemon', 'tsp'],
    ['Pumpkin flowers, raw', 'cup'],
    ['Quantum foam', 'cup'],
  ])('%s is not taken for another food', (name, unit) => {
    expect(grams(name, 1, unit)).toBeNull()
  })

  it('says when no weight is known for a size', () => {
    expect(gramsOf({ name: 'Scone' }, 1, 'large')).toEqual({
      grams: 66,
      basis: '1 scone = 66 g (USDA household weight, no weight is known for a large one)',
    })
  })

  it('uses the category where the name says nothing, or less', () => {
    expect(grams('Refreshe', 1, 'can', { category: 'Colas' })).toBe(368)
    expect(grams('Banana', 1, 'piece', { category: 'Colas' })).toBe(118)
    expect(grams('Coconut nature', 1, 'cup', { category: 'Coconut milk' })).toBe(226)
    expect(grams('Chocolate milk', 1, 'cup', { category: 'Milk' })).toBe(grams('Chocolate milk', 1, 'cup'))
  })
})

describe('the stated serving', () => {
  it.each([
    ['1 slice', 27.3, 'slice', 27.3],
    ['2 Tbsp. (32 g)', 32, 'tablespoon', 16],
    ['1/2 cup', 60, 'cup', 120],
    ['1 1/2 cups (45 g)', 45, 'cup', 30],
    ['½ cup', 60, 'cup', 120],
    ['8 fl. oz (240 mL)', 244.8, 'fl oz', 30.6],
    ['8 fl. oz (240 mL)', 244.8, 'cup', 244.8],
    ['1 thing', 40, 'piece', 40],
    ['50 g', 50, 'serving', 50],
    ['50 g', 50, 'bar', 50],
  ])('%s of %d g: a %s is %d g', (serving_desc, serving_size_g, unit, expected) => {
    expect(grams('Strange thing', 1, unit, { serving_desc, serving_size_g })).toBeCloseTo(expected, 1)
  })

  it("prefers the product's own weight to the table, unless it is that of another form", () => {
    const bread = { name: 'Bread, white', serving_size_g: 27.3, serving_desc: '1 slice' }
    expect(gramsOf(bread, 2, 'slices')).toEqual({
      grams: 54.6,
      basis: 'serving stated by the source: 1 slice = 27.3 g',
    })
    const chips = { serving_size_g: 88, serving_desc: '1 cup, crushed' }
    expect(grams('Potato chips', 1, 'cup', chips)).toBe(25)
    expect(grams('Quantum chips', 1, 'cup', chips)).toBe(88)
  })

  it.each(['', '1 ', 'one', '0 cups', 'about 5', '1/0 cup', 'g', '('])('ignores %j', serving_desc => {
    expect(grams('Strange thing', 1, 'cup', { serving_desc, serving_size_g: 40 })).toBeNull()
  })
})

describe('unitsFor', () => {
  it('lists the units whose weight is known, with the grams of one', () => {
    const units = unitsFor({ name: 'Egg, whole, raw', serving_size_g: 50, serving_desc: '1 large' })
    expect(units.map(({ unit, grams }) => `${unit} ${grams}`).slice(0, 6)).toEqual([
      'serving 50',
      'piece 50',
      'small 38',
      'medium 44',
      'large 50',
      'extra large 56',
    ])
    for (const { unit, grams } of units)
      expect(
        gramsOf({ name: 'Egg, whole, raw', serving_size_g: 50, serving_desc: '1 large' }, 1, unit)?.grams,
      ).toBe(grams)
    const pot = { name: 'Quantum foam', serving_size_g: 80, serving_desc: '80 g' }
    expect(unitsFor(pot).map(({ unit }) => unit)).toEqual(['serving', 'g', 'oz'])
    expect(unitsFor({ name: 'Quantum foam' }).map(({ unit }) => unit)).toEqual(['g', 'oz'])
  })
})

describe('the table', () => {
  it('has at least 150 foods, each of which its name finds', () => {
    const foods = weighedFoods()
    expect(foods.length).toBeGreaterThan(150)
    for (const { food, grams: weights } of foods) {
      const [[unit, weight] = ['piece', 0]] = weights
      expect([food, gramsOf({ name: food }, 1, unit)?.grams]).toEqual([food, weight])
    }
  })

  // The importer converts volumes of labels in many languages by density, and may not depend on a package.
  it('agrees with the densities that the importer uses for labels', () => {
    const densities: { grams_per_ml?: number; foods: string[] }[] = parse(
      readFileSync('src/food/densities.yaml', 'utf8'),
    )
    for (const [food, words] of [
      ['Olive oil', 'oil'],
      ['Honey', 'honey'],
      ['Maple syrup', 'maple syrup'],
      ['Milk', 'milk'],
      ['Orange juice', 'juice'],
      ['Cola', 'cola'],
      ['Beer', 'beer'],
      ['Wine', 'wine'],
      ['Water', 'water'],
      ['Vinegar', 'vinegar'],
    ] as const) {
      const density = densities.find(({ foods }) => foods.includes(words))?.grams_per_ml ?? 0
      expect(Math.abs((grams(food, 100, 'ml') ?? 0) / (100 * density) - 1), food).toBeLessThan(0.02)
    }
  })
})
