import { hash, verify } from '@node-rs/argon2'
import type { AccountError } from '../account-error.ts'
import { isCommonPassword } from './common-passwords.ts'
import { enqueueHash } from './password-hash-queue.ts'

// NIST SP 800-63B-4, 3.1.1.2: 15 alone, 8 next to a second factor; no rules of composition.
const minPasswordLength = 15
const minPasswordLengthWithTwoFactor = 8
const most = 128

// OWASP's first choice: argon2id (the package's own choice), 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Of a random password that nobody has: whoever asks for an unknown account waits for this one.
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$J/9wdC+5n3KgC+tHeisgyA$jUIFj3rn/46S03xBiKxeppBO3qTE2fjlJvtDPlEtPzo'

const busy: AccountError = {
  error: 'unavailable',
  message: 'Too many people are signing in just now. Try again in a moment.',
  retryAfter: 1,
}

export interface PasswordHash {
  hash: string
  /** It would do without a second factor. */
  isLong: boolean
}

/** What is typed on one keyboard must be what is typed on another. */
function normalized(password: string): string {
  return password.normalize('NFKC')
}

function lengthOf(password: string): number {
  return [...normalized(password)].length
}

/** Why this cannot be the password of that account; undefined when it can. */
export function checkPassword(
  password: string,
  account: { name: string; email: string | null; hasTwoFactor: boolean },
): AccountError | undefined {
  const length = lengthOf(password)
  const least = account.hasTwoFactor ? minPasswordLengthWithTwoFactor : minPasswordLength
  if (length < least) {
    return invalid(
      `The password has ${length} characters. Choose one of at least ${least}; a few words in a row are easy to remember.`,
    )
  }
  if (length > most) return invalid(`The password has ${length} characters. At most ${most} are possible.`)
  const own = [account.name, account.email, account.email?.split('@')[0]].filter(word => word != null)
  if (isCommonPassword(normalized(password), own)) {
    return invalid(
      'The password is one that is tried first by those who guess: a common one, a pattern, or your own name. Choose another.',
    )
  }
  return undefined
}

export async function hashPassword(password: string): Promise<PasswordHash | AccountError> {
  const hashed = await enqueueHash('stranger', () => hash(normalized(password), cost))
  return hashed === 'busy' ? busy : { hash: hashed, isLong: lengthOf(password) >= minPasswordLength }
}

/** Takes the same time whether there is a hash or not: without one, nothing is right. */
export async function verifyPassword(
  stored: string | null,
  password: string,
  whose: 'known' | 'stranger' = 'stranger',
): Promise<boolean | AccountError> {
  // Longer ones were never taken; hashing megabytes would be a lever.
  const typed = password.length > 4 * most ? '' : normalized(password)
  const right = await enqueueHash(whose, () => verify(stored ?? nobodysHash, typed))
  return right === 'busy' ? busy : right && stored !== null
}

function invalid(message: string): AccountError {
  return { error: 'invalid', message }
}
