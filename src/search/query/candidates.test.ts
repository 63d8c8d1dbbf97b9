import { describe, expect, it } from 'vitest'
import { editDistance } from '../../language/edit-distance.ts'
import { candidateQueries } from './candidates.ts'
import { parseQuery } from './parse.ts'
import type { TermLookup } from './terms.ts'

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
  de: 500_000,
  seafood: 900,
  seaweed: 400,
}

/** What the database would answer for these terms. */
function lookupFor(q: string): TermLookup {
  const terms = Object.entries(frequencies).map(([term, documentFrequency]) => ({ term, documentFrequency }))
  const last = parseQuery(q).at(-1)?.term ?? ' '
  return {
    documentFrequency: term => frequencies[term] ?? 0,
    similarTo: other => terms.filter(({ term }) => editDistance(term, other, 2) <= 2),
    completions: terms
      .filter(({ term }) => term.startsWith(last))
      .sort((one, other) => other.documentFrequency - one.documentFrequency),
  }
}

const queries = (q: string) => candidateQueries(parseQuery(q), lookupFor(q)).map(({ tsquery }) => tsquery)

describe('candidateQueries', () => {
  // query, likeliest candidate
  const cases: [string, string][] = [
    ['milk', "'milk'"],
    ['mlik', "'milk'"],
    ['"mlik"', "'mlik'"],
    ['bifidus natire', "'bifidus' & 'nature'"],
    ['bifidus "natire"', "'bifidus' & 'natire'"],
    ['block', "'block'"],
    ['organicpancake', "'organic' & 'pancake'"],
    ['made leine', "'madeleine'"],
    ['seaf', "'seafood'"],
    ['sea', "'seafood'"],
    ['de', "'de'"],
  ]
  it.each(cases)('%s', (q, likeliest) => {
    expect(queries(q)[0]).toBe(likeliest)
  })
  it('completes a prefix in several ways, the most frequent first', () => {
    expect(queries('sea').slice(0, 2)).toEqual(["'seafood'", "'seaweed'"])
  })
  it('ranks inflections below the typed words', () => {
    const found = queries('tomato pancake')
    expect(found[0]).toBe("'tomato' & 'pancake'")
    expect(found).toContain("'tomatoes' & 'pancake'")
  })
  it('drops candidates of a single word that would not be shown', () => {
    expect(queries('tomato')).toEqual(["'tomato'"])
  })
  it('has no candidate for unknown words', () => {
    expect(queries('qqqqqqqq')).toEqual([])
  })
  it('has at most six candidates, however long the query', () => {
    expect(
      queries('mlik choclat natire tomato blak organik pancke mad leine de se').length,
    ).toBeLessThanOrEqual(6)
  })
})

describe('parseQuery', () => {
  it.each([
    ['Café "au lait"', ['cafe', '"au"', '"lait"']],
    ['an "open quote', ['an', 'open', 'quote']],
    ['milk milk Milk', ['milk']],
    ['cola 330ml', ['cola']],
    ['330 ml', ['330', 'ml']],
    ['"330 ml" cola', ['"330"', '"ml"', 'cola']],
    [`'; drop table foods; -- & | ! <-> :*`, ['drop', 'table', 'foods']],
    ['', []],
  ])('%s', (q, expected) => {
    expect(parseQuery(q).map(({ term, isQuoted }) => (isQuoted ? `"${term}"` : term))).toEqual(expected)
  })
})
