import { expect, it } from 'vitest'
import { isChangeByImport } from './food-row.ts'

it.each([
  ['an import', '1789.5 f00d 0', '1790.1 f00d 0', true],
  ['nothing', '1789.5 f00d 0', '1789.5 f00d 0', false],
  ['other synonyms', '1789.5 f00d 0', '1790.1 cafe 0', false],
  ['a takedown', '1789.5 f00d 0', '1789.5 f00d 7', false],
  ['an import and a takedown', '1789.5 f00d 0', '1790.1 f00d 7', false],
  ['an import without synonyms', '1789.5  0', '1790.1  0', true],
])('is a change by an import: %s', (_what, before, now, expected) => {
  expect(isChangeByImport(before, now)).toBe(expected)
})
