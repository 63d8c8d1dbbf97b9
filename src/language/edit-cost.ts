// How unlikely it is that one word was typed for another, as a negative log-likelihood. The costs were estimated from
// misspellings in Open Food Facts names and from hand-made ones: an omitted letter is far more frequent than a stray
// one, and a wrong letter is mostly next to the right one on the keyboard.
import { commonEnd, commonStart } from './edit-distance.ts'

const costs = {
  omission: 1.7,
  /** One of two equal letters: `vanila`. */
  omissionInDouble: 1.2,
  transposition: 2.5,
  doubling: 2.3,
  adjacentSubstitution: 3.2,
  substitution: 4.6,
  adjacentInsertion: 5.2,
  insertion: 5.9,
}
/** The first letter is seldom wrong. */
const firstLetterPenalty = 1

// QWERTY, AZERTY and QWERTZ.
const keyboards = [
  ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ['azertyuiop', 'qsdfghjklm', 'wxcvbn'],
  ['qwertzuiop', 'asdfghjkl', 'yxcvbnm'],
]
const asciiLetters = 128
/** By the codes of two letters: 1 if their keys are next to each other. */
const adjacency = new Uint8Array(asciiLetters * asciiLetters)
for (const rows of keyboards) {
  for (const [rowIndex, row] of rows.entries()) {
    for (const [column, letter] of [...row].entries()) {
      // Each row is shifted slightly to the right of the one above it.
      const below = rows[rowIndex + 1]
      for (const other of [row[column + 1], below?.[column - 1], below?.[column]]) {
        if (other === undefined) continue
        const [one, two] = [letter.charCodeAt(0), other.charCodeAt(0)]
        adjacency[one * asciiLetters + two] = 1
        adjacency[two * asciiLetters + one] = 1
      }
    }
  }
}

export function editCost(typed: string, intended: string): number {
  // The common start and end were typed correctly, which leaves a letter or two in between.
  const start = commonStart(typed, intended)
  const end = commonEnd(typed, intended, start)
  const cost = alignmentCost(typed, typed.length - end, intended, intended.length - end, start)
  return cost + (start > 0 || typed === intended ? 0 : firstLetterPenalty)
}

// Reused: one row after the other.
const cells: number[] = []

/** The cost of typing the letters from `start` to `typedEnd` for those from `start` to `intendedEnd`. */
function alignmentCost(
  typed: string,
  typedEnd: number,
  intended: string,
  intendedEnd: number,
  start: number,
): number {
  const width = intendedEnd - start + 1
  let cell = 0
  for (let i = start; i <= typedEnd; i++) {
    const letter = typed.charCodeAt(i - 1)
    const insertion = i === start ? Infinity : insertionCost(typed, i - 1)
    for (let j = start; j <= intendedEnd; j++, cell++) {
      const other = intended.charCodeAt(j - 1)
      let cost = cell === 0 ? 0 : Infinity
      if (j > start) cost = (cells[cell - 1] ?? 0) + omissionCost(intended, j - 1)
      if (i > start) cost = Math.min(cost, (cells[cell - width] ?? 0) + insertion)
      if (i > start && j > start) {
        const substitution = letter === other ? 0 : substitutionCost(letter, other)
        cost = Math.min(cost, (cells[cell - width - 1] ?? 0) + substitution)
      }
      if (
        i > start + 1 &&
        j > start + 1 &&
        letter === intended.charCodeAt(j - 2) &&
        typed.charCodeAt(i - 2) === other
      )
        cost = Math.min(cost, (cells[cell - 2 * width - 2] ?? 0) + costs.transposition)
      cells[cell] = cost
    }
  }
  return cells[cell - 1] ?? 0
}

function omissionCost(intended: string, index: number): number {
  const letter = intended.charCodeAt(index)
  const isInDouble = letter === intended.charCodeAt(index - 1) || letter === intended.charCodeAt(index + 1)
  return isInDouble ? costs.omissionInDouble : costs.omission
}

function insertionCost(typed: string, index: number): number {
  const letter = typed.charCodeAt(index)
  const before = typed.charCodeAt(index - 1)
  const after = typed.charCodeAt(index + 1)
  if (letter === before || letter === after) return costs.doubling
  return areAdjacent(letter, before) || areAdjacent(letter, after) ? costs.adjacentInsertion : costs.insertion
}

function substitutionCost(letter: number, other: number): number {
  return areAdjacent(letter, other) ? costs.adjacentSubstitution : costs.substitution
}

/** NaN, which stands for no letter, is next to none. */
const areAdjacent = (one: number, other: number): boolean =>
  one < asciiLetters && other < asciiLetters && adjacency[one * asciiLetters + other] === 1
