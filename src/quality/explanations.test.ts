import { expect, it } from 'vitest'
import type { QualityFlag } from './candidate-food.ts'
import { classOfConfidence, decimals, rangeOf } from './confidence/classes.ts'
import { explainExclusion, explainFlag } from './explanations.ts'

it.each<[QualityFlag, string]>([
  [{ rule: 'energy-from-kj', field: 'calories_kcal' }, 'computed from kilojoules'],
  [{ rule: 'unit-oz', field: 'serving_size_g' }, 'converted from oz'],
  [{ rule: 'sodium-too-high', field: 'sodium_mg' }, 'More sodium than this kind of food can have: dropped'],
  [
    { rule: 'kj-as-kcal', field: 'calories_kcal' },
    'The energy in kilojoules was entered as kilocalories: converted',
  ],
  [
    { rule: 'sugar-over-carbs', field: 'sugar_g' },
    'More sugar than carbohydrates: kept, but flagged as suspicious',
  ],
])('explains %j, with what was done', (flag, explanation) => {
  expect(explainFlag(flag)).toBe(explanation)
})

it('explains why a record is not a food, and shows an unknown reason as it is', () => {
  expect(explainExclusion('no-name')).toBe('it has no usable name')
  expect(explainExclusion('of-a-later-version')).toBe('of-a-later-version')
})

it.each([
  [1, 'complete'],
  [0.75, 'complete'],
  [0.749, 'sparse'],
  [0.3, 'sparse'],
  [0.299, 'empty'],
  [0.25, 'empty'],
  [0.249, 'estimate'],
  [0.05, 'estimate'],
  [0, 'estimate'],
])('a confidence of %d is of the class %s, which begins with its floor', (confidence, id) => {
  expect(classOfConfidence(confidence)).toBe(id)
})

it('writes two decimals, and none for integers', () => {
  expect([0.3, 1, 0].map(decimals)).toEqual(['0.30', '1', '0'])
  expect(rangeOf('complete')).toBe('0.75 to 1')
})
