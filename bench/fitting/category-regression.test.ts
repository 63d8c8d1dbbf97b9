import { expect, it } from 'vitest'
import { fitRegression, probabilities } from './category-regression.ts'

// Class 0 has the child 1; class 2 has no relatives.
const ends = Int32Array.from([2, 2, 3])
const settings = { epochs: 30, rate: 0.2, l2: 0, ownShare: 0.2, dropout: 0 }

function fitted(examples: [features: number[], category: number][]) {
  const { weights, classes } = fitRegression(
    examples.map(([features, category]) => ({ features: Int32Array.from(features), category, weight: 1 })),
    4,
    ends,
    settings,
  )
  return (features: number[]) => {
    const result = new Float64Array(classes)
    probabilities(weights, classes, Int32Array.from(features), result)
    return [...result]
  }
}

it('learns which features belong to a category', () => {
  const of = fitted([
    [[0, 1], 1],
    [[0, 2], 2],
  ])
  expect(of([0, 1])[1]).toBeGreaterThan(0.9)
  expect(of([0, 2])[2]).toBeGreaterThan(0.9)
})

it('takes a general category for one of those below it', () => {
  const of = fitted([
    [[1], 1],
    [[1], 1],
    [[1], 0],
    [[2], 2],
  ])
  const [general = 0, specific = 0] = of([1])
  expect(general + specific).toBeGreaterThan(0.9)
  expect(specific).toBeGreaterThan(general)
})

it('gives the same weights each time', () => {
  const examples: [number[], number][] = [
    [[0, 1], 1],
    [[0, 2], 2],
    [[3], 0],
  ]
  expect(fitted(examples)([0, 1, 3])).toEqual(fitted(examples)([0, 1, 3]))
})
