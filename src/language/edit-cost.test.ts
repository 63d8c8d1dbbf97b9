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
