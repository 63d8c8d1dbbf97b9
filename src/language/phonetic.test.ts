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
