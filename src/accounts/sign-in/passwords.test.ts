import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, it } from 'vitest'
import { isAccountError } from '../account-error.ts'
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

describe('leaked passwords', () => {
  const leaked = dictionary['passwords-common'].map(String).filter(each => Array.from(each).length >= 8)

  it('are rejected: at least 99 % of those with 8 or more characters', () => {
    const rejected = leaked.filter(each => checkPassword(each, withTwoFactor) !== undefined)
    console.log(
      `${rejected.length} of ${leaked.length} leaked passwords of 8 or more characters are rejected`,
    )
    expect(leaked.length).toBeGreaterThan(17_900)
    expect(rejected.length / leaked.length).toBeGreaterThanOrEqual(0.99)
  })

  it('are rejected also with a capital and digits up to 15 characters', () => {
    const sample = leaked.filter((_, index) => index % 200 === 0)
    const padded = sample.map(
      each => `${capitalized(each)}${'123456789'.slice(0, Math.max(0, 15 - each.length))}`,
    )
    const accepted = padded.filter(each => checkPassword(each, account) === undefined)
    console.log(`${padded.length - accepted.length} of ${padded.length} variations are rejected`)
    expect(accepted.length / padded.length).toBeLessThanOrEqual(0.05)
  })
})

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

it('estimates any password in little time, so that forms cannot block the event loop', () => {
  const pieces = ['p4$$w0rd', 'a@4', '1qaz', '0', 'iI1!|l', 'aB', '2001-12-31', 'e3€', 'x9!kq2Lw0#zPd4v']
  const times = pieces.map(piece => {
    const password = piece.repeat(128).slice(0, 128)
    // Time of this process, because other tests use the cores; the best of three, after a first call that compiles it.
    return Math.min(...[0, 1, 2].map(() => cpuMsOf(() => checkPassword(password, account))))
  })
  console.log(`slowest estimate: ${Math.max(...times).toFixed(1)} ms`)
  expect(Math.max(...times)).toBeLessThan(60)
})

function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

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
