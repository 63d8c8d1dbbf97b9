import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { isMaskOf, maskToken } from './csrf.tsx'

const token = randomBytes(32)

it('differs in every page and is recognized', () => {
  const masks = new Set(Array.from({ length: 100 }, () => maskToken(token)))
  expect(masks.size).toBe(100)
  for (const mask of masks) {
    expect(isMaskOf(mask, token)).toBe(true)
    expect(isMaskOf(mask, randomBytes(32))).toBe(false)
    expect(mask).not.toContain(token.toString('base64url'))
  }
})

it.each(['', 'a', token.toString('base64url'), 'A'.repeat(86), `${maskToken(token)}AAAA`])(
  'rejects %j',
  value => expect(isMaskOf(value, token)).toBe(false),
)
