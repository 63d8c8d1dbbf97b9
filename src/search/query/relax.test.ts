import { describe, expect, it } from 'vitest'
import { buildSearchIndex } from '../index/search-index.ts'
import { createVocabulary } from '../vocabulary/vocabulary.ts'
import { parseQuery } from './parse.ts'
import { relaxedCandidates } from './relax.ts'

const vocabulary = await createVocabulary(
  1_000_000,
  await buildSearchIndex([]),
  [
    { term: 'nutella', documentFrequency: 500 },
    { term: 'big', documentFrequency: 5_000 },
    { term: 'baked', documentFrequency: 400 },
    { term: 'crust', documentFrequency: 100 },
  ],
  new Map(),
)

const relaxed = (q: string) => relaxedCandidates(parseQuery(q), vocabulary)

describe('relaxedCandidates', () => {
  it('leaves out the words that say little first', () => {
    const { queries } = relaxed('baked nutella crust')
    expect(queries.map(({ tsquery }) => tsquery).slice(0, 2)).toEqual([
      "'nutella' & 'crust'",
      "'baked' & 'crust'",
    ])
    expect(queries.every(({ kept }) => kept > 0 && kept < 1)).toBe(true)
  })
  it('never repeats the whole query', () => {
    expect(relaxed('nutella big').queries.map(({ terms }) => terms.length)).toEqual([1, 1])
  })
  it('counts unknown words as left out', () => {
    const { queries } = relaxed('nutella qqqqqqqq')
    expect(queries).toHaveLength(1)
    expect(queries[0]?.kept).toBeLessThan(1)
  })
  it('has nothing to leave out of one word or of unknown words', () => {
    expect(relaxed('nutella').queries).toEqual([])
    expect(relaxed('qqqqqqqq wwwwwwww').queries).toEqual([])
  })
})
