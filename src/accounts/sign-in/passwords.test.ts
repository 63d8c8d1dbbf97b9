import { describe, expect, it } from 'vitest'
import { isAccountError } from '../account-error.ts'
import { commonPasswords, isCommonPassword } from './common-passwords.ts'
import { checkPassword, hashPassword, verifyPassword } from './passwords.ts'

const account = { name: 'marmalade', email: 'orange.peel@example.com', hasTwoFactor: false }
const withSecondFactor = { ...account, hasTwoFactor: true }

describe('a password', () => {
  it.each([
    'correct lamp seven',
    'wenn der Löwe gähnt',
    '五つの赤いりんごと三つの青いなしがある',
    'x9!kq2Lw0#zPd4v',
  ])('%j will do', password => {
    expect(checkPassword(password, account)).toBeUndefined()
  })
  it('needs 15 characters, or 8 with a second factor, and has at most 128', () => {
    expect(checkPassword('lamp seven cor', account)?.message).toContain('14 characters')
    expect(checkPassword('lampvtk', withSecondFactor)?.message).toContain('at least 8')
    expect(checkPassword('lampvtkx', withSecondFactor)).toBeUndefined()
    const long = 'correct lamp seven wagon '.repeat(6)
    expect(checkPassword(long.slice(0, 128), account)).toBeUndefined()
    expect(checkPassword(long.slice(0, 129), account)?.error).toBe('invalid')
  })
  it('is counted in characters, not in UTF-16', () => {
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
  ])('%j is refused', password => {
    expect(checkPassword(password, account)?.error).toBe('invalid')
  })
  it.each(['password', 'sunshine1', 'qwertyui', '12345678', 'Marmalade12', 'p@ssw0rd', 'aaaaaaaa'])(
    '%j is refused next to a second factor',
    password => {
      expect(checkPassword(password, withSecondFactor)?.message).toContain('tried first')
    },
  )
})

it('the list is long, also of those that the minimum would let pass, and all on it are refused', () => {
  const list = new Set(commonPasswords())
  const long = [...list].filter(entry => entry.length >= 15)
  console.log(`${list.size} common passwords, ${long.length} of them of 15 characters or more`)
  expect(long.length).toBeGreaterThan(3_000)
  expect([...list].filter(entry => !isCommonPassword(entry, []))).toEqual([])
})

it('hashes with argon2id of 19 MiB, and verifies', async () => {
  const hashed = await hashPassword('correct lamp seven')
  if (isAccountError(hashed)) throw new Error(hashed.message)
  expect(hashed.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(hashed.isLong).toBe(true)
  expect(await verifyPassword(hashed.hash, 'correct lamp seven')).toBe(true)
  expect(await verifyPassword(hashed.hash, 'correct lamp eight')).toBe(false)
  expect(await verifyPassword(null, 'correct lamp seven')).toBe(false)
})

it('is the same however the keyboard composes it', async () => {
  const hashed = await hashPassword('caf\u00e9 au lait encore')
  if (isAccountError(hashed)) throw new Error(hashed.message)
  expect(await verifyPassword(hashed.hash, 'cafe\u0301 au lait encore')).toBe(true)
})

it('hashes one after the other and refuses a crowd', async () => {
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => verifyPassword(null, 'anything')))
  expect(outcomes.filter(outcome => outcome === false)).toHaveLength(21)
  expect(outcomes.filter(isAccountError).map(({ error }) => error)).toEqual(Array(19).fill('unavailable'))
  expect(await verifyPassword(null, 'anything')).toBe(false)
})

it('browsers that the account knows go before a storm of strangers', async () => {
  const strangers = Array.from({ length: 40 }, () => verifyPassword(null, 'anything'))
  const order: string[] = []
  void strangers[20]?.then(() => order.push('stranger'))
  const known = verifyPassword(null, 'anything', 'known').then(outcome => {
    order.push('known')
    return outcome
  })
  expect(await known).toBe(false)
  await Promise.all(strangers)
  expect(order).toEqual(['known', 'stranger'])
})
