import { describe, expect, it } from 'vitest'
import { buildSearchIndex } from '../index/search-index.ts'
import { type Candidate, candidatesOf } from '../query/candidates.ts'
import { parseQuery } from '../query/parse.ts'
import { createVocabulary } from '../vocabulary/vocabulary.ts'
import { parseFoundFood } from './found-food.ts'
import { createMatcher, type NameMatch } from './match.ts'

const vocabulary = await createVocabulary(
  1_000_000,
  await buildSearchIndex([]),
  ['apple', 'apples', 'butter', 'cheese', 'macaroni', 'salmon', 'smoked'].map(term => ({
    term,
    documentFrequency: 1_000,
  })),
  new Map(),
)

function typed(q: string): Candidate {
  const candidate = candidatesOf(parseQuery(q), vocabulary).find(({ isTyped }) => isTyped)
  if (candidate === undefined) throw new Error(`no candidate for ${q}`)
  return candidate
}

const foodNamed = (name: string, brand = '', keys: string[] = []) =>
  parseFoundFood(['1', 'off', '0', '', '', keys.join('|'), name, brand, ''].join('\t'))

const matchOf = (q: string, name: string, brand?: string, keys?: string[]) =>
  createMatcher(typed(q)).match(foodNamed(name, brand, keys))

const plainKey = typed('apple').keys.plain

describe('a name', () => {
  it.each<[string, string, string, Partial<NameMatch>]>([
    [
      'apple butter',
      'apple butter',
      '',
      { isNamed: true, isWholeProduct: false, isExactName: true, coverage: 1, extraWords: 0 },
    ],
    ['apple butter', 'apple butter', 'apple', { isWholeProduct: true, isExactName: true }],
    ['apple', 'apple', 'apple butter', { isNamed: true, isWholeProduct: false }],
    ['apple butter', 'butter apple', '', { isNamed: true, isExactName: false, isPhrase: false }],
    ['apple', 'apples', '', { isNamed: true, isExactName: false, exact: 0, inName: 1 }],
    ['apple', 'apple butter', '', { isNamed: false, isExactName: false, extraWords: 1, coverage: 0.5 }],
    ['apple', 'apple apple', '', { isExactName: false, isNamed: true, isPhrase: true }],
    ['apple butter', 'apple butter apple', '', { isPhrase: false, isExactName: false }],
    [
      'apple butter',
      'apple',
      'butter',
      { isNamed: true, isWholeProduct: true, isExactName: false, inName: 0.5, inBrand: 0.5, exact: 1 },
    ],
    [
      'apple butter',
      'cheese',
      'apple butter',
      { isNamed: false, inName: 0, inBrand: 1, exact: 1, coverage: 0 },
    ],
    ['apple butter', 'apple', '', { isNamed: false, inName: 0.5, inBrand: 0, exact: 0.5, isPhrase: false }],
  ])('%s: %s (%s)', (q, name, brand, expected) => {
    expect(matchOf(q, name, brand)).toMatchObject(expected)
  })

  it('counts words that only describe a quarter, and words of a state as well', () => {
    expect(matchOf('salmon', 'organic salmon')).toMatchObject({
      extraWords: 0.25,
      extraStates: 0,
      coverage: 1,
    })
    expect(matchOf('salmon', 'smoked salmon')).toMatchObject({ extraStates: 1 })
    expect(matchOf('smoked salmon', 'smoked salmon')).toMatchObject({ extraStates: 0, extraWords: 0 })
  })

  it('ignores linking words, and notices those of the query', () => {
    expect(matchOf('macaroni cheese', 'macaroni and cheese')).toMatchObject({
      linkingWords: 0,
      extraWords: 0,
      coverage: 1,
      isNamed: true,
      isExactName: false,
    })
    expect(matchOf('macaroni and cheese', 'macaroni and cheese')).toMatchObject({
      linkingWords: 1,
      isExactName: true,
    })
    expect(matchOf('macaroni and cheese', 'macaroni cheese')).toMatchObject({
      linkingWords: 0,
      isExactName: false,
    })
    expect(matchOf('macaroni and cheese', 'macaroni cheese', 'salt and co')).toMatchObject({
      linkingWords: 1,
    })
    expect(matchOf('macaroni and cheese', 'macaroni and cheese and butter').linkingWords).toBe(1)
  })

  it('starts and ends with a term, apart from words that only describe', () => {
    const ends = (name: string) => {
      const { startsWithTerm, endsWithTerm } = matchOf('apple', name)
      return [startsWithTerm, endsWithTerm]
    }
    expect(ends('apple butter')).toEqual([true, false])
    expect(ends('butter apple')).toEqual([false, true])
    expect(ends('butter apple organic')).toEqual([false, true])
    expect(ends('cheese')).toEqual([false, false])
  })

  it('is named by its key, whatever its words', () => {
    expect(matchOf('apple', 'granny smith', '', [plainKey])).toMatchObject({ isNamed: true, inName: 1 })
    expect(matchOf('apple', 'granny smith', '', ['another key'])).toMatchObject({ isNamed: false, inName: 0 })
  })

  it('is named by a key in a state only if it has the words of the state', () => {
    const { inState } = typed('smoked salmon').keys
    const keys = [inState?.key ?? '']
    expect(inState?.states).toEqual(['smoked'])
    expect(matchOf('smoked salmon', 'alaska smoked', '', keys).isNamed).toBe(true)
    expect(matchOf('smoked salmon', 'alaska', '', keys).isNamed).toBe(false)
  })
})

describe('a food that only a name can find', () => {
  const keysInState = [typed('smoked salmon').keys.inState?.key ?? '']

  it.each<[string, string, string, string[]]>([
    ['apple', 'apples', '', []],
    ['apple butter', 'apple', 'butter', []],
    ['apple', 'granny smith', '', [plainKey]],
    ['smoked salmon', 'alaska smoked', '', keysInState],
  ])('is compared as any other if %s names it: %s (%s)', (q, name, brand, keys) => {
    const food = foodNamed(name, brand, keys)
    const matcher = createMatcher(typed(q))
    expect(matcher.matchNamed(food)).toEqual(matcher.match(food))
  })

  it.each<[string, string, string, string[]]>([
    ['apple', 'apple cheese', '', []],
    ['apple', 'organic apple', '', []],
    ['apple butter', 'apple', '', []],
    ['apple', 'granny smith', '', ['another key']],
    ['smoked salmon', 'alaska', '', keysInState],
  ])('is not compared if %s does not name it: %s (%s)', (q, name, brand, keys) => {
    expect(createMatcher(typed(q)).matchNamed(foodNamed(name, brand, keys))).toBeNull()
  })
})

describe('an unfinished word', () => {
  const unfinished = { ...typed('apple'), prefix: 'bu' }
  const match = (name: string, brand?: string) => createMatcher(unfinished).match(foodNamed(name, brand))

  it('is found at the start of a word of the name or the brand', () => {
    expect(match('apple butter')).toMatchObject({ hasPrefix: true, extraWords: 0, endsWithTerm: true })
    expect(match('apple', 'butterfly').hasPrefix).toBe(true)
    expect(match('apple abut').hasPrefix).toBe(false)
  })

  it('is not needed if there is none', () => {
    expect(matchOf('apple', 'cheese').hasPrefix).toBe(true)
  })
})
