import { expect, it } from 'vitest'
import type { Food } from '../../food/food.ts'
import { nutrients } from '../../food/nutrients.ts'
import { estimateSource } from '../../food/sources.ts'
import { comparePath, differencesOf, examplePairs, readComparedNames, readIds } from './comparison.ts'
import { shownAmount } from './differences.ts'

const food = (fields: Partial<Food>) => fields as Food

it('reads up to four different ids', () => {
  expect(readIds('3, 1,3')).toEqual({ ids: [3, 1], isCut: false })
  expect(readIds('1,2,3,4,5')).toEqual({ ids: [1, 2, 3, 4], isCut: true })
  for (const value of ['', ',', 'x', '-1', '0', '1e3', '12345678901234567', "1' or 1=1"])
    expect(readIds(value)).toEqual({ ids: [], isCut: false })
})

it('writes addresses that it can read', () => {
  expect(comparePath({})).toBe('/compare')
  expect(comparePath({ ids: [1, 2], per: 'serving', add: 'a&b' })).toBe(
    '/compare?foods=1,2&per=serving&add=a%26b',
  )
})

const compared = (fields: Partial<Food>, grams = 100) => ({ food: food(fields), grams, portion: '' })

it('says which food has most and least of what, never of what is not stated or estimated', () => {
  const unstated = Object.fromEntries(nutrients.map(nutrient => [nutrient, null]))
  const foods = [
    compared({ ...unstated, id: 1, protein_g: 10.04, fat_g: 2, sodium_mg: null, potassium_mg: 0 }),
    compared({ ...unstated, id: 2, protein_g: 9.4, fat_g: 2.04, sodium_mg: 35, potassium_mg: 358 }),
    compared({ ...unstated, id: 3, protein_g: 9.9, fat_g: null, sodium_mg: null, potassium_mg: 107 }),
    compared({ ...unstated, id: 4, protein_g: 90, fat_g: 0, sodium_mg: 1, source: estimateSource }),
  ]
  const shown = (list: typeof foods) =>
    differencesOf(list).map(({ nutrient, most, least }) => [nutrient, most.food.id, least.food.id])
  expect(shown(foods)).toEqual([
    ['protein_g', 1, 2],
    ['potassium_mg', 2, 1],
  ])
  expect(shown(foods.slice(0, 1))).toEqual([])
  const halved = foods.map((each, index) => ({ ...each, grams: index === 0 ? 50 : 100 }))
  expect(shown(halved)[0]).toEqual(['protein_g', 3, 1])
})

it('leaves out trivial differences', () => {
  const unstated = Object.fromEntries(nutrients.map(nutrient => [nutrient, null]))
  const foods = [
    compared({ ...unstated, id: 1, saturated_fat_g: 0.1, fat_g: 0.5, sugar_g: 0.04 }),
    compared({ ...unstated, id: 2, saturated_fat_g: 0.03, fat_g: 0.1, sugar_g: 0 }),
  ]
  expect(differencesOf(foods).map(({ nutrient }) => nutrient)).toEqual(['fat_g'])
})

it('shows traces as less than the smallest amount', () => {
  const traces = compared({ saturated_fat_g: 0.03, fat_g: 0, sugar_g: 0.05, sodium_mg: 0.4 })
  expect(shownAmount(traces, 'saturated_fat_g', 'en')).toBe('< 0.1 g')
  expect(shownAmount(traces, 'saturated_fat_g', 'de')).toBe('< 0,1 g')
  expect(shownAmount(traces, 'fat_g', 'en')).toBe('0 g')
  expect(shownAmount(traces, 'sugar_g', 'en')).toBe('0.1 g')
  expect(shownAmount(traces, 'sodium_mg', 'en')).toBe('< 1 mg')
})

it.each([
  ['banana or apple', ['banana', 'apple']],
  ['Banane oder Apfel?', ['Banane', 'Apfel']],
  ['pomme OU poire', ['pomme', 'poire']],
  ['plátano o manzana', ['plátano', 'manzana']],
  ['banana vs. peanut butter', ['banana', 'peanut butter']],
  ['banan lub jabłko lub gruszka', ['banan', 'jabłko', 'gruszka']],
  ['latte contro cappuccino', ['latte', 'cappuccino']],
])('reads the foods of %s', (q, names) => {
  expect(readComparedNames(q)).toEqual(names)
})

it.each(['banana', 'or', 'or apple', 'apple or', 'orange', 'a or b', 'aa or bb or cc or dd or ee', ''])(
  'does not compare for %j',
  q => {
    expect(readComparedNames(q)).toBeUndefined()
  },
)

it('pairs different foods of one category', () => {
  const foods = [
    food({ id: 1, name: 'Milk', category: 'Milk', calories_kcal: 60 }),
    food({ id: 2, name: 'Milk', category: 'Milk', calories_kcal: 50 }),
    food({ id: 3, name: 'Bread', category: 'Bread', calories_kcal: 250 }),
    food({ id: 4, name: 'Skimmed milk', category: 'Milk', calories_kcal: 40 }),
    food({ id: 5, name: 'Rolls', category: 'Bread', calories_kcal: null }),
  ]
  expect(examplePairs(foods, 3).map(([one, other]) => [one.id, other.id])).toEqual([[1, 4]])
})
