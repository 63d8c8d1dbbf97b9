import { describe, expect, it } from 'vitest'
import { tokenize } from './tokenize.ts'
import {
  explanationKinds,
  explanationPatterns,
  foodKinds,
  inflectionGroups,
  kindPatterns,
  modifiers,
} from './vocabulary.ts'

describe('language data', () => {
  it('writes inflections and modifiers as tokens', () => {
    for (const word of [...inflectionGroups.flat(), ...modifiers]) expect(tokenize(word)).toEqual([word])
  })
  it('has every inflected word in one group only', () => {
    const words = inflectionGroups.flat()
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
  })
  it.each([
    ...explanationKinds.map(kind => [kind, explanationPatterns(kind)] as const),
    ...foodKinds.map(kind => [kind, kindPatterns(kind)] as const),
  ])('has valid patterns in lower case for %s', (_, patterns) => {
    expect(patterns.length).toBeGreaterThan(0)
    for (const pattern of patterns) {
      expect(pattern).toBe(pattern.toLowerCase())
      expect(() => new RegExp(pattern.replaceAll('*', ''), 'u')).not.toThrow()
    }
  })
})
