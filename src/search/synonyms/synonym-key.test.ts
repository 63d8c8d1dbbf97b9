import { describe, expect, it } from 'vitest'
import { tokenize } from '../../language/tokenize.ts'
import { isPhraseKey, synonymKey } from './synonym-key.ts'

const keyOf = (text: string) => synonymKey(tokenize(text))

describe('synonymKey', () => {
  it.each([
    ['minced beef', 'beef minced'],
    ['Bicarbonate of soda', 'bicarbonate soda'],
    ['mac & cheese', "mac 'n' cheeses"],
    ['confectioners sugar', "confectioner's sugar"],
    ['pommes de terre', 'pomme terre'],
    ['olio di oliva', 'oliva, olio'],
    ['Äpfel', 'apfel'],
    ['cookies', 'cookie'],
    ['quiches', 'quiche'],
  ])('is the same for %s and %s', (one, other) => {
    expect(keyOf(one)).toBe(keyOf(other))
  })

  it.each([
    ['thé vert', 'vert'],
    ['milk without sugar', 'milk with sugar'],
    ['raw egg', 'egg'],
  ])('differs for %s and %s', (one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other))
  })

  it('is empty for linking words only', () => {
    expect(keyOf('de la')).toBe('')
  })
})

describe('isPhraseKey', () => {
  it.each([
    ['four words', 'all purpose wheat flour', true],
    ['five words', 'white all purpose wheat flour', false],
    ['no word', 'of', false],
    ['nine characters without spaces', 'グレープフルーツ水', true],
    ['ten characters without spaces', 'グレープフルーツの水', false],
  ])('of %s', (_, text, expected) => {
    expect(isPhraseKey(keyOf(text))).toBe(expected)
  })
})
