import { describe, expect, it } from 'vitest'
import { baseForm } from './inflection.ts'
import { tokenize } from './tokenize.ts'
import {
  explanationKinds,
  explanationPatterns,
  foodTraits,
  inflectionGroups,
  keptWith,
  modifiers,
  stateWords,
  traitPatterns,
  usualStates,
} from './word-lists.ts'

describe('language data', () => {
  it('writes inflections, modifiers and states as tokens', () => {
    const words = [
      ...inflectionGroups,
      [...modifiers],
      [...stateWords],
      ...keptWith.values(),
      ...usualStates.values(),
    ]
    for (const word of words.flat()) expect(tokenize(word)).toEqual([word])
  })
  it('lists usual states by base form', () => {
    for (const word of usualStates.keys()) expect(baseForm(word)).toBe(word)
  })
  it('lists only states as usual states of a food', () => {
    for (const [food, states] of usualStates)
      expect([food, states.filter(state => !stateWords.has(state))]).toEqual([food, []])
  })
  it('has every inflected word in one group only', () => {
    const words = inflectionGroups.flat()
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
  })
  it.each([
    ...explanationKinds.map(kind => [kind, explanationPatterns(kind)] as const),
    ...foodTraits.map(trait => [trait, traitPatterns(trait)] as const),
  ])('has valid patterns in lower case for %s', (_, patterns) => {
    expect(patterns.length).toBeGreaterThan(0)
    for (const pattern of patterns) {
      expect(pattern).toBe(pattern.toLowerCase())
      expect(() => new RegExp(pattern.replaceAll('*', ''), 'u')).not.toThrow()
    }
  })
})
