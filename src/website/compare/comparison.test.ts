import { expect, it } from 'vitest'
import type { Food } from '../../food/food.ts'
import { estimateSource } from '../../food/sources.ts'
import { bestFoods, comparePath, examplePairs, readIds } from './comparison.ts'

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

it('finds the best value where more or less is better', () => {
  const foods = [
    food({ id: 1, protein_g: 10.04, fat_g: 2, carbs_g: 3, sodium_mg: null }),
    food({ id: 2, protein_g: 9.4, fat_g: 2, carbs_g: 4, sodium_mg: 35 }),
    food({ id: 3, protein_g: 10, fat_g: 2.01, carbs_g: 5, sodium_mg: null }),
    food({ id: 4, protein_g: 90, fat_g: 0, carbs_g: 6, sodium_mg: 1, source: estimateSource }),
  ]
  expect(bestFoods(foods, 'protein_g')).toEqual(new Set([1, 3]))
  expect(bestFoods(foods, 'fat_g')).toEqual(new Set())
  expect(bestFoods(foods, 'carbs_g')).toEqual(new Set())
  expect(bestFoods(foods, 'sodium_mg')).toEqual(new Set())
})

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
