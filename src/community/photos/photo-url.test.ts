import { expect, it } from 'vitest'
import { newPhotoKey } from './photo.ts'
import { signPhotoUrl, verifyPhotoUrl } from './photo-url.ts'

const secret = 'a test secret that is long enough'
const key = newPhotoKey()
const now = 1_000_000
const token = signPhotoUrl(secret, key, { accountId: 7, now })

it('gives the photo to the reviewer that it was made for, for five minutes', () => {
  expect(verifyPhotoUrl(secret, token, { accountId: 7, now })).toBe(key)
  expect(verifyPhotoUrl(secret, token, { accountId: 7, now: now + 299_999 })).toBe(key)
  expect(verifyPhotoUrl(secret, token, { accountId: 7, now: now + 300_000 })).toBeUndefined()
  expect(verifyPhotoUrl(secret, token, { accountId: 8, now })).toBeUndefined()
})

it('stays valid while the server secret is rotated', () => {
  expect(verifyPhotoUrl(['another secret', secret], token, { accountId: 7, now })).toBe(key)
  expect(verifyPhotoUrl('another secret', token, { accountId: 7, now })).toBeUndefined()
})

it('reveals neither the key nor the account', () => {
  expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain(key)
  expect(signPhotoUrl(secret, key, { accountId: 7, now })).not.toBe(token)
})

const otherLetter = token[30] === 'A' ? 'B' : 'A'
it.each([
  '',
  'x',
  token.slice(1),
  token.slice(0, -2),
  token.slice(0, 30) + otherLetter + token.slice(31),
  `${token}!`,
  `${token}=`,
  `${token}${'A'.repeat(4)}`,
])('rejects a changed token: %j', changed => {
  expect(verifyPhotoUrl(secret, changed, { accountId: 7, now })).toBeUndefined()
})
