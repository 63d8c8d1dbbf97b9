import { describe, expect, it } from 'vitest'
import { editDistance, maxEdits } from './edit-distance.ts'

describe('editDistance', () => {
  const cases: [string, string, number][] = [
    ['milk', 'milk', 0],
    ['mlik', 'milk', 1],
    ['chocolt', 'chocolat', 1],
    ['epresso', 'espresso', 1],
    ['saucisho', 'saucisson', 2],
    ['lsvored', 'flavored', 2],
    ['ca', 'abc', 3],
    ['milk', 'chocolate', 3],
    ['', 'ab', 2],
  ]
  it.each(cases)('%s %s', (one, other, expected) => {
    expect(editDistance(one, other, 2)).toBe(expected)
    expect(editDistance(other, one, 2)).toBe(expected)
  })
})

it.each<[string, number]>([
  ['ab', 0],
  ['abc', 1],
  ['abcde', 1],
  ['abcdef', 2],
])('%s may have %i edits', (word, edits) => {
  expect(maxEdits(word)).toBe(edits)
})

it('stops at one more than the allowed edits', () => {
  expect(editDistance('abcdefgh', 'hgfedcba', 1)).toBe(2)
  expect(editDistance('ab', 'abcd', 1)).toBe(2)
  expect(editDistance('abc', 'abcd', 1)).toBe(1)
})
