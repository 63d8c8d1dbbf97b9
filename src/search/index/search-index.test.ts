import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance, maxEdits } from '../../language/edit-distance.ts'
import { phoneticCode } from '../../language/phonetic.ts'
import { createVocabulary } from '../vocabulary/vocabulary.ts'
import { buildSearchIndex, openSearchIndex, type Term } from './search-index.ts'

// Few letters, so that words resemble each other, and some that UTF-16 and UTF-8 sort differently.
const word = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', 'é', '\uffee', '😀'),
  minLength: 1,
  maxLength: 9,
})
const termsOf = (words: string[], frequency = (n: number) => n + 1): Term[] =>
  [...new Set(words)].map((term, n) => ({ term, documentFrequency: frequency(n) }))
const someTerms = fc.array(word, { maxLength: 40 }).map(words => termsOf(words))

describe('SearchIndex', () => {
  it('finds every term with its frequency, and no other word', () =>
    fc.assert(
      fc.asyncProperty(someTerms, word, async (terms, other) => {
        const index = await buildSearchIndex(terms)
        for (const { term, documentFrequency } of terms) {
          const position = index.positionOf(term)
          expect([index.termAt(position), index.lengthAt(position), index.frequencyAt(position)]).toEqual([
            term,
            term.length,
            documentFrequency,
          ])
        }
        if (!terms.some(({ term }) => term === other)) expect(index.positionOf(other)).toBe(-1)
      }),
    ))

  it('finds the terms with a prefix', () =>
    fc.assert(
      fc.asyncProperty(someTerms, word, async (terms, prefix) => {
        const index = await buildSearchIndex(terms)
        const { from, to } = index.withPrefix(prefix)
        const found = Array.from({ length: to - from }, (_, n) => index.termAt(from + n))
        expect(found).toEqual(
          terms
            .map(({ term }) => term)
            .filter(term => term.startsWith(prefix))
            .sort(),
        )
      }),
    ))

  it('finds every term that the typed word may be a misspelling of', () =>
    fc.assert(
      fc.asyncProperty(someTerms, word, async (terms, typed) => {
        const index = await buildSearchIndex(terms)
        const edits = maxEdits(typed)
        const found = Array.from(index.sharingDeletes(typed, edits), index.termAt)
        const close = terms.map(({ term }) => term).filter(term => editDistance(typed, term, edits) <= edits)
        expect(found).toEqual(expect.arrayContaining(close))
      }),
    ))

  it('finds terms by their sound', async () => {
    const index = await buildSearchIndex(termsOf(['tuna', 'zucchini', 'milk']))
    expect(phoneticCode('toona')).toBe(phoneticCode('tuna'))
    expect(Array.from(index.soundingLike('toona'), index.termAt)).toContain('tuna')
    expect(Array.from(index.soundingLike('toona'), index.termAt)).not.toContain('milk')
  })

  it('works from its bytes alone', async () => {
    const { bytes } = await buildSearchIndex(termsOf(['milk', 'oats', 'žito']))
    const index = openSearchIndex(Uint8Array.from(bytes))
    expect([0, 1, 2].map(index.termAt)).toEqual(['milk', 'oats', 'žito'])
    expect(Array.from(index.sharingDeletes('mlik', 1), index.termAt)).toEqual(['milk'])
  })

  it('refuses the bytes of another format', async () => {
    const { bytes } = await buildSearchIndex([])
    bytes[0] = 99
    expect(() => openSearchIndex(bytes)).toThrow('format 99')
  })
})

it('gives the same vocabulary with changed terms as when it is built again', () =>
  fc.assert(
    fc.asyncProperty(
      someTerms,
      fc.array(fc.tuple(word, fc.integer({ min: 0, max: 9 })), { maxLength: 15 }),
      word,
      async (terms, changes, typed) => {
        const changed = [...new Map(changes)].map(([term, documentFrequency]) => ({
          term,
          documentFrequency,
        }))
        const now = new Map([...terms, ...changed].map(term => [term.term, term]))
        const updated = await createVocabulary(9, await buildSearchIndex(terms), changed, new Map())
        const rebuilt = await createVocabulary(
          9,
          await buildSearchIndex([...now.values()].filter(({ documentFrequency }) => documentFrequency > 0)),
          [],
          new Map(),
        )
        const answers = (vocabulary: typeof updated) => ({
          frequencies: [...now.keys(), typed].map(vocabulary.documentFrequency),
          completions: vocabulary.completionsOf(typed.slice(0, 1)),
          similar: sorted(vocabulary.similarTo(typed, 1)),
          sounding: sorted(vocabulary.soundingLike(typed, 1)),
        })
        expect(answers(updated)).toEqual(answers(rebuilt))
      },
    ),
  ))

const sorted = (terms: Term[]) => terms.toSorted((one, other) => (one.term < other.term ? -1 : 1))
