import { expect, it } from 'vitest'
import type { ServerSecret } from '../../platform/server-secret.ts'
import { findFormFault, stampForm } from './form-check.ts'

const secret = 'a secret of the tests, which is long enough'
const openedAt = 1_000_000_000
const stamp = stampForm(secret, 7, openedAt)
interface Sent {
  foodId?: number
  trap?: string
  sent?: string
  under?: ServerSecret
}
const after = (ms: number, { foodId = 7, trap = '', sent = stamp, under = secret }: Sent = {}) =>
  findFormFault(under, foodId, { stamp: sent, trap }, openedAt + ms)

it('accepts a form that was open for 3 seconds to 12 hours', () => {
  expect(after(2_999)).toBe('tooFast')
  expect(after(3_000)).toBeUndefined()
  expect(after(12 * 3_600_000)).toBeUndefined()
  expect(after(12 * 3_600_000 + 1)).toBe('expired')
})

it('rejects a form whose invisible field is filled in', () => {
  expect(after(10_000, { trap: 'https://example.org' })).toBe('automatic')
})

it.each([
  ['missing', ''],
  ['of another time', `1${stamp}`],
  ['not signed', `${openedAt}.${'A'.repeat(43)}`],
  ['cut off', stamp.slice(0, -1)],
])('asks to send again if the time is %s', (_, sent) => {
  expect(after(10_000, { sent })).toBe('expired')
})

it('does not accept the time of another food’s form', () => {
  expect(after(10_000, { foodId: 8 })).toBe('expired')
})

it('accepts a form that was opened before the secret was replaced', () => {
  expect(after(10_000, { under: ['a new secret of the tests, long enough', secret] })).toBeUndefined()
})
