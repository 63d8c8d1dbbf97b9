import { describe, expect, it } from 'vitest'
import { tokenize } from '../language/tokenize.ts'
import { createFoodIndex, type DescribedFood } from './comparable-foods.ts'
import { estimateFromPeers, weightedQuantile } from './estimate-from-peers.ts'
import { isPlausibleEstimate } from './plausible-estimate.ts'

const described = (name: string, more: Partial<DescribedFood> = {}): DescribedFood => ({
  ...{ words: tokenize(name), brand: '', category: null, language: null },
  ...more,
})

const values = (calories_kcal: number, protein_g: number, fat_g: number, carbs_g: number) => ({
  calories_kcal,
  protein_g,
  fat_g,
  carbs_g,
})

/** 40 chips, 40 lemonades, and 40 salads with nothing in common but their name. */
function indexOfSnacks() {
  const index = createFoodIndex(200)
  for (let number = 0; number < 40; number++) {
    index.add(described(`Potato chips ${flavour(number)}`), values(530 + (number % 5), 6, 33, 52))
    index.add(described(`Lemonade ${flavour(number)}`), values(40 + (number % 3), 0, 0, 10))
    index.add(described(`Salad ${flavour(number)}`), values(20 + 15 * number, 1 + number / 4, number, 5))
  }
  index.build()
  return index
}

const flavours = ['paprika', 'sour cream', 'vinegar', 'garden', 'mild', 'summer', 'classic', 'wild']
const flavour = (number: number) => flavours[number % flavours.length] ?? ''

describe('the estimate', () => {
  it('is the median of foods that share telling words', () => {
    const estimate = estimateFromPeers(indexOfSnacks(), described('Potato chips with rosemary'))
    expect(estimate?.values.calories_kcal.value).toBeGreaterThanOrEqual(530)
    expect(estimate?.values.calories_kcal.value).toBeLessThanOrEqual(534)
    expect(estimate?.values.fat_g.value).toBe(33)
    expect(estimate?.peers).toBeGreaterThanOrEqual(40)
  })

  it('has a range around each value', () => {
    const { values = null } = estimateFromPeers(indexOfSnacks(), described('Lemonade')) ?? {}
    for (const { low, value, high } of Object.values(values ?? {})) {
      expect(low).toBeLessThanOrEqual(value)
      expect(high).toBeGreaterThanOrEqual(value)
      expect(low).toBeGreaterThanOrEqual(0)
    }
    expect(values?.calories_kcal.value).toBe(41)
  })

  it('is not made if the comparable foods differ much', () => {
    expect(estimateFromPeers(indexOfSnacks(), described('Salad'))).toBeNull()
  })

  it('is not made without comparable foods', () => {
    expect(estimateFromPeers(indexOfSnacks(), described('Xylophone'))).toBeNull()
  })

  it('follows the category where the words are unknown', () => {
    const index = createFoodIndex(60)
    for (let number = 0; number < 30; number++) {
      index.add(described(`Oil ${number}`, { category: 'Olive oil' }), values(899, 0, 99.9, 0))
      index.add(described(`Wasser ${number}`, { category: 'Water' }), values(0, 0, 0, 0))
    }
    index.build()
    const estimate = estimateFromPeers(index, described('Extra vergine', { category: 'Olive oil' }))
    expect(estimate?.values.calories_kcal.value).toBe(899)
  })
})

it('never compares a food that is excluded', () => {
  const index = indexOfSnacks()
  const all = index.peersOf(described('Lemonade'), 100)
  const others = index.peersOf(described('Lemonade'), 100, position => position !== all[0]?.index)
  expect(others.map(({ index: position }) => position)).not.toContain(all[0]?.index)
  expect(others).toHaveLength(all.length - 1)
})

it('prefers foods whose labels are in the same language', () => {
  const index = createFoodIndex(2)
  index.add(described('Pan blanco', { language: 'fr' }), values(100, 1, 1, 20))
  index.add(described('Pan blanco', { language: 'es' }), values(250, 8, 2, 50))
  index.build()
  expect(index.peersOf(described('Pan', { language: 'es' }), 1)[0]?.index).toBe(1)
})

it.each([
  [0.1, 10],
  [0.5, 20],
  [0.9, 30],
])('the quantile %d counts weights', (quantile, value) => {
  const weighted = [
    { value: 10, weight: 1 },
    { value: 20, weight: 7 },
    { value: 30, weight: 2 },
  ]
  expect(weightedQuantile(weighted, quantile)).toBe(value)
})

it.each([
  ['consistent values', values(530, 6, 33, 52), true],
  ['energy without its nutrients', values(530, 1, 1, 1), false],
  ['more than 100 g', values(800, 60, 40, 50), false],
  ['more energy than fat has', values(1_200, 0, 100, 0), false],
])('%s: %j', (_, estimated, expected) => {
  expect(isPlausibleEstimate({ name: 'Potato chips', category: null }, estimated)).toBe(expected)
})
