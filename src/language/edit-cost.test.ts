import { describe, expect, it } from 'vitest'
import { editCost } from './edit-cost.ts'

describe('editCost', () => {
  it('is nothing for the word itself', () => {
    expect(editCost('yaourt', 'yaourt')).toBe(0)
  })

  // Two misspellings of the last word, the likelier one first.
  it.each([
    ['an omitted letter', 'a stray letter', 'yaurt', 'yaouxrt', 'yaourt'],
    ['one of two equal letters omitted', 'another one omitted', 'vanila', 'vnilla', 'vanilla'],
    ['a letter doubled', 'a stray letter', 'ppizza', 'pkizza', 'pizza'],
    ['swapped letters', 'a substituted letter', 'mlik', 'melk', 'milk'],
    ['the adjacent letter', 'one far from it', 'chocplat', 'choczlat', 'chocolat'],
    ['an error inside', 'the same error at the start', 'mouyarde', 'noutarde', 'moutarde'],
    ['one error', 'two', 'nuella', 'nuela', 'nutella'],
    ['the adjacent letter on a French keyboard', 'one far from it', 'qnanas', 'knanas', 'ananas'],
  ])('%s costs less than %s', (_, __, likelier, other, intended) => {
    expect(editCost(likelier, intended)).toBeLessThan(editCost(other, intended))
  })

  it.each([
    ['', 'ab'],
    ['ab', ''],
    ['aa', 'a'],
    ['a', 'aa'],
    ['ab', 'ba'],
    ['寿司', '寿'],
  ])('%j for %j is some finite cost', (typed, intended) => {
    const cost = editCost(typed, intended)
    expect(cost).toBeGreaterThan(0)
    expect(cost).toBeLessThan(20)
  })
})

// The table of costs, and 1 more for a wrong first letter.
it.each([
  ['an omitted letter', 'mik', 'milk', 1.7],
  ['an omitted first letter', 'ilk', 'milk', 2.7],
  ['one of two equal letters omitted', 'vanila', 'vanilla', 1.2],
  ['swapped letters', 'mlik', 'milk', 2.5],
  ['a doubled letter', 'millk', 'milk', 2.3],
  ['an adjacent letter', 'mulk', 'milk', 3.2],
  ['an adjacent letter in the row below', 'mjlk', 'milk', 3.2],
  ['another letter', 'mzlk', 'milk', 4.6],
  ['an adjacent letter inserted', 'mjilk', 'milk', 5.2],
  ['another letter inserted', 'mzilk', 'milk', 5.9],
  ['two omitted letters', 'mk', 'milk', 3.4],
  ['an omitted and another letter', 'mz', 'mil', 6.3],
])('%s costs as much as in the table: %s for %s', (_, typed, intended, cost) => {
  expect(editCost(typed, intended)).toBeCloseTo(cost, 10)
})
