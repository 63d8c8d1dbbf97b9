// Estimates how many guesses a password withstands. zxcvbn knows 49,000 leaked passwords, 90,000 words and names, keyboard
// patterns, dates, repetitions, letters written as digits, and the words it is given.
import { createRequire } from 'node:module'
import type { MatchExtended, MatchOptions, ZxcvbnFactory } from '@zxcvbn-ts/core'
import { guessesOfPieces } from './password-pieces.ts'

const require = createRequire(import.meta.url)

// With both, no password takes long. What follows the first 32 characters can only make it stronger.
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

// From 0, too guessable, to 4, very unguessable, as zxcvbn numbers them.
export type StrengthScore = 0 | 1 | 2 | 3 | 4

/** A password that withstands more guesses has score 1, 2, 3, 4. */
const guessesBelowScore = [1e3, 1e7, 1e8, 1e10]

const separator = /[\s._-]/g
/** One that stands between all words is guessed once. */
const guessesPerSeparator = 10

/** The matchers of zxcvbn whose findings are pieces; it finds repetitions with the others. */
const pieceMatchers = [
  'dictionary',
  'dictionaryL33t',
  'dictionaryReverse',
  'spatial',
  'sequence',
  'regex',
  'date',
]
/** Keyboards that people draw patterns on. In random passwords, the rows of Dvorak occur too often. */
const keyboards = ['qwerty', 'qwertz', 'azerty', 'keypad', 'keypadMac'] as const

let estimator: ZxcvbnFactory | undefined

/** Takes 0.4 s and 21 MB. */
export function loadStrengthEstimator(): ZxcvbnFactory {
  estimator ??= createEstimator()
  return estimator
}

function createEstimator(): ZxcvbnFactory {
  const { MatcherBaseClass, ZxcvbnFactory } = require('@zxcvbn-ts/core') as typeof import('@zxcvbn-ts/core')
  const common = require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')
  const english = require('@zxcvbn-ts/language-en') as typeof import('@zxcvbn-ts/language-en')

  /** Adds one match to those of zxcvbn, which takes the fewest guesses: the whole password. */
  class PiecesMatcher extends MatcherBaseClass {
    match(options: MatchOptions): MatchExtended[] {
      const { password, omniMatch } = options
      const matches = pieceMatchers.flatMap(
        name => omniMatch.matchers[name]?.match(options) as MatchExtended[],
      )
      const guesses = guessesOfPieces(password, matches)
      return [{ pattern: 'pieces', i: 0, j: password.length - 1, token: password, guesses }]
    }
  }

  return new ZxcvbnFactory(
    {
      dictionary: {
        ...common.dictionary,
        words: english.dictionary['commonWords-en'],
        firstNames: english.dictionary['firstnames-en'],
        wikipedia: english.dictionary['wikipedia-en'],
        phrases: wellKnownPhrases.map(phrase => phrase.slice(0, maxEstimatedLength)),
      },
      graphs: Object.fromEntries(keyboards.map(name => [name, common.adjacencyGraphs[name]])),
      maxLength: maxEstimatedLength,
      l33tMaxSubstitutions: maxSubstitutions,
    },
    { pieces: { Matching: PiecesMatcher, scoring: () => 0, feedback: () => null } },
  )
}

/** `ownWords` are as easy to guess as the most common password. */
export function estimateStrength(password: string, ownWords: string[]): StrengthScore {
  const words = [...ownWords, 'larder']
  // zxcvbn adds one to the guesses of a password that is one match.
  const guessesOf = (form: string) => loadStrengthEstimator().check(form, words).guesses - 1
  const separators = new Set(password.match(separator))
  const guesses = Math.min(
    guessesOf(password),
    separators.size === 0
      ? Number.POSITIVE_INFINITY
      : guessesOf(password.replaceAll(separator, '')) * guessesPerSeparator ** separators.size,
  )
  return guessesBelowScore.filter(below => guesses > below).length as StrengthScore
}
