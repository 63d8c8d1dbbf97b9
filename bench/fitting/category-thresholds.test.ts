import { expect, it } from 'vitest'
import { categories } from '../../src/food/categories.ts'
import { never } from '../../src/food/category-classifier.ts'
import { type Judged, thresholdsFor } from './category-thresholds.ts'

const indexOf = (name: string) => categories.findIndex(category => category.name === name)

function answers(count: number, answer: string, certainty: number, tagged: string): Judged[] {
  return Array.from({ length: count }, () => ({
    likely: [{ category: indexOf(answer), certainty, fits: true }],
    category: indexOf(tagged),
  }))
}

const thresholdOf = (name: string, judged: Judged[]) =>
  thresholdsFor(judged, { top: 0.9, below: 0.9 })[indexOf(name)]

it('is the least certainty from which on answers agree', () => {
  const judged = [...answers(500, 'Eggs', 950, 'Eggs'), ...answers(500, 'Eggs', 850, 'Dairy')]
  expect(thresholdOf('Eggs', judged)).toBe(851)
})

it('counts a category above the tagged one as right', () => {
  expect(thresholdOf('Dairy', answers(500, 'Dairy', 950, 'Cheddar'))).toBe(700)
})

it('does not count a category below the tagged one', () => {
  const judged = [...answers(500, 'Cheddar', 800, 'Cheeses'), ...answers(500, 'Cheddar', 900, 'Bread')]
  expect(thresholdOf('Cheddar', judged)).toBe(never)
})

it('is never reached by a category that disagrees', () => {
  expect(thresholdOf('Eggs', answers(500, 'Eggs', 1000, 'Dairy'))).toBe(never)
})
