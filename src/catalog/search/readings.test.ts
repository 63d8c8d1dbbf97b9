import { describe, expect, it } from 'vitest'
import { distance } from '../../food/words/nearness.ts'
import type { Lexicon } from './lexicon.ts'
import { readingsOf } from './readings.ts'
import { typedWords } from './typed.ts'

const foods: Record<string, number> = {
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

/** As the database would answer for these words. */
function lexiconFor(q: string): Lexicon {
  const words = Object.entries(foods).map(([word, count]) => ({ word, foods: count }))
  const typed = typedWords(q).map(({ word }) => word)
  return {
    foodsOf: word => foods[word] ?? 0,
    nearTo: other => words.filter(({ word }) => distance(word, other, 2) <= 2),
    longer: words
      .filter(({ word }) => word.startsWith(typed.at(-1) ?? ' '))
      .sort((one, other) => other.foods - one.foods),
  }
}

const queries = (q: string) => readingsOf(typedWords(q), lexiconFor(q)).map(({ query }) => query)

describe('readingsOf', () => {
  // what is typed, the likeliest reading
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
  it('a beginning has several ends, the most frequent first', () => {
    expect(queries('sea').slice(0, 2)).toEqual(["'seafood'", "'seaweed'"])
  })
  it('other forms come after what was typed', () => {
    const found = queries('tomato pancake')
    expect(found[0]).toBe("'tomato' & 'pancake'")
    expect(found).toContain("'tomatoes' & 'pancake'")
  })
  it('of a single word nothing is asked that would not show', () => {
    expect(queries('tomato')).toEqual(["'tomato'"])
  })
  it('words that nobody knows have no reading', () => {
    expect(queries('qqqqqqqq')).toEqual([])
  })
  it('however many words, there are eight readings at most', () => {
    expect(
      queries('mlik choclat natire tomato blak organik pancke mad leine de se').length,
    ).toBeLessThanOrEqual(8)
  })
})

describe('typedWords', () => {
  it.each([
    ['Café "au lait"', ['cafe', '"au"', '"lait"']],
    ['an "open quote', ['an', 'open', 'quote']],
    ['milk milk Milk', ['milk']],
    ['cola 330ml', ['cola', '330', 'ml']],
    [`'; drop table foods; -- & | ! <-> :*`, ['drop', 'table', 'foods']],
    ['', []],
  ])('%s', (q, expected) => {
    expect(typedWords(q).map(({ word, isQuoted }) => (isQuoted ? `"${word}"` : word))).toEqual(expected)
  })
})
