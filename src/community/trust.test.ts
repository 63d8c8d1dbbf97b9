import { describe, expect, it } from 'vitest'
import { type Decided, isSmallCorrection, limitsOf } from './trust.ts'

const day = 86_400
const statusOf = { a: 'accepted', r: 'rejected', u: 'undone' } as const

/** The last decision first: `a` accepted, `r` rejected, `u` undone. */
const decisions = (written: string, secondsAgo = 0): Decided[] =>
  [...written].map(letter => ({ status: statusOf[letter as keyof typeof statusOf], secondsAgo }))

describe('what can wait at once', () => {
  it.each<[string, number, number, string]>([
    ['', 0, 3, 'a newcomer'],
    ['a', 0, 4, 'one more for each accepted proposal'],
    ['aaaaa', 0, 8, ''],
    ['arrrrrrr', 0, 4, 'an acceptance ends a series of rejections'],
    ['a'.repeat(19), 0, 20, 'at most as many as a day allows'],
    ['a'.repeat(20), 0, 23, 'a trusted person can send more a day'],
    ['a'.repeat(250), 0, 200, ''],
    ['r', 0, 3, 'one rejection may be a misunderstanding'],
    ['raaaaaaaaaa', 0, 3, ''],
    ['rr', 0, 1, 'two in a row'],
    ['uraaaaaaaaaa', 0, 1, 'an undone change counts as a rejection'],
    ['rrrr', 0, 1, ''],
    ['rrrrr', 0, 0, 'five and nothing accepted'],
    ['rrrrr', 6 * day, 0, ''],
    ['rrrrr', 7 * day, 1, 'after a week, one at a time'],
    ['rrrrrrrra', 0, 1, 'somebody who has contributed is not shut out'],
  ])('%s, %d seconds ago: %d %s', (written, secondsAgo, maxWaiting) => {
    expect(limitsOf(decisions(written, secondsAgo)).maxWaiting).toBe(maxWaiting)
  })

  it('says how long a pause lasts', () => {
    expect(limitsOf(decisions('rrrrrr', 2 * day)).pause).toEqual({ rejections: 6, seconds: 5 * day })
    expect(limitsOf(decisions('rrrr')).pause).toBe(undefined)
  })
})

it.each<[string, boolean, number]>([
  ['a'.repeat(19), false, 20],
  ['a'.repeat(20), true, 200],
  [`${'a'.repeat(20)}r`, true, 200],
  [`r${'a'.repeat(20)}`, false, 20],
  [`aaau${'a'.repeat(20)}`, false, 20],
])('%s: trusted %s', (written, isTrusted, maxPerDay) => {
  expect(limitsOf(decisions(written))).toMatchObject({ isTrusted, maxPerDay })
})

it.each([
  ['correction', { sugar_g: 4 }, { sugar_g: 5 }, true],
  ['correction', { sugar_g: 4 }, { sugar_g: 3 }, true],
  ['correction', { sugar_g: 4 }, { sugar_g: 5.01 }, false],
  ['correction', { sugar_g: 4 }, { sugar_g: 2.99 }, false],
  ['correction', { sugar_g: 4, fat_g: 1 }, { sugar_g: 4.1, fat_g: 10 }, false],
  ['correction', { sugar_g: 0 }, { sugar_g: 0.1 }, false],
  ['correction', { sugar_g: null }, { sugar_g: 4 }, false],
  ['correction', { sugar_g: 4 }, { sugar_g: null }, false],
  ['correction', { serving_size_g: 40 }, { serving_size_g: 45 }, true],
  ['correction', { name: 'Milk' }, { name: 'Milks' }, false],
  ['correction', { barcode: '4006381333931' }, { barcode: '4006381333948' }, false],
  ['new', {}, { sugar_g: 4 }, false],
  ['confirmation', {}, {}, false],
] as const)('a small correction: %s %j %j %s', (kind, before, proposed, isSmall) => {
  expect(isSmallCorrection(kind, before, proposed)).toBe(isSmall)
})
