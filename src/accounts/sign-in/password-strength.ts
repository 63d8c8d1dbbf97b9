// Estimates how many guesses a password withstands. zxcvbn knows 49,000 leaked passwords, keyboard patterns, dates,
// repetitions, letters written as digits, and the words it is given (docs/decisions/0030-password-strength.md).
import { createRequire } from 'node:module'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

const require = createRequire(import.meta.url)

// With both, no password takes more than 20 ms. What follows the first 32 characters can only make it stronger.
const maxEstimatedLength = 32
/** Combinations of letters written as digits that are tried; 100 by default. */
const maxSubstitutions = 5

// Long and widely known, so that no estimate by words finds them weak. Without spaces, in lower case.
const wellKnownPhrases = [
  'correcthorsebatterystaple',
  'tobeornottobe',
  'tobeornottobethatisthequestion',
  'maytheforcebewithyou',
  'thequickbrownfox',
  'thequickbrownfoxjumpsoverthelazydog',
  'loremipsumdolorsitamet',
  'nevergonnagiveyouup',
  'onceuponatime',
  'iforgotmypassword',
  'changethispassword',
  'pleasechangeme',
  'thisismypassword',
  'thisisapassphrase',
  'opensesame',
  'lukeiamyourfather',
  'winteriscoming',
  'youshallnotpass',
  'followthewhiterabbit',
  'welcometothejungle',
  'supercalifragilisticexpialidocious',
]

// Zxcvbn numbers them from 0, too guessable, to 4, very unguessable.
export type StrengthScore = 0 | 1 | 2 | 3 | 4

interface StrengthEstimator {
  zxcvbn: ZxcvbnFactory
  /** Looked up first: most weak passwords need no estimate. */
  leaked: Set<string>
}

let estimator: StrengthEstimator | undefined

/**
 * Takes 0.1 s and 8 MB, so a process that never checks a new password does not load it. The website does at start, so
 * that nobody waits.
 */
export function loadStrengthEstimator(): StrengthEstimator {
  estimator ??= createEstimator()
  return estimator
}

function createEstimator(): StrengthEstimator {
  const core = require('@zxcvbn-ts/core') as typeof import('@zxcvbn-ts/core')
  const common = require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')
  return {
    zxcvbn: new core.ZxcvbnFactory({
      dictionary: { ...common.dictionary, phrases: wellKnownPhrases },
      graphs: common.adjacencyGraphs,
      maxLength: maxEstimatedLength,
      l33tMaxSubstitutions: maxSubstitutions,
    }),
    leaked: new Set([...common.dictionary['passwords-common'].map(String), ...wellKnownPhrases]),
  }
}

/** `ownWords` are as easy to guess as the most common password. */
export function estimateStrength(password: string, ownWords: string[]): StrengthScore {
  const { zxcvbn, leaked } = loadStrengthEstimator()
  const withoutSeparators = password.replaceAll(/[\s._-]/g, '')
  const forms = withoutSeparators === password ? [password] : [password, withoutSeparators]
  if (forms.some(form => leaked.has(form.toLowerCase()))) return 0
  const words = [...ownWords, 'larder']
  return Math.min(...forms.map(form => zxcvbn.check(form, words).score)) as StrengthScore
}
