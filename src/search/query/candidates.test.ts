import { describe, expect, it } from 'vitest'
import { buildSearchIndex } from '../index/search-index.ts'
import { createVocabulary } from '../vocabulary/vocabulary.ts'
import { type Candidate, candidatesOf, maxHitsOf, namedCandidates } from './candidates.ts'
import { parseQuery } from './parse.ts'
import { understandQuery } from './understand.ts'

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

/** Of a catalog of a million foods, which contain these words so often. */
async function candidatesIn(
  words: Record<string, number>,
  q: string,
  synonyms: Record<string, string[]> = {},
) {
  const vocabulary = await createVocabulary(
    1_000_000,
    await buildSearchIndex([]),
    Object.entries(words).map(([term, documentFrequency]) => ({ term, documentFrequency })),
    new Map(
      Object.entries(synonyms).map(([key, names]) => [key, names.map(name => ({ words: name.split(' ') }))]),
    ),
  )
  return candidatesOf(parseQuery(q), vocabulary)
}
const queriesIn = async (...args: Parameters<typeof candidatesIn>) =>
  (await candidatesIn(...args)).map(({ tsquery }) => tsquery)

describe('a candidate', () => {
  it.each<[string, string, Partial<Candidate>]>([
    ['has the words as typed', 'milk', { isTyped: true, isRespaced: false, isCompleted: false }],
    [
      'has a word as typed in another form',
      'pancakes',
      { isTyped: true, isRespaced: false, isCompleted: false },
    ],
    ['has a corrected word', 'mlik', { isTyped: false, isRespaced: false, isCompleted: false }],
    ['has a completed word', 'seaf', { isTyped: false, isRespaced: false, isCompleted: true }],
    [
      'has two words typed as one',
      'organicpancake',
      { isTyped: false, isRespaced: true, isCompleted: false },
    ],
    ['has one word typed as two', 'made leine', { isTyped: false, isRespaced: true, isCompleted: false }],
    ['has one word typed as two and a typed one', 'milk made leine', { isTyped: false, isRespaced: true }],
    ['has a typed and a completed word', 'milk seaf', { isTyped: false, isCompleted: true }],
    ['has other spaces and a typed word', 'organicpancake milk', { isTyped: false, isRespaced: true }],
    ['has other spaces and a corrected word', 'organicpancake mlik', { isTyped: false, isRespaced: false }],
    ['has a typed and a corrected word', 'pancake mlik', { isTyped: false, isRespaced: false }],
    [
      'prefers no form of a completed word',
      'seaf',
      { terms: [{ term: 'seafood', forms: [], isCompleted: true }] },
    ],
    ['keeps the whole meaning', 'milk', { kept: 1, isWorded: false, prefix: null, namePrefix: null }],
  ])('%s: %s', (_rule, q, expected) => {
    expect(candidates(q)[0]).toMatchObject(expected)
  })

  it('prefers the typed form of a word only', () => {
    expect(candidates('milk')[0]?.terms).toEqual([{ term: 'milk', forms: [] }])
  })

  it('is one of eight at most', async () => {
    const names = ['apple', 'banana', 'cherry', 'dates', 'elder', 'figs']
    const longer = ['auberginette', 'auberginina', 'auberginola']
    const catalog = Object.fromEntries(['aubergine', ...longer, ...names].map(word => [word, 90]))
    expect(await candidatesIn(catalog, 'aubergine', { aubergine: names })).toHaveLength(8)
  })

  it('comes after likelier ones', () => {
    for (const q of ['sea', 'mlik choclat', '100 g seafood c', 'low fat milk', 'aubergine']) {
      const scores = candidates(q).map(({ score }) => score)
      expect(scores).toEqual(scores.toSorted((one, other) => other - one))
    }
  })

  it('occurs once, whichever reading it belongs to', () => {
    expect(queries('a milk')).toEqual(["'milk'"])
  })

  it('counts as likelier the more foods it may find, up to fifty', async () => {
    const gain = async (foods: number) => {
      const [candidate] = await candidatesIn({ milk: foods }, 'milk')
      return (candidate?.maxScore ?? 0) - (candidate?.score ?? 0)
    }
    expect(await gain(1)).toBe(0)
    expect(await gain(10)).toBeGreaterThan(await gain(5))
    expect(await gain(50)).toBeGreaterThan(await gain(49))
    expect(await gain(9_000)).toBe(await gain(50))
  })

  it('is examined by 100 foods if it is the likeliest or unfinished, otherwise by 50', () => {
    const prefixed = (prefix: string | null) => ({ prefix }) as Candidate
    expect(maxHitsOf(prefixed(null), 0)).toBe(100)
    expect(maxHitsOf(prefixed(null), 1)).toBe(50)
    expect(maxHitsOf(prefixed('c'), 1)).toBe(100)
  })
})

describe('one word typed as two', () => {
  const words = { sea: 300, food: 9_000, seafood: 900, black: 900, tomato: 90, tomatoes: 90 }
  it.each([
    ['is joined wherever it occurs', 'black sea food', "'black' & 'seafood'"],
    ['is joined before other words', 'sea food black', "'seafood' & 'black'"],
    ['is found in all its forms', 'toma toes', "('tomatoes' | 'tomato')"],
  ])('%s', async (_rule, q, joined) => {
    expect(await queriesIn(words, q)).toContain(joined)
  })

  it('is less likely than two words that are known', async () => {
    expect(await queriesIn(words, 'sea food')).toEqual(["'sea' & 'food'", "'seafood'"])
  })

  it.each([['"sea" food'], ['sea "food"'], ['"sea food"']])('is not joined if quoted: %s', async q => {
    expect(await queriesIn(words, q)).not.toContain("'seafood'")
  })

  it('is likelier the more frequent it is, and the rarer its parts are', async () => {
    const score = async (seafood: number, sea: number, food: number) =>
      (await candidatesIn({ sea, food, seafood }, 'sea food')).find(({ isRespaced }) => isRespaced)?.score
    const usual = (await score(900, 300, 9_000)) ?? 0
    expect(await score(9_000, 300, 9_000)).toBeGreaterThan(usual)
    expect(await score(900, 30, 9_000)).toBeGreaterThan(usual)
    expect(await score(900, 300, 90)).toBeGreaterThan(usual)
    expect(await score(900, 0, 9_000)).toBeGreaterThan((await score(900, 1, 9_000)) ?? 0)
    expect(await score(900, 0, 0)).toBeGreaterThan(0)
  })
})

describe('a synonym', () => {
  const words = { aubergine: 900, eggplant: 300, eggplants: 30, eggplanted: 900, cheese: 900, fresh: 900 }
  const synonymous = async (q: string, names: string[], key = 'aubergine') =>
    (await candidatesIn(words, q, { [key]: names })).filter(({ synonym }) => synonym !== 'none')

  it('replaces the whole query, in all its forms, and is not completed', async () => {
    expect(await synonymous('aubergine', ['eggplant'])).toMatchObject([
      { tsquery: "('eggplant' | 'eggplants')", synonym: 'whole', isTyped: true },
    ])
  })

  it.each([
    ['aubergine cheese', "('eggplant' | 'eggplants') & 'cheese'"],
    ['fresh aubergine', "'fresh' & ('eggplant' | 'eggplants')"],
  ])('replaces a part of %s, which is examined only while there are too few foods', async (q, tsquery) => {
    const found = await synonymous(q, ['eggplant'])
    expect(found.slice(0, 1)).toMatchObject([{ tsquery, synonym: 'part' }])
    expect(found.map(({ maxScore }) => maxScore)).toEqual(found.map(({ score }) => score))
  })

  it('replaces several words by several', async () => {
    expect(await synonymous('aubergine cheese', ['fresh eggplant'], 'aubergine cheese')).toMatchObject([
      { tsquery: "'fresh' & ('eggplant' | 'eggplants')", synonym: 'whole' },
    ])
  })

  it('is left out if no food contains one of its words', async () => {
    expect(await synonymous('aubergine', ['eggplnt', 'eggplnt cheese'])).toEqual([])
  })

  it('never replaces quoted words', async () => {
    expect(await synonymous('"aubergine"', ['eggplant'])).toEqual([])
  })

  it('is one of six at most', async () => {
    const names = ['apple', 'banana', 'cherry', 'dates', 'elder', 'figs', 'grape']
    const catalog = Object.fromEntries(['aubergine', ...names].map(name => [name, 900]))
    expect(await candidatesIn(catalog, 'aubergine', { aubergine: names })).toHaveLength(7)
  })
})

describe('the time that a search takes is limited:', () => {
  it.each([
    ['another candidate within half a million entries is examined', 300_000, 200_000, 2],
    ['another candidate beyond them is not', 300_000, 200_001, 1],
    ['the likeliest one is in any case', 600_000, 1, 1],
  ])('%s', async (_rule, aubergine, eggplant, count) => {
    expect(await queriesIn({ aubergine, eggplant }, 'aubergine', { aubergine: ['eggplant'] })).toHaveLength(
      count,
    )
  })

  const names = ['basil', 'chives', 'dill', 'fennel', 'garlic', 'mint', 'oregano', 'thyme']
  const inFoods = (foods: (index: number) => number) =>
    Object.fromEntries(names.map((name, index) => [name, foods(index)]))
  const lookedUp = async (catalog: Record<string, number>) => {
    const [candidate] = await candidatesIn(catalog, names.join(' '))
    expect(candidate?.terms).toHaveLength(names.length)
    return candidate?.tsquery.replaceAll("'", '').split(' & ')
  }

  it('the six rarest words of a long query are looked up', async () => {
    expect(await lookedUp(inFoods(index => 900 - index))).toEqual(names.slice(2))
    expect(await lookedUp(inFoods(index => 900 + index))).toEqual(names.slice(0, 6))
  })

  it('frequent words of a long query are looked up within half a million entries, but two in any case', async () => {
    expect(await lookedUp(inFoods(index => 100_000 - index))).toEqual(names.slice(3))
    expect(await lookedUp(inFoods(index => 400_000 + index))).toEqual(names.slice(0, 2))
  })

  it('all words of a query of six are looked up', async () => {
    const [candidate] = await candidatesIn(
      inFoods(() => 400_000),
      names.slice(0, 6).join(' '),
    )
    expect(candidate?.tsquery.split(' & ')).toHaveLength(6)
  })

  it('three candidates are literal if the query is also understood', async () => {
    const catalog = { '2': 9_000, seafood: 900, seaweed: 800, seabass: 700, seabird: 600 }
    const kinds = (await candidatesIn(catalog, '2 sea')).map(({ reading, prefix }) => prefix ?? reading.kind)
    expect(kinds.filter(kind => kind === 'literal')).toHaveLength(3)
    expect(kinds.filter(kind => kind === 'understood')).toHaveLength(4)
    expect(await candidatesIn(catalog, 'sea')).toHaveLength(4)
  })
})

describe('an attribute', () => {
  const words = { milk: 900, low: 300, fat: 200, lowfat: 250, skim: 100, protein: 60, high: 60 }
  const understood = async (q: string, catalog: Record<string, number> = words) =>
    (await candidatesIn(catalog, q)).filter(({ reading }) => reading.kind === 'understood')

  it('is looked for in all its wordings, the most frequent first', async () => {
    const [worded, plain] = await understood('low fat milk')
    expect(worded).toMatchObject({
      tsquery: "'milk' & (('lowfat') | ('low' & 'fat') | ('skim'))",
      isWorded: true,
    })
    expect(plain).toMatchObject({ tsquery: "'milk'", isWorded: false })
  })

  it('is likelier to be meant than left out, and less likely than its typed words', async () => {
    const found = await candidatesIn({ ...words, low: 9_000, fat: 9_000, milk: 9_000 }, 'low fat milk')
    const [typed, worded, plain] = found
    expect([typed, worded, plain].map(candidate => candidate?.isWorded)).toEqual([false, true, false])
    expect(typed?.score).toBeGreaterThan(worded?.score ?? 0)
    expect(worded?.score).toBeGreaterThan(plain?.score ?? 0)
    expect(typed?.maxScore).toBeGreaterThan(worded?.maxScore ?? 0)
    expect(worded?.maxScore).toBeGreaterThan(plain?.maxScore ?? 0)
  })

  it('is required with the others', async () => {
    const [worded] = await understood('low fat high protein milk')
    expect(worded?.tsquery).toBe(
      "'milk' & (('lowfat') | ('low' & 'fat') | ('skim')) & (('high' & 'protein') | ('protein'))",
    )
  })

  it.each([
    ['no food states it', { milk: 900, low: 300 }, 'low fat milk'],
    ['no food states one of two', { ...words, protein: 0 }, 'low fat high protein milk'],
  ])('is left out if %s', async (_rule, catalog, q) => {
    expect((await understood(q, catalog)).map(({ isWorded }) => isWorded)).toEqual([false])
  })

  it('is looked for without linking words', async () => {
    const [worded] = await understood('queso bajo en grasa', { queso: 90, bajo: 90, en: 90, grasa: 90 })
    expect(worded?.tsquery).toBe("'queso' & (('bajo' & 'grasa'))")
  })

  it('is looked for in eight wordings at most', async () => {
    const wordings = understandQuery('low fat milk').preferences.flatMap(preference => preference.wordings)
    const catalog = Object.fromEntries(['milk', ...wordings.flat()].map(word => [word, 90]))
    const [worded] = await understood('low fat milk', catalog)
    expect(wordings.length).toBeGreaterThan(8)
    expect(worded?.tsquery.split(' | ')).toHaveLength(8)
  })
})

describe('a few letters at the end', () => {
  it.each([
    ['complete what foods with the other words contain', 'seafood cho', ["'seafood'", 'cho', 'seafood cho']],
    ['complete what is meant without an amount', '100 g seafood c', ["'seafood'", 'c', 'seafood c']],
    ['complete corrected words', 'mlik c', ["'milk'", 'c', 'mlik c']],
  ])('%s', (_rule, q, expected) => {
    const unfinished = candidates(q).filter(({ prefix }) => prefix !== null)
    expect(unfinished.map(({ tsquery, prefix, namePrefix }) => [tsquery, prefix, namePrefix])).toEqual([
      expected,
    ])
    expect(unfinished[0]).toMatchObject({
      isTyped: false,
      isCompleted: true,
      maxScore: Number.POSITIVE_INFINITY,
      synonym: 'none',
    })
  })

  it.each([
    ['there are four', 'seafood choc'],
    ['there is no other word', 'c'],
    ['the other word is unknown', 'qqqqqqqq c'],
    ['they are quoted', 'seafood "c"'],
    ['an amount follows them', 'seafood c 100 g'],
  ])('complete nothing if %s', (_rule, q) => {
    expect(candidates(q).filter(({ prefix }) => prefix !== null)).toEqual([])
  })
})

describe('a food named by words that no name contains', () => {
  const named = async (q: string) =>
    namedCandidates(
      parseQuery(q),
      await createVocabulary(
        1_000_000,
        await buildSearchIndex([]),
        ['special', 'k', 'milk'].map(term => ({ term, documentFrequency: 90 })),
        new Map(),
      ),
    )
  const typed = { isTyped: true, synonym: 'none', kept: 1 }

  it('is looked up by its name as typed', async () => {
    expect(await named('vollmilch roh')).toMatchObject([{ keys: { plain: '=vollmilch' }, ...typed }])
    expect(await named('specialk milk')).toMatchObject([{ keys: { plain: '=milk specialk' }, ...typed }])
    expect(await named('special milk')).toEqual([])
  })

  it('is looked up by its name with two words typed as one', async () => {
    expect(await named('specialk')).toMatchObject([
      { keys: { plain: '=specialk' }, ...typed },
      { keys: { plain: '=k special' }, isTyped: false, isRespaced: true, synonym: 'none' },
    ])
    expect(await named('"specialk"')).toEqual([])
    expect(await named('')).toEqual([])
  })
})
