import { expect, it } from 'vitest'
import { createPhraseTrie, hasRole, noPhrase, type PhraseNode } from './phrases.ts'

const trie = createPhraseTrie([
  { text: 'dos', role: 'number', value: 2 },
  { text: 'cup', role: 'unit', unit: 'cup' },
  { text: 'cup of tea', role: 'name' },
  { text: 'dos', role: 'of' },
  { text: 'Dos', role: 'fraction', value: 0.5 },
  { text: '0,5% fat', role: 'attribute' },
])
const phraseAt = (...tokens: string[]) =>
  tokens.reduce<PhraseNode | undefined>((node, token) => node?.next.get(token), trie)?.phrase

it('has all roles of a phrase, and the meaning of the first entry that has one', () => {
  expect(phraseAt('dos')).toEqual({
    ...{ roles: new Set(['number', 'of', 'fraction']), value: 2 },
    ...{ unit: null, size: null, preference: null },
  })
})

it('ends a phrase at its last token', () => {
  expect(phraseAt('cup')?.unit).toBe('cup')
  expect(phraseAt('cup', 'of')).toBe(noPhrase)
  expect([...(phraseAt('cup', 'of', 'tea')?.roles ?? [])]).toEqual(['name'])
  expect(phraseAt('of')).toBeUndefined()
})

it('keeps a percentage as one token', () => {
  expect(phraseAt('0.5%', 'fat')?.roles).toEqual(new Set(['attribute']))
})

it('has a role if it has one of those wanted', () => {
  const phrase = { ...noPhrase, roles: new Set(['unit', 'container'] as const) }
  expect(hasRole(phrase, ['number', 'unit'])).toBe(true)
  expect(hasRole(phrase, ['number'])).toBe(false)
  expect(hasRole(phrase, [])).toBe(false)
})
