import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, it } from 'vitest'
import { isAccountError } from '../account-error.ts'
import { estimateStrength } from './password-strength.ts'
import { checkPassword, hashPassword, minLengthFor, type PasswordOwner, verifyPassword } from './passwords.ts'

const account = { name: 'marmalade', email: 'orange.peel@example.com', hasTwoFactor: false }
const withTwoFactor = { ...account, hasTwoFactor: true }

async function rejected(passwords: string[], owner: PasswordOwner): Promise<string[]> {
  const errors = await Promise.all(passwords.map(each => checkPassword(each, owner)))
  return passwords.filter((_, index) => errors[index] !== undefined)
}

async function accepted(passwords: string[], owner: PasswordOwner): Promise<string[]> {
  const wrong = new Set(await rejected(passwords, owner))
  return passwords.filter(each => !wrong.has(each))
}

describe('password policy', () => {
  it.each([
    'correct lamp seven',
    'wenn der Löwe gähnt',
    '五つの赤いりんごと三つの青いなしがある',
    'x9!kq2Lw0#zPd4v',
  ])('accepts %j', async password => {
    expect(await checkPassword(password, account)).toBeUndefined()
  })
  it('requires 15 characters, or 8 with two-factor authentication, and at most 128', async () => {
    expect((await checkPassword('lamp seven cor', account))?.message).toContain('14 characters')
    expect((await checkPassword('lampvtk', withTwoFactor))?.message).toContain('at least 8')
    expect(await checkPassword('lbmpvtkx', withTwoFactor)).toBeUndefined()
    const long = 'correct lamp seven wagon '.repeat(6)
    expect(await checkPassword(long.slice(0, 128), account)).toBeUndefined()
    expect((await checkPassword(long.slice(0, 129), account))?.error).toBe('invalid')
  })
  it('counts code points, not UTF-16 units', async () => {
    expect((await checkPassword('🍋🍊🍐🍎🍇🍓🫐🥝🍅🥥🥑🍆🥔🥕', account))?.message).toContain('14 characters')
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
    // Keys next to each other.
    '1q2w3e4r5t6y7u8i9o',
    'q1w2e3r4t5y6u7i8o9',
    'azertyuiopqsdfghjklm',
    'qwertzuiopasdfghjkl1',
    // Words that everybody knows, with the usual additions.
    'spongebobsquarepants',
    'Summer2024Summer!',
    'iloveyou2024!!!',
    'dragonmonkeyshadow',
    'dragon1monkey1shadow',
    'sunshine-princess1',
    'Ch0c0lateCookies2023',
    '12Chrysanthemum!',
    'erutlucirga-princess',
    'WonderfulMorning7',
    '1213141516171819',
    '2222333344445555',
  ])('rejects %j', async password => {
    expect((await checkPassword(password, account))?.error).toBe('invalid')
  })
  it.each([
    'password',
    'sunshine1',
    'qwertyui',
    '12345678',
    'Marmalade12',
    'p@ssw0rd',
    'aaaaaaaa',
    'Summer2024!',
    '99dragons?',
    'mythology',
    'golddust',
    'Green7Apple',
    '2q3w4e5r',
  ])('rejects %j with two-factor authentication', async password => {
    expect((await checkPassword(password, withTwoFactor))?.message).toContain('too common')
  })
})

describe('passwords that were generated at random are accepted', () => {
  const random = seededRandom(30)
  const pick = (choices: ArrayLike<string>) => choices[Math.floor(random() * choices.length)] ?? ''
  const generate = (length: number, choices: ArrayLike<string>, separator = '') =>
    Array.from({ length }, () => pick(choices)).join(separator)
  const characters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&()*+,-./:;=?@_'
  const words = dictionary['diceware-common'].map(String)

  it.each([
    ['12 characters, with two-factor authentication', withTwoFactor, () => generate(12, characters)],
    ['15 characters', account, () => generate(15, characters)],
    ['4 words', account, () => generate(4, words, pick([' ', '-', '']))],
    ['5 words', account, () => generate(5, words, pick([' ', '-', '']))],
  ])('%s', async (_, owner, next) => {
    const passwords = Array.from({ length: 40 }, next).filter(each => each.length >= minLengthFor(owner))
    expect(await rejected(passwords, owner)).toEqual([])
  })
})

/** Mulberry32. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

describe('leaked passwords', () => {
  const leaked = dictionary['passwords-common'].map(String).filter(each => Array.from(each).length >= 8)
  const sample = leaked.filter((_, index) => index % 1500 === 0)

  it('are rejected', async () => {
    expect(await accepted(sample, withTwoFactor)).toEqual([])
  })

  it.each([
    ['a capital and digits', (each: string) => `${capitalized(each)}123456789`],
    ['a year and a sign', (each: string) => `${capitalized(each)}2024!`],
    ['digits in front', (each: string) => `42${each}`],
    ['itself', (each: string) => `${capitalized(each)}-${each}`],
  ])('are rejected with %s', async (_, vary) => {
    const varied = sample.map(vary)
    expect(await accepted(varied, withTwoFactor)).toEqual([])
    expect(await accepted(varied, account)).toEqual([])
  })
})

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

it('estimates the first 32 characters only, so that forms cannot block the event loop', async () => {
  for (const piece of ['p4$$w0rd', 'a@4', '1qaz', '0', 'iI1!|l', '2001-12-31', 'x9!kq2Lw0#zPd4v']) {
    const estimated = piece.repeat(32).slice(0, 32)
    expect(estimateStrength(`${estimated}${'x9!kq2Lw0#zPd4v'.repeat(64)}`, [])).toBe(
      estimateStrength(estimated, []),
    )
  }
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
