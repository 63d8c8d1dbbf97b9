import { describe, expect, it } from 'vitest'
import { isAccountError } from '../account-error.ts'
import { commonPasswords, isCommonPassword } from './common-passwords.ts'
import { checkPassword, hashPassword, verifyPassword } from './passwords.ts'

const account = { name: 'marmalade', email: 'orange.peel@example.com', hasTwoFactor: false }
const withTwoFactor = { ...account, hasTwoFactor: true }

describe('password policy', () => {
  it.each([
    'correct lamp seven',
    'wenn der Löwe gähnt',
    '五つの赤いりんごと三つの青いなしがある',
    'x9!kq2Lw0#zPd4v',
  ])('accepts %j', password => {
    expect(checkPassword(password, account)).toBeUndefined()
  })
  it('requires 15 characters, or 8 with two-factor authentication, and at most 128', () => {
    expect(checkPassword('lamp seven cor', account)?.message).toContain('14 characters')
    expect(checkPassword('lampvtk', withTwoFactor)?.message).toContain('at least 8')
    expect(checkPassword('lampvtkx', withTwoFactor)).toBeUndefined()
    const long = 'correct lamp seven wagon '.repeat(6)
    expect(checkPassword(long.slice(0, 128), account)).toBeUndefined()
    expect(checkPassword(long.slice(0, 129), account)?.error).toBe('invalid')
  })
  it('counts code points, not UTF-16 units', () => {
    expect(checkPassword('🍋🍊🍐🍎🍇🍓🫐🥝🍅🥥🥑🍆🥔🥕', account)?.message).toContain('14 characters')
  })
  it.each([
    'passwordpassword',
    'Password12345678',
    'P4ssw0rd12345678',
    'iloveyouforever',
    'ILOVEYOUFOREVER',
    'correct horse battery staple',
    '111111111111111',
    'abcabcabcabcabc',
    '123456789012345',
    'abcdefghijklmnop',
    'qwertyuiopasdfghjkl',
    '1qaz2wsx3edc4rfv',
    'zyxwvutsrqponml',
    'larderlarderlarder',
    'marmalademarmalade1',
    'Orange.Peel@example.com',
    'sunshinesunshine!',
  ])('rejects %j', password => {
    expect(checkPassword(password, account)?.error).toBe('invalid')
  })
  it.each(['password', 'sunshine1', 'qwertyui', '12345678', 'Marmalade12', 'p@ssw0rd', 'aaaaaaaa'])(
    'rejects %j with two-factor authentication',
    password => {
      expect(checkPassword(password, withTwoFactor)?.message).toContain('too common')
    },
  )
})

it('generates thousands of common passwords of 15 characters or more and recognises every entry', () => {
  const list = new Set(commonPasswords())
  const long = [...list].filter(entry => entry.length >= 15)
  console.log(`${list.size} common passwords, ${long.length} of them of 15 characters or more`)
  expect(long.length).toBeGreaterThan(3_000)
  expect([...list].filter(entry => !isCommonPassword(entry, []))).toEqual([])
})

it('hashes with argon2id at 19 MiB and verifies the hash', async () => {
  const hashed = await hashPassword('correct lamp seven')
  if (isAccountError(hashed)) throw new Error(hashed.message)
  expect(hashed.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(hashed.meetsSingleFactorPolicy).toBe(true)
  expect(await verifyPassword(hashed.hash, 'correct lamp seven')).toBe(true)
  expect(await verifyPassword(hashed.hash, 'correct lamp eight')).toBe(false)
  expect(await verifyPassword(null, 'correct lamp seven')).toBe(false)
})

it('accepts composed and decomposed Unicode alike', async () => {
  const hashed = await hashPassword('caf\u00e9 au lait encore')
  if (isAccountError(hashed)) throw new Error(hashed.message)
  expect(await verifyPassword(hashed.hash, 'cafe\u0301 au lait encore')).toBe(true)
})

it('hashes one at a time and rejects calls beyond the queue limit', async () => {
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => verifyPassword(null, 'anything')))
  expect(outcomes.filter(outcome => outcome === false)).toHaveLength(21)
  expect(outcomes.filter(isAccountError).map(({ error }) => error)).toEqual(Array(19).fill('unavailable'))
  expect(await verifyPassword(null, 'anything')).toBe(false)
})

it('serves trusted devices before a flood of untrusted ones', async () => {
  const untrusted = Array.from({ length: 40 }, () => verifyPassword(null, 'anything'))
  const order: string[] = []
  void untrusted[20]?.then(() => order.push('untrusted'))
  const trusted = verifyPassword(null, 'anything', 'trusted').then(outcome => {
    order.push('trusted')
    return outcome
  })
  expect(await trusted).toBe(false)
  await Promise.all(untrusted)
  expect(order).toEqual(['trusted', 'untrusted'])
})
