import { expect, it } from 'vitest'
import { decrypt, deriveKey, encrypt, hashToken, newToken } from './server-secret.ts'

const secret = 'a test secret that is long enough'

it('derives a different key for each purpose and secret', () => {
  const keys = [deriveKey(secret, 'one'), deriveKey(secret, 'two'), deriveKey(`${secret}!`, 'one')]
  expect(new Set(keys.map(key => key.toString('hex'))).size).toBe(3)
  expect(keys.map(key => key.length)).toEqual([32, 32, 32])
})

it('generates tokens of 256 random bits and hashes them with HMAC', () => {
  const token = newToken()
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(newToken()).not.toBe(token)
  expect(hashToken(secret, 'one', token)).toEqual(hashToken(secret, 'one', token))
  expect(hashToken(secret, 'one', token)).not.toEqual(hashToken(secret, 'two', token))
})

it('decrypts only with the same secret and purpose', () => {
  const bytes = Buffer.from('plaintext')
  const encrypted = encrypt(secret, 'one', bytes)
  expect(decrypt(secret, 'one', encrypted)).toEqual(bytes)
  expect(encrypt(secret, 'one', bytes)).not.toEqual(encrypted)
  expect(() => decrypt(secret, 'two', encrypted)).toThrow()
  expect(() => decrypt(`${secret}!`, 'one', encrypted)).toThrow()
})

it('detects a change to any byte', () => {
  const encrypted = encrypt(secret, 'one', Buffer.from('plaintext'))
  for (let index = 0; index < encrypted.length; index++) {
    const changed = Buffer.from(encrypted)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => decrypt(secret, 'one', changed)).toThrow()
  }
})
