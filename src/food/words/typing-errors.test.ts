import { describe, expect, it } from 'vitest'
import { costOfErrors } from './typing-errors.ts'

describe('the cost of typing errors', () => {
  it('is nothing for the word itself', () => {
    expect(costOfErrors('yaourt', 'yaourt')).toBe(0)
  })

  // Each pair was typed for `meant`, the likelier error first.
  it.each([
    ['a letter left out', 'a strange one put in', 'yaurt', 'yaouxrt', 'yaourt'],
    ['one of two equal letters left out', 'another left out', 'vanila', 'vnilla', 'vanilla'],
    ['a letter doubled', 'a strange one put in', 'ppizza', 'pkizza', 'pizza'],
    ['letters swapped', 'a letter changed', 'mlik', 'melk', 'milk'],
    ['the letter beside it', 'one far from it', 'chocplat', 'choczlat', 'chocolat'],
    ['an error inside', 'the same error at the start', 'mouyarde', 'noutarde', 'moutarde'],
    ['one error', 'two', 'nuella', 'nuela', 'nutella'],
    ['the letter beside it on a French keyboard', 'one far from it', 'qnanas', 'knanas', 'ananas'],
  ])('%s costs less than %s', (_, __, likelier, other, meant) => {
    expect(costOfErrors(likelier, meant)).toBeLessThan(costOfErrors(other, meant))
  })

  it.each([
    ['', 'ab'],
    ['ab', ''],
    ['aa', 'a'],
    ['a', 'aa'],
    ['ab', 'ba'],
    ['寿司', '寿'],
  ])('%j for %j is some finite cost', (typed, meant) => {
    const cost = costOfErrors(typed, meant)
    expect(cost).toBeGreaterThan(0)
    expect(cost).toBeLessThan(20)
  })
})
