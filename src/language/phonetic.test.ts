import { describe, expect, it } from 'vitest'
import { consonantsOf, phoneticCode } from './phonetic.ts'

describe('phoneticCode', () => {
  it.each([
    ['toona', 'tuna'],
    ['tofoo', 'tofu'],
    ['hoomus', 'hummus'],
    ['zukeeny', 'zucchini'],
    ['peech', 'peach'],
    ['parmezan', 'parmesan'],
    ['colliflower', 'cauliflower'],
    ['karrots', 'carrots'],
  ])('%s sounds like %s', (typed, meant) => {
    expect(phoneticCode(typed)).toBe(phoneticCode(meant))
  })
  it.each([
    ['milk', 'mild'],
    ['rice', 'rye'],
    ['beef', 'beet'],
  ])('%s does not sound like %s', (one, other) => {
    expect(phoneticCode(one)).not.toBe(phoneticCode(other))
  })
  it.each(['tea', '7up', '豆腐'])('%s has no code', word => {
    expect(phoneticCode(word)).toBeUndefined()
  })
})

describe('consonantsOf', () => {
  it('is the same for catchup and ketchup', () => {
    expect(consonantsOf(phoneticCode('catchup') ?? '')).toBe(consonantsOf(phoneticCode('ketchup') ?? ''))
  })
  it('is undefined for short words', () => {
    expect(consonantsOf('tuna')).toBeUndefined()
  })
})

it.each([
  ['zucchini', 'sukini'],
  ['kitchen', 'kiCen'],
  ['fish', 'fiS'],
  ['pharmacy', 'farmasi'],
  ['spaghetti', 'spageti'],
  ['chicken', 'Ciken'],
  ['quiche', 'kiC'],
  ['cereal', 'seril'],
  ['mixed', 'miksed'],
  ['wheat', 'wit'],
  ['soup', 'sup'],
  ['honey', 'honi'],
  ['sauce', 'sos'],
  ['rawer', 'roer'],
  ['butter', 'buter'],
  ['apple', 'apl'],
  ['knife', 'knif'],
])('%s sounds like %s', (word, code) => {
  expect(phoneticCode(word)).toBe(code)
})

it.each([
  ['apl', 'apl'],
  ['buter', 'btr'],
  ['oranges', 'orngs'],
  ['sup', undefined],
])('of %s the consonants and a first vowel are %s', (code, consonants) => {
  expect(consonantsOf(code)).toBe(consonants)
})
