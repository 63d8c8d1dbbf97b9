import { expect, it } from 'vitest'
import { askedPortion, portionQuery, portionText } from './asked-portion.ts'
import type { PortionOption } from './portion.ts'

const option = (id: string, one: string, grams: number, other = one): PortionOption => ({
  ...{ id, grams, name: { one, other }, isMass: id === 'g', isUsual: false, presets: [] },
})
const options = [
  option('portion-1', 'egg', 50, 'eggs'),
  option('serving', 'serving', 30, 'servings'),
  option('cup', 'cup', 30, 'cups'),
  option('ml', 'ml', 1.03),
  option('g', 'g', 1),
]

it.each<[grams: number, amount: number, unit: string | null, text: string, query: string]>([
  [100, 2, null, '2 eggs · 100 g', '?amount=2&unit=portion-1'],
  [60, 2, 'cup', '2 cups · 60 g', '?amount=2&unit=cup'],
  [60, 2, 'slice', '2 servings · 60 g', '?amount=2&unit=serving'],
  [60, 60, 'g', '60 g', '?amount=60&unit=g'],
  [200, 0.2, 'kg', '200 g', '?amount=200&unit=g'],
  [206, 200, 'ml', '200 ml · 206 g', '?amount=200&unit=ml'],
  [515, 0.5, 'l', '500 ml · 515 g', '?amount=500&unit=ml'],
  [82.5, 1, 'small', '82.5 g', '?amount=82.5&unit=g'],
  [10, 1 / 3, 'cup', '0.33 cup · 9.99 g', '?amount=0.333&unit=cup'],
])('%d g, said as %d %s: %s', (grams, amount, unit, text, query) => {
  const portion = askedPortion(grams, { amount, unit }, options)
  expect(portion && [portionText(portion, 'en'), portionQuery(portion)]).toEqual([text, query])
})

it('is none beyond what a page shows', () => {
  expect(askedPortion(1_000_000, { amount: 1_000_000, unit: 'g' }, options)).toBeNull()
  expect(askedPortion(0, { amount: 0, unit: 'g' }, options)).toBeNull()
})
