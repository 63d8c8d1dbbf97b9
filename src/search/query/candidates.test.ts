import { describe, expect, it } from 'vitest'
import { buildSearchIndex } from '../index/search-index.ts'
import { createVocabulary } from '../vocabulary/vocabulary.ts'
import { candidatesOf } from './candidates.ts'
import { parseQuery } from './parse.ts'

const frequencies: Record<string, number> = {
  milk: 9_000,
  mild: 800,
  chocolate: 30_000,
  chocolat: 60_000,
  choco: 900,
  organic: 12_000,
  pancake: 700,
  madeleine: 2_000,
  made: 300,
  tomato: 5_000,
  tomatoes: 2_500,
  bifidus: 1_300,
  natire: 6,
  nature: 31_000,
  block: 600,
  black: 20_000,
  seafood: 900,
  seaweed: 400,
  eggplant: 300,
  aubergine: 900,
  macaroni: 700,
  cheese: 9_000,
  reese: 80,
  pieces: 900,
}

const vocabulary = await createVocabulary(
  1_000_000,
  await buildSearchIndex([]),
  Object.entries(frequencies).map(([term, documentFrequency]) => ({ term, documentFrequency })),
  new Map([['aubergine', [{ words: ['eggplant'] }]]]),
)

const candidates = (q: string) => candidatesOf(parseQuery(q), vocabulary)
const queries = (q: string) => candidates(q).map(({ tsquery }) => tsquery)

describe('candidatesOf', () => {
  // query, likeliest candidate
  const cases: [string, string][] = [
    ['milk', "'milk'"],
    ['mlik', "'milk'"],
    ['bifidus natire', "'bifidus' & 'nature'"],
    ['bifidus "natire"', "'bifidus' & 'natire'"],
    ['block', "'block'"],
    ['organicpancake', "'organic' & 'pancake'"],
    ['made leine', "'madeleine'"],
    ['seaf', "'seafood'"],
    ['sea', "'seafood'"],
    ['macaroni and cheese', "'macaroni' & 'cheese'"],
    ['reeses pieces', "('reeses' | 'reese') & 'pieces'"],
  ]
  it.each(cases)('%s', (q, likeliest) => {
    expect(queries(q)[0]).toBe(likeliest)
  })
  it('completes a prefix in several ways, the most frequent first', () => {
    expect(queries('sea').slice(0, 2)).toEqual(["'seafood'", "'seaweed'"])
  })
  it('finds all inflections of a word', () => {
    expect(queries('tomato pancake')[0]).toBe("('tomato' | 'tomatoes') & 'pancake'")
  })
  it('has the literal reading of quoted words only', () => {
    expect(queries('"mlik"')).toEqual(["'mlik'"])
  })
  it('ranks a synonym below the typed word', () => {
    const [typed, synonym] = candidates('aubergine')
    expect(typed).toMatchObject({ tsquery: "'aubergine'", synonym: 'none' })
    expect(synonym).toMatchObject({ tsquery: "'eggplant'", synonym: 'whole' })
    expect(typed?.score).toBeGreaterThan(synonym?.score ?? 0)
  })
  it('completes a single letter by what foods with the words before it contain', () => {
    expect(candidates('seafood c')).toContainEqual(
      expect.objectContaining({ tsquery: "'seafood'", prefix: 'c' }),
    )
  })
  it('has no candidate for unknown words', () => {
    expect(queries('qqqqqqqq')).toEqual([])
  })
  it('has few candidates, however long the query', () => {
    expect(
      queries('mlik choclat natire tomato blak organik pancke mad leine de se').length,
    ).toBeLessThanOrEqual(9)
  })
})
