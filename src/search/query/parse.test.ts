import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barcodeCandidates } from '../../food/barcode.ts'
import { normalizedQuery, parseQuery } from './parse.ts'

const people = readFileSync(new URL('../../../lab/catalogs/people.tsv', import.meta.url), 'utf8')
const queries = people.split('\n').flatMap(line => line.split('\t')[1] ?? [])

describe('a query for something else than food', () => {
  it.each([
    'toothpaste',
    'Dog  food',
    'gel douche',
    'Katzenfutter',
    'papier toilette',
    'https://example.com/milk',
  ])('%s', q => expect(parseQuery(q)).toEqual([]))
  it.each(['hot dog', 'fish', 'cream', 'example milk'])('is not %s', q => {
    expect(parseQuery(q)).not.toEqual([])
  })
})

describe('queries with one normalized form', () => {
  const expectEqual = (one: string, other: string) => {
    expect(normalizedQuery(other)).toBe(normalizedQuery(one))
    expect(parseQuery(other)).toEqual(parseQuery(one))
    expect(barcodeCandidates(other)).toEqual(barcodeCandidates(one))
  }
  it('are read alike: upper case and spaces', () => {
    expect(queries.length).toBeGreaterThan(200)
    for (const q of queries) expectEqual(q, `  ${q.toLowerCase().replaceAll(' ', '   ')}\t`)
  })
  it('are read alike: any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), q => {
        expectEqual(q, ` ${q.replaceAll(' ', '\u00a0 ')} `)
        const normalized = normalizedQuery(q)
        if (normalizedQuery(normalized) === normalized) expectEqual(q, normalized)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the words of a query', () => {
  /** Of the last reading: quoted words in quotes, a word that may be unfinished with a star. */
  const tokensOf = (q: string) =>
    parseQuery(q)
      .at(-1)
      ?.tokens.map(({ term, isQuoted, mayBePrefix }) =>
        isQuoted ? `"${term}"` : `${term}${mayBePrefix ? '*' : ''}`,
      )
      .join(' ')

  it.each([
    ['are unfinished at the end only', 'red apple', 'red apple*'],
    ['count once', 'apple red apple', 'apple red*'],
    ['need no linking word', 'macaroni and cheese', 'macaroni cheese*'],
    ['need no linking word at the end', 'macaroni and', 'macaroni'],
    ['may end with the first letter of one', 'macaroni a', 'macaroni a*'],
    ['include linking words if there are no others', 'with the', 'with the*'],
    ['include quoted linking words', 'macaroni "and" cheese', 'macaroni "and" cheese*'],
    ['may be quoted', 'red "apple pie" cold', 'red "apple" "pie" cold*'],
    ['are finished if quoted', 'red “apple”', 'red "apple"'],
    ['are not quoted after a quote that is not closed', 'red "apple', 'red apple*'],
    ['are understood without an amount', '100 g red apple', 'red apple*'],
    ['are finished if an amount follows', 'red apple 100 g', 'red apple'],
    ['are quoted if they are understood', '100 g "red" apple', '"red" apple*'],
    ['are finished if quoted and understood', '100 g red "apple"', 'red "apple"'],
    ['count once if they are understood', '100 g apple red apple', 'apple red*'],
  ])('%s: %s', (_rule, q, expected) => {
    expect(tokensOf(q)).toBe(expected)
  })

  it('are read as typed, then as understood', () => {
    expect(parseQuery('100 g low fat milk')).toMatchObject([
      { kind: 'literal', words: ['100', 'g', 'low', 'fat', 'milk'], preferences: [], removed: [] },
      { kind: 'understood', words: ['milk'], preferences: [{ name: 'low_fat' }], removed: ['100', 'g'] },
    ])
  })
  it.each(['apple', 'red apple', 'macaroni and cheese'])('are read once if that is the same: %s', q => {
    expect(parseQuery(q).map(({ kind }) => kind)).toEqual(['literal'])
  })
  it('include linking words for the comparison with names', () => {
    expect(parseQuery('macaroni and cheese')[0]?.words).toEqual(['macaroni', 'and', 'cheese'])
  })
  it.each(['', ' ', '"', '%'])('may be missing: %j', q => {
    expect(parseQuery(q)).toEqual([])
  })
  it('are twelve at most', () => {
    const words = Array.from({ length: 14 }, (_, index) => `word${String.fromCharCode(97 + index)}`)
    expect(parseQuery(words.join(' '))[0]?.words).toEqual(words.slice(0, 12))
    expect(parseQuery(`100 g ${words.join(' ')}`)[1]?.words).toEqual(words.slice(0, 12))
  })
  it('are those of the first 200 code points', () => {
    const blanks = ' '.repeat(194)
    expect(parseQuery(`apple${blanks}p`)[0]?.words).toEqual(['apple', 'p'])
    expect(parseQuery(`apple${blanks}pie`)[0]?.words).toEqual(['apple', 'p'])
    expect(normalizedQuery(`🍎${blanks}apples`)).toBe('🍎 apple')
    expect(normalizedQuery(' Red   Apple ')).toBe('red apple')
  })
})

describe('emoji', () => {
  it.each([
    ['2 🥚', 'egg'],
    ['🍺🍺', 'beer'],
    ['☕️ black', 'coffee black'],
    ['🍋‍🟩', 'lime'],
    ['🥑toast', 'avocado toast'],
  ])('%s is read as %s', (q, words) => {
    expect(parseQuery(q).at(-1)?.words.join(' ')).toBe(words)
  })
  it('are a list of foods', () => {
    expect(parseQuery('🍔🍟').at(-1)).toMatchObject({
      words: ['hamburger', 'french', 'fries'],
      main: ['hamburger'],
    })
  })
  it('without a food are ignored', () => {
    expect(parseQuery('🚗')).toEqual([])
  })
})
