import { describe, expect, it } from 'vitest'
import { buildSearchIndex } from '../index/search-index.ts'
import { createVocabulary } from '../vocabulary/vocabulary.ts'
import type { Candidate } from './candidates.ts'
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
const tsqueries = (q: string) => relaxed(q).queries.map(({ tsquery }) => tsquery)

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
  it('has nothing to leave out of an empty query', () => {
    expect(relaxed('')).toEqual({ queries: [], named: [] })
  })
  it('never leaves out quoted words', () => {
    expect(tsqueries('baked "nutella" crust')).toEqual([
      "'nutella' & 'crust'",
      "'baked' & 'nutella'",
      "'nutella'",
    ])
  })
  it.each([
    ['needs no linking words', 'nutella of crust', ["'crust'", "'nutella'"]],
    [
      'keeps the first of several foods rather than a rarer one',
      'nutella and crust',
      ["'nutella'", "'crust'"],
    ],
    ['needs no amounts', '100 g nutella crust', ["'crust'", "'nutella'"]],
    ['corrects words', 'nutela crust', ["'crust'", "'nutella'"]],
    ['does not complete the last word', 'crust nut', ["'crust'"]],
    ['finds quoted linking words', 'nutella "and"', ["'and'"]],
  ])('%s: %s', (_rule, q, expected) => {
    expect(tsqueries(q)).toEqual(expected)
  })
  it('shares the meaning between what is kept and what is left out', () => {
    const kept = relaxed('nutella crust').queries.map(candidate => candidate.kept)
    expect(kept).toHaveLength(2)
    expect((kept[0] ?? 0) + (kept[1] ?? 0)).toBeCloseTo(1, 10)
  })
  it('is less likely the less it keeps', () => {
    const { queries } = relaxed('baked nutella crust')
    const scores = queries.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((one, other) => other - one))
    expect(Math.max(...scores)).toBeLessThan(0)
    expect(queries[0]).toMatchObject({
      isTyped: false,
      isRespaced: false,
      isCompleted: false,
      isWorded: false,
      synonym: 'none',
      prefix: null,
      keys: { plain: '=crust nutella' },
      terms: [
        { term: 'nutella', forms: [] },
        { term: 'crust', forms: [] },
      ],
    })
  })
  it('keeps less if more words are unknown', () => {
    const kept = (q: string) => relaxed(q).queries[0]?.kept ?? 0
    expect(kept('nutella qqqqqqqq')).toBeGreaterThan(kept('nutella qqqqqqqq wwwwwwww'))
    expect(kept('nutella qqqqqqqq wwwwwwww')).toBeGreaterThan(0)
  })
})

describe('the word that says what the food is', () => {
  const vocabularyOf = async (q: string, { foods = 1_000_000, without = '' } = {}) => {
    const terms = parseQuery(q)
      .flatMap(({ words }) => words)
      .filter(word => word !== without)
    const frequencies = [...new Set(terms)].map((term, index) => ({ term, documentFrequency: 900 + index }))
    return createVocabulary(foods, await buildSearchIndex([]), frequencies, new Map())
  }
  const relaxedIn = async (q: string, options?: Parameters<typeof vocabularyOf>[1]) =>
    relaxedCandidates(parseQuery(q), await vocabularyOf(q, options)).queries
  const keptWords = (queries: Candidate[]) =>
    queries
      .filter(({ leavesOutFood }) => !leavesOutFood)
      .map(({ terms }) => terms.map(({ term }) => term).join(' '))

  it.each([
    ['is the last one in English', 'tamarind syrup', ['syrup']],
    ['is the first one in French', 'sirop de tamarin', ['sirop']],
    ['is the first one in Polish', 'syrop tamaryndowy', ['syrop']],
    ['is not a package', 'tamarind syrup bottle', ['tamarind syrup', 'syrup bottle', 'syrup']],
    ['is unknown where no word names a food', 'zyxwa vutsr', ['vutsr', 'zyxwa']],
  ])('%s: %s', async (_rule, q, expected) => {
    expect(keptWords(await relaxedIn(q)).toSorted()).toEqual(expected.toSorted())
  })
  it('is the whole query if that is a known name', async () => {
    expect(await relaxedIn('oat milk')).toEqual([])
    expect(await relaxedIn('oat milk zyxwa')).not.toEqual([])
  })
  it('may be left out if some food holds all words', async () => {
    const vocabulary = await vocabularyOf('oat milk')
    const { queries } = relaxedCandidates(parseQuery('oat milk'), vocabulary, { hasFood: true })
    expect(keptWords(queries).toSorted()).toEqual(['milk', 'oat'])
  })
  it('keeps every word that names a food in a catalog that lacks many foods', async () => {
    expect(keptWords(await relaxedIn('cauliflower pudding', { foods: 8_000 }))).toEqual([])
    expect(keptWords(await relaxedIn('frozen cauliflower pudding', { foods: 8_000 }))).toEqual([
      'cauliflower pudding',
    ])
  })
  it('may be a word that such a catalog does not know', async () => {
    expect(await relaxedIn('zyxwa pudding', { foods: 8_000, without: 'zyxwa' })).toEqual([])
    expect(await relaxedIn('zyxwa pudding', { without: 'zyxwa' })).not.toEqual([])
  })
})

describe('the importance of a word', () => {
  it.each<[string, more: [string, number], less: [string, number]]>([
    ['is higher if it is rare', ['pepper', 90], ['salmon', 900]],
    ['is higher than that of a state, however rare', ['salmon', 900], ['baked', 90]],
    ['is higher than that of packaging, however rare', ['salmon', 900], ['bottle', 90]],
    ['is higher than that of a number, however rare', ['salmon', 900], ['365', 90]],
    ['is that of a word if it only ends with a number', ['b12', 90], ['salmon', 900]],
    ['is that of a word if it only starts with a number', ['7up', 90], ['salmon', 900]],
  ])('%s', async (_rule, more, less) => {
    const words = [less, more].map(([term, documentFrequency]) => ({ term, documentFrequency }))
    const tokens = words.map(({ term }) => ({ term, isQuoted: false, mayBePrefix: false }))
    const { queries } = relaxedCandidates(
      [
        {
          kind: 'literal',
          tokens,
          words: [],
          preferences: [],
          removed: [],
          excluded: [],
          named: null,
          main: [],
        },
      ],
      await createVocabulary(1_000_000, await buildSearchIndex([]), words, new Map()),
    )
    expect(queries.map(({ terms }) => terms[0]?.term)).toEqual([more[0], less[0]])
  })
})

describe('the time for a query with words left out is limited:', () => {
  const names = ['basil', 'chives', 'dill', 'fennel', 'garlic', 'mint', 'oregano', 'thyme', 'sorrel']
  const relaxedOf = async (count: number, documentFrequency: number) =>
    relaxedCandidates(
      parseQuery(names.slice(0, count).join(' ')),
      await createVocabulary(
        1_000_000,
        await buildSearchIndex([]),
        names.map((term, index) => ({ term, documentFrequency: documentFrequency - index })),
        new Map(),
      ),
    )
  const sizes = (candidates: { terms: unknown[] }[]) => candidates.map(({ terms }) => terms.length)

  it('six combinations are looked up, then three single words', async () => {
    const { queries, named } = await relaxedOf(4, 900)
    expect(sizes(queries)).toEqual([3, 3, 3, 3, 2, 2, 1, 1, 1])
    expect(named.slice(0, queries.length)).toEqual(queries)
    expect(new Set(named.map(({ tsquery }) => tsquery)).size).toBe(2 ** 4 - 2)
    expect(named).toHaveLength(2 ** 4 - 2)
  })

  it('seven words of a longer query are combined', async () => {
    const { queries, named } = await relaxedOf(9, 900)
    expect(sizes(queries).slice(0, 2)).toEqual([7, 6])
    // Without single words, of which each is a ninth of the query.
    expect(named).toHaveLength(2 ** 7 - 1 - 7)
    expect(queries[0]?.kept).toBeLessThan(1)
  })

  it('combinations of frequent words are looked up within half a million entries', async () => {
    expect(sizes((await relaxedOf(3, 300_000)).queries)).toEqual([1, 1, 1])
    expect(sizes((await relaxedOf(3, 250_000)).queries)).toEqual([2, 1, 1, 1])
    expect(sizes((await relaxedOf(3, 120_000)).queries)).toEqual([2, 2, 1, 1, 1])
    expect((await relaxedOf(3, 300_000)).named).toHaveLength(6)
  })
})
