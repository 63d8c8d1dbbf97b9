import { expect, it } from 'vitest'
import type { CandidateFood } from '../quality/candidate-food.ts'
import { productKey } from './product-identity.ts'

const food = (changes: Partial<CandidateFood> = {}) =>
  ({
    source: 'off',
    source_id: '1',
    brand: 'Fernhollow',
    barcode: null,
    calories_kcal: 62,
    protein_g: 3.3,
    fat_g: 3.3,
    carbs_g: 4.8,
    fiber_g: 0,
    ...changes,
  }) as CandidateFood
const keyOf = (changes: Partial<CandidateFood> = {}, name = 'milk', brand = 'fernhollow') =>
  productKey(food(changes), name, brand)

it('is none for a record with a GTIN, which identifies the product', () => {
  expect(keyOf({ barcode: '0015887170128' })).toBeNull()
})

it('is the same for records that differ in other values only, and for codes of a shop', () => {
  expect(keyOf()).not.toBeNull()
  expect(keyOf({ source_id: '2', fiber_g: 1 })).toBe(keyOf())
  expect(keyOf({ barcode: '2660261018695' })).toBe(keyOf())
})

it('differs by name, brand, energy and each macronutrient', () => {
  const keys = [
    keyOf(),
    keyOf({}, 'skimmed milk'),
    keyOf({}, 'milk', 'oakley'),
    keyOf({ calories_kcal: 63 }),
    keyOf({ protein_g: null }),
    keyOf({ fat_g: 3.4 }),
    keyOf({ carbs_g: 4.9 }),
  ]
  expect(new Set(keys).size).toBe(keys.length)
})

it('of a food of a national table is its code, whatever its name', () => {
  const oats = { source: 'bls', source_id: 'C133000', brand: null } as const
  expect(keyOf({ ...oats, fat_g: 1 }, 'oat flakes')).toBe(keyOf(oats))
  expect(keyOf({ ...oats, source_id: 'C133100' })).not.toBe(keyOf(oats))
  expect(keyOf({ ...oats, source: 'swiss' })).not.toBe(keyOf(oats))
})

it('of laboratory foods is their name, whatever the values', () => {
  const laboratory = { source: 'usda', source_id: 'fdc:1', brand: null } as const
  expect(keyOf({ ...laboratory, fat_g: 1 })).toBe(keyOf(laboratory))
  expect(keyOf(laboratory, 'butter')).not.toBe(keyOf(laboratory))
  expect(keyOf(laboratory)).not.toBe(keyOf({ ...laboratory, source_id: 'gtin:1' }))
})
