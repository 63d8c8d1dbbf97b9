import { describe, expect, it } from 'vitest'
import {
  itemsOf,
  markRemoved,
  matchPhrase,
  phraseLength,
  type QueryItem,
  skipPhrases,
} from './query-items.ts'

const numbersAndWords = (q: string) => itemsOf(q).map(({ number, key }) => number ?? key)

describe('the numbers of a query', () => {
  it.each<[string, (number | string)[]]>([
    ['2 eggs', [2, 'eggs']],
    ['eggs 2', ['eggs', 2]],
    ['red 2 eggs 3 x', ['red', 2, 'eggs', 3, 'x']],
    ['1.5 l', [1.5, 'l']],
    ['1,5 l', [1.5, 'l']],
    ['½ egg', [0.5, 'egg']],
    ['¼ egg', [0.25, 'egg']],
    ['¾ egg', [0.75, 'egg']],
    ['⅕ egg', [0.2, 'egg']],
    ['⅛ egg', [0.125, 'egg']],
    ['⅜ egg', [0.375, 'egg']],
    ['⅝ egg', [0.625, 'egg']],
    ['⅞ egg', [0.875, 'egg']],
    ['1½ eggs', [1.5, 'eggs']],
    ['12 ½ eggs', [12.5, 'eggs']],
    ['1/2 egg', [0.5, 'egg']],
    ['1 / 4 egg', [0.25, 'egg']],
    ['1⁄8 egg', [0.125, 'egg']],
    ['1/16 egg', [0.0625, 'egg']],
    ['330ml coke', [330, 'ml', 'coke']],
    ['2 x 3 eggs', [2, 'x', 3, 'eggs']],
    ['6x330ml', [6, 'x', 330, 'ml']],
    ['6 × 330 ml', [6, 'x', 330, 'ml']],
    ['2x eggs', [2, 'x', 'eggs']],
    ['2slices', [2, 'slices']],
    ['½cup', [0.5, 'cup']],
  ])('%s', (q, expected) => {
    expect(numbersAndWords(q)).toEqual(expected)
  })

  it.each([
    ['80/20 beef', ['80', '20', 'beef']],
    ['1/17 beef', ['1', '17', 'beef']],
    ['2/2 beef', ['2', '2', 'beef']],
    ['80/20g beef', ['80', '20', 'g', 'beef']],
    ['7up', ['7up']],
    ['b12', ['b12']],
    ['3d2', ['3d2']],
  ])('are not those of a name: %s', (q, expected) => {
    expect(numbersAndWords(q)).toEqual(expected)
  })

  it('one third and two thirds are amounts below one', () => {
    expect(itemsOf('⅓ ⅔').map(({ number }) => number)).toEqual([1 / 3, 2 / 3])
  })

  it.each([
    ['2% milk', '2%', 2],
    ['70 % chocolate', '70%', 70],
    ['3,5 % milk', '3.5%', 3.5],
    ['0.0% beer', '0.0%', 0],
  ])('may be percentages: %s', (q, key, number) => {
    expect(itemsOf(q)[0]).toMatchObject({ key, number, isPercentage: true })
    expect(itemsOf(q)[1]).toMatchObject({ number: null, isPercentage: false })
  })

  it('keep their tokens', () => {
    expect(itemsOf('1.5l 1/2 80/20 7up').map(({ tokens }) => tokens)).toEqual([
      ['1', '5'],
      ['l'],
      ['1', '2'],
      ['80'],
      ['20'],
      ['7up'],
    ])
  })
})

describe('quoted words', () => {
  const quoted = (q: string) => itemsOf(q).map(({ key, isQuoted, isFixed }) => [key, isQuoted, isFixed])
  it.each(['red "2 eggs" salad', 'red “2 eggs” salad', 'red „2 eggs“ salad', 'red «2 eggs» salad'])(
    'stay as they are: %s',
    q => {
      expect(quoted(q)).toEqual([
        ['red', false, false],
        ['2', true, true],
        ['eggs', true, true],
        ['salad', false, false],
      ])
      expect(itemsOf(q).every(({ number }) => number === null)).toBe(true)
    },
  )
  it('are not those after a quote that is not closed', () => {
    expect(quoted('red "2 eggs')).toEqual([
      ['red', false, false],
      ['2', false, false],
      ['eggs', false, false],
    ])
  })
})

describe('a phrase', () => {
  const change = (q: string, index: number, changes: Partial<QueryItem>) =>
    itemsOf(q).map((item, at) => (at === index ? { ...item, ...changes } : item))

  it('is the longest one', () => {
    expect(phraseLength(itemsOf('fl oz of coke'), 0, 'unit')).toBe(2)
    expect(phraseLength(itemsOf('couple eggs'), 0, 'quantifier')).toBe(1)
    expect(phraseLength(itemsOf('couple of eggs'), 0, 'quantifier')).toBe(2)
    expect(phraseLength(itemsOf('couple of'), 0, 'quantifier')).toBe(2)
  })
  it('has one of the roles', () => {
    const { length, phrase } = matchPhrase(itemsOf('2 cups'), 1, 'unit', 'number')
    expect(length).toBe(1)
    expect([...phrase.roles]).toEqual(['unit'])
    expect(phraseLength(itemsOf('2 cups'), 1, 'number')).toBe(0)
    expect(phraseLength(itemsOf('fl'), 0, 'unit')).toBe(0)
    expect([...matchPhrase(itemsOf('fl'), 0, 'unit').phrase.roles]).toEqual([])
    expect(phraseLength(itemsOf('cups'), 1, 'unit')).toBe(0)
  })
  it.each<Partial<QueryItem>>([{ isFixed: true }, { status: 'removed' }, { status: 'attribute' }])(
    'has no word with %j',
    changes => {
      expect(phraseLength(change('couple of eggs', 0, changes), 0, 'quantifier')).toBe(0)
      expect(phraseLength(change('couple of eggs', 1, changes), 0, 'quantifier')).toBe(1)
    },
  )
  it('may follow others', () => {
    expect(skipPhrases(itemsOf('large fl oz can egg'), 0, 'size', 'unit', 'container')).toBe(4)
    expect(skipPhrases(itemsOf('egg large'), 0, 'size')).toBe(0)
  })
  it('is removed unless it is an attribute', () => {
    const items = change('red hot green egg', 1, { status: 'attribute' })
    markRemoved(items, 0, 3)
    expect(items.map(({ status }) => status)).toEqual(['removed', 'attribute', 'removed', 'kept'])
  })
})
