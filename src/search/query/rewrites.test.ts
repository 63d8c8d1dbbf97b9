import { describe, expect, it } from 'vitest'
import { buildSearchIndex } from '../index/search-index.ts'
import { createVocabulary } from '../vocabulary/vocabulary.ts'
import type { QueryToken } from './parse.ts'
import { namedSplits, type Rewrite, rewritesOf } from './rewrites.ts'

/** How many of a million foods contain each word. */
type Frequencies = Record<string, number>

const vocabularyOf = async (frequencies: Frequencies, foods = 1_000_000) =>
  createVocabulary(
    foods,
    await buildSearchIndex([]),
    Object.entries(frequencies).map(([term, documentFrequency]) => ({ term, documentFrequency })),
    new Map(),
  )

const tokenOf = (term: string, changes: Partial<QueryToken>): QueryToken => ({
  term,
  isQuoted: false,
  mayBePrefix: false,
  ...changes,
})

const rewrites = async (typed: string, frequencies: Frequencies, changes: Partial<QueryToken> = {}) =>
  rewritesOf(tokenOf(typed, changes), await vocabularyOf(frequencies))

const summary = ({ kind, terms }: Rewrite) =>
  `${kind} ${terms.map(({ term, forms }) => [term, ...forms].join('/')).join(' + ')}`

const unfinished = { mayBePrefix: true }
const quoted = { isQuoted: true }
const joined = { isFixed: true }

type Case = [rule: string, typed: string, Frequencies, Partial<QueryToken>, expected: string[]]

describe('a typed word stands for', () => {
  it.each<Case>([
    [
      'itself in every form of the catalog',
      'tomato',
      { tomato: 50, tomatoes: 30 },
      {},
      ['typed tomato/tomatoes'],
    ],
    ['another form that alone is in the catalog', 'tomatoes', { tomato: 500 }, {}, ['typed tomatoes/tomato']],
    ['a name whose possessive s it ends with', 'joes', { joe: 500 }, {}, ['typed joes/joe']],
    ['no shorter word unless three letters precede the s', 'oes', { oe: 500 }, {}, ['corrected oe']],
    ['no shorter word unless it ends with s', 'glassy', { glass: 500 }, {}, ['corrected glass']],
    ['nothing if no food has a word like it', 'qqqq', { milk: 9_000 }, unfinished, []],
    [
      'itself only if quoted',
      'tomato',
      { tomato: 50, tomatoes: 30, tomatillo: 9_000 },
      quoted,
      ['typed tomato'],
    ],
    ['itself if quoted, even if no food contains it', 'mlik', { milk: 9_000 }, quoted, ['typed mlik']],
    ['itself only if it was typed as two', 'blac', { blac: 5, black: 9_000 }, joined, ['typed blac']],
    ['nothing if it was typed as two and is unknown', 'blac', { black: 9_000 }, joined, []],
  ])('%s: %s', async (_rule, typed, frequencies, changes, expected) => {
    expect((await rewrites(typed, frequencies, changes)).map(summary)).toEqual(expected)
  })

  it('as many foods as contain one of its forms', async () => {
    const [rewrite] = await rewrites('tomato', { tomato: 50, tomatoes: 30 })
    expect(rewrite).toMatchObject({ documentFrequency: 80, entriesRead: 80, score: 0 })
  })

  it('at most eight things', async () => {
    const completions = { bater: 90, batik: 90, baton: 90, batch: 90, bathe: 90, batun: 90, batman: 90 }
    const corrections = { cat: 9_000, hat: 9_000, rat: 9_000, mat: 9_000 }
    expect(await rewrites('bat', { bat: 5, ...completions, ...corrections }, unfinished)).toHaveLength(8)
  })
})

describe('an unfinished word is completed', () => {
  it.each<Case>([
    [
      'by the most frequent words first',
      'sea',
      { seaweed: 400, seafood: 900 },
      unfinished,
      ['completed seafood', 'completed seaweed'],
    ],
    ['only at the end of the query', 'sea', { seafood: 900 }, {}, []],
    ['from two letters on', 'se', { seafood: 900 }, unfinished, ['completed seafood']],
    ['from no single letter', 's', { seafood: 900 }, unfinished, []],
    ['by no linking word', 'wi', { with: 9_000, wine: 800 }, unfinished, ['completed wine']],
    [
      'once for all forms of a word',
      'toma',
      { tomato: 50, tomatoes: 30 },
      unfinished,
      ['completed tomato/tomatoes'],
    ],
    ['by no plural of what it is itself', 'sea', { sea: 300, seas: 50 }, unfinished, ['typed sea/seas']],
    [
      'after the word that it is itself',
      'sea',
      { sea: 300, seafood: 900 },
      unfinished,
      ['typed sea', 'completed seafood'],
    ],
  ])('%s: %s', async (_rule, typed, frequencies, changes, expected) => {
    expect((await rewrites(typed, frequencies, changes)).map(summary)).toEqual(expected)
  })

  it('in at most six ways', async () => {
    const words = ['sealion', 'seabass', 'seabird', 'seafood', 'seagull', 'seashell', 'seaweed']
    const found = await rewrites('sea', Object.fromEntries(words.map(word => [word, 400])), unfinished)
    expect(found).toHaveLength(6)
  })
})

describe('a misspelt word is corrected', () => {
  it.each<Case>([
    ['with one edit in a short word', 'mlik', { milk: 900 }, {}, ['corrected milk']],
    ['with two edits in a longer one', 'zuchini', { zucchini: 900 }, {}, ['corrected zucchini']],
    ['with no edit in two letters', 'te', { tea: 900 }, {}, []],
    ['not by two edits in a short word', 'eat', { tea: 900 }, {}, []],
    ['by its sound', 'toona', { tuna: 900 }, {}, ['corrected tuna']],
    ['by its consonants', 'brakale', { broccoli: 900 }, {}, ['corrected broccoli']],
    ['not to a word that hardly any food contains', 'mlik', { milk: 1 }, {}, []],
    ['not to a sound that hardly any food contains', 'toona', { tuna: 1 }, {}, []],
    ['to a word that two foods of a million contain', 'mlik', { milk: 2 }, {}, ['corrected milk']],
    [
      'to the form it resembles',
      'tomatose',
      { tomato: 900, tomatoes: 90 },
      {},
      ['corrected tomatoes/tomato'],
    ],
    [
      'to the likelier word first',
      'mlik',
      { milk: 900, mlk: 90, malik: 9_000 },
      {},
      ['corrected malik', 'corrected milk', 'corrected mlk'],
    ],
    [
      'if it is in few foods itself',
      'blac',
      { blac: 199, black: 900_000 },
      {},
      ['typed blac', 'corrected black'],
    ],
    ['never if it is in 200 foods', 'blac', { blac: 200, black: 900_000 }, {}, ['typed blac']],
    [
      'never if another form is in 200 foods',
      'blac',
      { blacs: 200, black: 900_000 },
      {},
      ['typed blac/blacs'],
    ],
  ])('%s: %s', async (_rule, typed, frequencies, changes, expected) => {
    expect((await rewrites(typed, frequencies, changes)).map(summary)).toEqual(expected)
  })

  it('in at most four ways', async () => {
    const words = ['bake', 'cake', 'fake', 'lake', 'make', 'sake']
    expect(await rewrites('xake', Object.fromEntries(words.map(word => [word, 900])))).toHaveLength(4)
  })
})

describe('a word that names a food', () => {
  it.each<Case>([
    ['is no misspelling of another food', 'skyr', { sky: 900, skor: 900 }, {}, []],
    ['is no misspelling of another food, in any language', 'hafermilch', { hafermilk: 900 }, {}, []],
    ['is not two words', 'buttermilk', { butter: 900, milk: 900 }, {}, []],
    ['is not unfinished', 'skyr', { skyrocket: 900 }, unfinished, []],
    [
      'may be unfinished if the catalog has it',
      'oat',
      { oat: 9, oatcake: 900 },
      unfinished,
      ['typed oat', 'completed oatcake'],
    ],
  ])('%s: %s', async (_rule, typed, frequencies, changes, expected) => {
    expect((await rewrites(typed, frequencies, changes)).map(summary)).toEqual(expected)
  })

  it('is corrected only to one of its own names', async () => {
    const vocabulary = await createVocabulary(
      1_000_000,
      await buildSearchIndex([]),
      ['blorp', 'flarp'].map(term => ({ term, documentFrequency: 900 })),
      new Map([['blarp', [{ words: ['blorp'] }]]]),
    )
    expect(rewritesOf(tokenOf('blarp', {}), vocabulary).map(summary)).toEqual(['corrected blorp'])
  })
})

describe('a catalog that lacks many foods', () => {
  const few = async (typed: string, frequencies: Frequencies) =>
    rewritesOf(tokenOf(typed, {}), await vocabularyOf(frequencies, 8_000)).map(summary)

  it.each<[rule: string, typed: string, Frequencies, expected: string[]]>([
    ['does not correct four letters', 'claw', { clam: 90 }, []],
    ['corrects two swapped of four letters', 'mlik', { milk: 90 }, ['corrected milk']],
    [
      'corrects the plural of a word that it has in the singular',
      'bannanas',
      { banana: 90 },
      ['corrected banana'],
    ],
    ['corrects one edit from five', 'lettce', { lettuce: 90 }, ['corrected lettuce']],
    ['does not correct two below nine', 'zuchini', { zuccini: 90, zucchina: 90 }, ['corrected zuccini']],
    ['corrects two from nine', 'brocollli', { broccoli: 90 }, ['corrected broccoli']],
    ['corrects by the whole sound', 'toona', { tuna: 90 }, ['corrected tuna']],
    ['does not correct by the consonants', 'brakale', { broccoli: 90 }, []],
    ['does not correct a word of a name', 'masala', { massala: 90, marsala: 90 }, []],
  ])('%s: %s', async (_rule, typed, frequencies, expected) => {
    expect(await few(typed, frequencies)).toEqual(expected)
  })
})

describe('two words typed as one are split', () => {
  it.each<Case>([
    [
      'where both are words',
      'organicpancake',
      { organic: 9_000, pancake: 700 },
      {},
      ['split organic + pancake'],
    ],
    ['after two letters', 'oxegg', { ox: 50, egg: 50 }, {}, ['split ox + egg']],
    ['before two letters', 'eggox', { ox: 50, egg: 50 }, {}, ['split egg + ox']],
    ['not into single letters', 'specialk', { special: 9_000, k: 9_000 }, {}, ['corrected special']],
    ['not if four letters', 'eggo', { eg: 50, go: 50 }, {}, []],
    ['not if one is in four foods only', 'oxegg', { ox: 4, egg: 50 }, {}, []],
    ['not if one is unknown', 'oxegg', { egg: 50 }, {}, []],
    ['into words of five foods', 'oxegg', { ox: 5, egg: 50 }, {}, ['split ox + egg']],
    [
      'if both together are rare',
      'oxegg',
      { oxegg: 199, ox: 50, egg: 50 },
      {},
      ['typed oxegg', 'split ox + egg'],
    ],
    ['not if both together are frequent', 'oxegg', { oxegg: 200, ox: 50, egg: 50 }, {}, ['typed oxegg']],
    [
      'in three ways, the one with the most frequent rarer word first',
      'abcdefghijk',
      { abc: 6, defghijk: 900, abcd: 900, efghijk: 30, abcde: 900, fghijk: 60, abcdef: 90, ghijk: 90 },
      {},
      ['split abcdef + ghijk', 'split abcde + fghijk', 'split abcd + efghijk'],
    ],
  ])('%s: %s', async (_rule, typed, frequencies, changes, expected) => {
    expect((await rewrites(typed, frequencies, changes)).map(summary)).toEqual(expected)
  })

  it('into no more foods than contain the rarer word', async () => {
    const [split] = await rewrites('organicpancake', { organic: 9_000, pancake: 700 })
    expect(split).toMatchObject({ documentFrequency: 700, entriesRead: 9_700 })
  })

  it('into a word and a letter if a food is named so', async () => {
    const splits = async (frequencies: Frequencies, changes: Partial<QueryToken> = {}) =>
      namedSplits(tokenOf('specialk', changes), await vocabularyOf(frequencies)).map(summary)
    expect(await splits({ special: 9_000, k: 5 })).toEqual(['split special + k'])
    expect(await splits({ special: 9_000, k: 4 })).toEqual([])
    expect(await splits({ special: 9_000, k: 5 }, quoted)).toEqual([])
    expect(await splits({ special: 9_000, k: 5, specialk: 199 })).toEqual(['split special + k'])
    expect(await splits({ special: 9_000, k: 5, specialk: 200 })).toEqual([])
  })
})

describe('the likelihood', () => {
  /** Of the last thing that the word may stand for. */
  const scoreOf = async (...args: Parameters<typeof rewrites>) =>
    (await rewrites(...args)).at(-1)?.score ?? Number.NaN

  it.each<[string, Parameters<typeof rewrites>, Parameters<typeof rewrites>]>([
    ['of a frequent correction is higher', ['mlik', { milk: 900 }], ['mlik', { milk: 90 }]],
    [
      'of a correction of four letters is higher than of three',
      ['milt', { milkt: 90 }],
      ['mlk', { milk: 90 }],
    ],
    [
      'of a correction is lower if the word can be completed',
      ['chok', { chop: 90 }, unfinished],
      ['chok', { chop: 90, chokolate: 90_000 }, unfinished],
    ],
    [
      'of the same sound is higher than of the same consonants',
      ['brokoly', { broccoli: 90 }],
      ['brakale', { broccoli: 90 }],
    ],
    [
      'of a letter for the same sound is higher than of another',
      ['karrot', { carrot: 90 }],
      ['barrot', { carrot: 90 }],
    ],
    [
      'of a doubled letter is higher than of the same sound',
      ['tunna', { tuna: 90 }],
      ['toona', { tuna: 90 }],
    ],
    [
      'of a frequent completion is higher',
      ['sea', { seafood: 900 }, unfinished],
      ['sea', { seafood: 90 }, unfinished],
    ],
    [
      'of a completion is lower if the beginning is a frequent word',
      ['sea', { sea: 9, seafood: 900 }, unfinished],
      ['sea', { sea: 90, seafood: 900 }, unfinished],
    ],
    [
      'of a completion is lower if the beginning is no word',
      ['sea', { sea: 1, seafood: 900 }, unfinished],
      ['sea', { seafood: 900 }, unfinished],
    ],
    [
      'of a split into frequent words is higher',
      ['oxegg', { ox: 90, egg: 90 }],
      ['oxegg', { ox: 9, egg: 90 }],
    ],
    [
      'of a split is lower if both together are a word',
      ['oxegg', { ox: 90, egg: 90 }],
      ['oxegg', { oxegg: 1, ox: 90, egg: 90 }],
    ],
    [
      'of a split is lower the more frequent both together are',
      ['oxegg', { oxegg: 2, ox: 90, egg: 90 }],
      ['oxegg', { oxegg: 9, ox: 90, egg: 90 }],
    ],
  ])('%s', async (_rule, higher, lower) => {
    expect(await scoreOf(...higher)).toBeGreaterThan(await scoreOf(...lower))
  })

  it.each<[string, boolean, Parameters<typeof rewrites>]>([
    ['of one twice as frequent', false, ['blac', { blac: 20, black: 40 }]],
    ['of one 200 times as frequent', true, ['blac', { blac: 20, black: 4_000 }]],
    [
      'of one 200 times as frequent if it is in 100 foods itself',
      false,
      ['blac', { blac: 100, black: 20_000 }],
    ],
    ['of a word twice as frequent that it starts', false, ['sea', { sea: 20, seafood: 40 }, unfinished]],
    ['of two words that are as frequent', false, ['oxegg', { oxegg: 10, ox: 50, egg: 50 }]],
  ])('%s: a known word is rather a misspelling is %s', async (_rule, isLikelier, args) => {
    expect((await scoreOf(...args)) > 0).toBe(isLikelier)
  })
})
