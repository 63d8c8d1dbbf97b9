import { describe, expect, it } from 'vitest'
import { buildSearchIndex } from '../index/search-index.ts'
import { createVocabulary } from '../vocabulary/vocabulary.ts'
import { suggestionsOf } from './suggest.ts'
import { createSuggestionIndex, type SuggestionEntry } from './suggestion-index.ts'

let foods = 0

const everyday = (weight: number, names: Record<string, string[]>): SuggestionEntry[] => {
  const food = { id: ++foods, source: 'usda' as const }
  return Object.entries(names).flatMap(([language, texts]) =>
    texts.map(name => ({ name, aliasOf: texts[0] ?? name, food, language, weight })),
  )
}

const product = (name: string, weight: number): SuggestionEntry => ({
  name,
  food: { id: ++foods, source: 'off' },
  language: null,
  weight,
})

const brand = (name: string, weight: number): SuggestionEntry => ({
  name,
  food: null,
  language: null,
  weight,
})

const entries = [
  ...everyday(20_000, { en: ['Banana', 'Bananas', 'Fresh banana'], de: ['Banane'], pl: ['Banan'] }),
  ...everyday(100, { en: ['Strawberry milk', 'Banana milk'] }),
  ...everyday(1_000, { en: ['Banana chips'], de: ['Bananenchips'] }),
  ...everyday(20_000, { en: ['Chicken breast, roasted', 'Chicken breast'], fr: ['Blanc de poulet'] }),
  ...everyday(5_000, { en: ['Chicken leg'] }),
  ...everyday(20_000, { en: ['Bread'], de: ['Brot'], es: ['Pan'] }),
  ...everyday(5_000, { en: ['Pancake'] }),
  ...everyday(5_000, { en: ['Cola'], fr: ['Coca'] }),
  brand('Coca-Cola', 4_000),
  product('Coca-Cola', 3_000),
  product('Coca-Cola Zero', 500),
  product('Breaded chicken, Fernhollow', 90),
]

const terms = [
  { term: 'banana', documentFrequency: 400 },
  { term: 'bandit', documentFrequency: 30 },
  { term: 'milk', documentFrequency: 300 },
  { term: 'bandage', documentFrequency: 1 },
  { term: 'ban7', documentFrequency: 300 },
  { term: 'chicken', documentFrequency: 900 },
  { term: 'breast', documentFrequency: 300 },
  { term: '巧克', documentFrequency: 50 },
]

const index = await createSuggestionIndex(entries)
const vocabulary = await createVocabulary(1_000, await buildSearchIndex(terms), [], new Map())

const suggest = (q: string, language?: string, limit = 8) =>
  suggestionsOf({ q, limit, ...(language && { language }) }, index, vocabulary)
const textsOf = (...request: Parameters<typeof suggest>) => suggest(...request).map(({ text }) => text)

describe('suggestions', () => {
  it.each([
    // Each food once, then words of the catalog that are no misspellings.
    ['ban', ['Banana', 'Banana chips', 'Strawberry milk (Banana milk)', 'bandit']],
    ['b', ['Bread', 'Banana', 'Banana chips']],
    // The food's own name, with an alias that says something else.
    ['bananas', ['Banana']],
    ['fresh ban', ['Banana (Fresh banana)']],
    ['banana m', ['Strawberry milk (Banana milk)']],
    ['chick', ['Chicken breast, roasted', 'Chicken leg', 'Breaded chicken, Fernhollow']],
    ['CHICKEN  BR', ['Chicken breast, roasted', 'Breaded chicken, Fernhollow']],
    ['breast', ['Chicken breast, roasted']],
    ['coca', ['Coca-Cola', 'Coca', 'Coca-Cola Zero']],
    // A complete word in another language comes before nothing but what is eaten as often in this one.
    ['pan', ['Pancake', 'Pan']],
    ['', []],
    ['  ', []],
    ['?!', []],
    ['巧', []],
    ['zzz', []],
  ])('for %j', (q, texts) => {
    expect(textsOf(q).slice(0, texts.length)).toEqual(texts)
    if (texts.length === 0) expect(textsOf(q)).toEqual([])
  })

  it('prefer names in the language of the reader, or English ones', () => {
    expect(textsOf('ban', 'de')[0]).toBe('Banane')
    expect(textsOf('pan', 'es')[0]).toBe('Pan')
    expect(textsOf('ban', 'it')[0]).toBe('Banana')
  })

  it('correct a word of four letters and more, but not a shorter one', () => {
    expect(textsOf('chiken')[0]).toBe('Chicken breast, roasted')
    expect(textsOf('chiken br')[0]).toBe('Chicken breast, roasted')
    expect(textsOf('chk')).toEqual([])
  })

  it('have a text to search for, and a food where it is one', () => {
    expect(suggest('chicken breast r')[0]).toEqual({
      text: 'Chicken breast, roasted',
      query: 'chicken breast roasted',
      food: { id: entries.find(({ name }) => name === 'Chicken breast')?.food?.id, source: 'usda' },
    })
    expect(suggest('coca')[0]).toEqual({ text: 'Coca-Cola', query: 'coca-cola', food: null })
    expect(suggest('bandi')[0]).toEqual({ text: 'bandit', query: 'bandit', food: null })
  })

  it('have no term that is an alias in them', () => {
    expect(textsOf('banana m').filter(text => text.includes('ilk'))).toEqual([
      'Strawberry milk (Banana milk)',
    ])
  })

  it('are at most as many as asked for', () => {
    expect(textsOf('b', 'en', 1)).toEqual(['Bread'])
    for (const q of ['b', 'c', 'ban', 'chiken']) expect(textsOf(q, 'en', 2).length).toBeLessThanOrEqual(2)
  })
})

it('finds the most frequent names by one letter, however many there are', async () => {
  const many = Array.from({ length: 2_000 }, (_, number) => product(`Quark ${number}`, number))
  const large = await createSuggestionIndex(many)
  const found = suggestionsOf({ q: 'q', limit: 3 }, large, vocabulary)
  expect(found.map(({ text }) => text)).toEqual(['Quark 1999', 'Quark 1998', 'Quark 1997'])
  expect(suggestionsOf({ q: 'quark 0', limit: 1 }, large, vocabulary)).toMatchObject([{ text: 'Quark 0' }])
})
