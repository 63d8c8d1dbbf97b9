import { hash, verify } from '@node-rs/argon2'
import type { AccountError } from '../account-error.ts'
import { enqueueHash } from './password-hash-queue.ts'
import type { StrengthScore } from './password-strength.ts'
import { strengthOf } from './strength-thread.ts'

// NIST SP 800-63B-4, 3.1.1.2: 15 characters, or 8 with two-factor authentication; no composition rules.
const minPasswordLength = 15
const minPasswordLengthWithTwoFactor = 8
const maxPasswordLength = 128

// 3 withstands 10^8 guesses, which takes long against argon2id; 2 withstands 10^7, far more than the attempts that are allowed online, and the TOTP code protects the account if the hashes are stolen.
const minScore: StrengthScore = 3
const minScoreWithTwoFactor: StrengthScore = 2

// OWASP's recommendation: argon2id (the default of the package), 19 MiB, two iterations, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Hash of a random password, verified for unknown accounts so that the response time does not reveal them.
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$J/9wdC+5n3KgC+tHeisgyA$jUIFj3rn/46S03xBiKxeppBO3qTE2fjlJvtDPlEtPzo'

const busy: AccountError = {
  error: 'unavailable',
  code: 'server_busy',
  message: 'The server is busy with other sign-ins. Try again in a few seconds.',
  retryAfter: 1,
}

export interface PasswordHash {
  hash: string
  /** Whether it is long enough without two-factor authentication. */
  meetsSingleFactorPolicy: boolean
}

/** Makes the password independent of how the keyboard composes characters. */
function normalize(password: string): string {
  return password.normalize('NFKC')
}

function lengthOf(password: string): number {
  return [...normalize(password)].length
}

/** Whose password it is: their name and address are easy to guess. */
export interface PasswordOwner {
  name: string
  email: string | null
  hasTwoFactor: boolean
}

export function minLengthFor({ hasTwoFactor }: Pick<PasswordOwner, 'hasTwoFactor'>): number {
  return hasTwoFactor ? minPasswordLengthWithTwoFactor : minPasswordLength
}

/** Returns undefined when the password is acceptable. */
export async function checkPassword(
  password: string,
  account: PasswordOwner,
): Promise<AccountError | undefined> {
  const verdict = await judgePassword(password, account)
  return typeof verdict === 'number' ? undefined : verdict
}

/** The strength of an acceptable password. */
export async function judgePassword(
  password: string,
  account: PasswordOwner,
): Promise<StrengthScore | AccountError> {
  const length = lengthOf(password)
  const minLength = minLengthFor(account)
  if (length < minLength) {
    return {
      error: 'invalid',
      code: 'password_too_short',
      parameters: { length, minLength },
      message: `The password has ${length} characters. Use at least ${minLength}; a phrase of several words is easy to remember.`,
    }
  }
  if (length > maxPasswordLength)
    return {
      error: 'invalid',
      code: 'password_too_long',
      parameters: { length, maxLength: maxPasswordLength },
      message: `The password has ${length} characters. The maximum is ${maxPasswordLength}.`,
    }
  const ownWords = [account.name, account.email, account.email?.split('@')[0]].filter(word => word != null)
  const score = await strengthOf(normalize(password), ownWords)
  if (score < (account.hasTwoFactor ? minScoreWithTwoFactor : minScore)) {
    return {
      error: 'invalid',
      code: 'password_too_weak',
      message:
        'This password is too common or easy to guess: a well-known password, a pattern, or your own name. Choose another one.',
    }
  }
  return score
}

export async function hashPassword(password: string): Promise<PasswordHash | AccountError> {
  const hashed = await enqueueHash('untrusted', () => hash(normalize(password), cost))
  return hashed === 'busy'
    ? busy
    : { hash: hashed, meetsSingleFactorPolicy: lengthOf(password) >= minPasswordLength }
}

/** Takes equally long without a stored hash, and then returns false. */
export async function verifyPassword(
  stored: string | null,
  password: string,
  device: 'trusted' | 'untrusted' = 'untrusted',
): Promise<boolean | AccountError> {
  // Longer passwords are never accepted, and hashing megabytes would be a denial-of-service vector.
  const candidate = password.length > 4 * maxPasswordLength ? '' : normalize(password)
  const matches = await enqueueHash(device, () => verify(stored ?? dummyHash, candidate))
  return matches === 'busy' ? busy : matches && stored !== null
}
