// Finds passwords that are put together from what everybody knows: `Summer2024Summer!`, `dragon1monkey1shadow`. Zxcvbn adds
// 10^4 guesses for each piece after the first, so that it takes any three pieces for a strong password. But attackers
// combine words, years and signs by rules: a further piece costs them no more than the choice of this piece.
import type { MatchExtended } from '@zxcvbn-ts/core'

/** As zxcvbn counts. */
const guessesPerUnknownCharacter = 10
/** The last character is often a digit or a sign that was added, such as 1 or an exclamation mark. */
const guessesPerLastSign = 3
const minGuessesPerPiece = 10
/** By length: in random passwords, short pieces are coincidences. */
const minGuessesOfShortPieces = [1, 10, 100, 200]
/** However rare a word is, so that two words with a digit or a year are not enough. */
const maxGuessesPerWord = 1_000
/** If it is written backwards or with digits for letters. Capitals cost nothing. */
const guessesPerVariation = 2
const guessesPerRepetition = 2
const guessesPerDate = 50_000
/** Along neighbouring keys in any direction, such as 1q2w3e4r. */
const guessesPerWindingWalk = 10_000
const maxTurnsOfStraightWalk = 2
const minRepeatedLength = 3

interface Piece {
  start: number
  guesses: number
}

/** How many guesses the most likely pieces of a password take together. `matches` are what zxcvbn finds in it. */
export function guessesOfPieces(password: string, matches: MatchExtended[]): number {
  const lower = password.toLowerCase()
  const fewest = [1]
  for (let end = 1; end <= password.length; end++) {
    const pieces = [
      lastCharacter(lower, end),
      ...matches.filter(match => match.j === end - 1).map(knownPiece),
      ...repetitions(lower, end),
    ]
    fewest.push(Math.min(...pieces.map(({ start, guesses }) => (fewest[start] ?? 1) * guesses)))
  }
  return fewest.at(-1) ?? 1
}

function lastCharacter(password: string, end: number): Piece {
  const start = end - 1
  const isAddedSign = end === password.length && !/\p{L}/u.test(password.charAt(start))
  return { start, guesses: isAddedSign ? guessesPerLastSign : guessesPerUnknownCharacter }
}

function* repetitions(password: string, end: number): Iterable<Piece> {
  for (let start = end - minRepeatedLength; start >= 0; start--) {
    const piece = password.slice(start, end)
    if (piece === piece.charAt(0).repeat(piece.length)) yield { start, guesses: minGuessesPerPiece }
    if (password.slice(0, start).includes(piece)) yield { start, guesses: guessesPerRepetition }
  }
}

function knownPiece(match: MatchExtended): Piece {
  const least = minGuessesOfShortPieces[match.token.length] ?? minGuessesPerPiece
  return { start: match.i, guesses: Math.max(guessesOf(match), least) }
}

function guessesOf(match: MatchExtended): number {
  switch (match.pattern) {
    case 'dictionary':
      return guessesOfWord(match)
    case 'spatial':
      return match.turns <= maxTurnsOfStraightWalk ? minGuessesPerPiece : guessesPerWindingWalk
    case 'date':
      return guessesPerDate
    default:
      return minGuessesPerPiece
  }
}

function guessesOfWord({ dictionaryName, rank, l33t, reversed }: MatchExtended): number {
  // The words of Diceware are in alphabetical order, so that their rank says nothing.
  const choices = dictionaryName === 'diceware-common' ? maxGuessesPerWord : Math.min(rank, maxGuessesPerWord)
  return (
    Math.max(choices, minGuessesPerPiece) * guessesPerVariation ** [l33t, reversed].filter(Boolean).length
  )
}
