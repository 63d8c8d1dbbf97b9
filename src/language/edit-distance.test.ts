import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deletesOf, editDistance, indexedDeletesOf, maxEdits } from './edit-distance.ts'

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

describe('deletes', () => {
  it('without one letter', () => {
    expect(deletesOf('milk', 1).sort()).toEqual(['ilk', 'mik', 'mil', 'milk', 'mlk'])
  })

  const letters = fc.constantFrom(...'abcde')
  const word = fc.string({ unit: letters, minLength: 4, maxLength: 12 })
  const place = fc.nat()
  const edit = (text: string, kind: number, at: number, letter: string): string => {
    const here = at % text.length
    const [before, after] = [text.slice(0, here), text.slice(here + 1)]
    if (kind === 0) return before + letter + text.slice(here)
    if (kind === 1) return before + after
    if (kind === 2) return before + letter + after
    return before + after.slice(0, 1) + (text[here] ?? '') + after.slice(1)
  }

  it('a misspelling within the tolerated edits shares a delete with the intended word', () => {
    fc.assert(
      fc.property(
        word,
        fc.array(fc.tuple(fc.nat(3), place, letters), { maxLength: 2 }),
        (intended, edits) => {
          const typed = edits.reduce((text, [kind, at, letter]) => edit(text, kind, at, letter), intended)
          const needed = editDistance(typed, intended, 2)
          fc.pre(typed.length >= 4 && needed <= maxEdits(typed))
          const indexed = new Set(indexedDeletesOf(intended))
          expect(deletesOf(typed, maxEdits(typed)).some(form => indexed.has(form))).toBe(true)
        },
      ),
      { numRuns: 5_000 },
    )
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

it('indexes one delete for terms of four letters and two from five', () => {
  expect(indexedDeletesOf('abcd').toSorted()).toEqual(['abc', 'abcd', 'abd', 'acd', 'bcd'])
  expect(indexedDeletesOf('abcde')).toContain('abc')
  expect(indexedDeletesOf('abcdefghij')).toContain('abcdefg')
})

it('stops at one more than the allowed edits', () => {
  expect(editDistance('abcdefgh', 'hgfedcba', 1)).toBe(2)
  expect(editDistance('ab', 'abcd', 1)).toBe(2)
  expect(editDistance('abc', 'abcd', 1)).toBe(1)
})
