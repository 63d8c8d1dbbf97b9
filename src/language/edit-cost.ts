// How unlikely it is that one word was typed for another, as a negative log-likelihood. The costs were estimated from
// misspellings in Open Food Facts names and from hand-made ones: an omitted letter is far more frequent than a stray
// one, and a wrong letter is mostly next to the right one on the keyboard.

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
const adjacentPairs = new Set(
  keyboards.flatMap(rows =>
    rows.flatMap((row, rowIndex) =>
      [...row].flatMap((letter, column) =>
        [
          row[column + 1],
          // Each row is shifted slightly to the right of the one above it.
          rows[rowIndex + 1]?.[column - 1],
          rows[rowIndex + 1]?.[column],
        ].flatMap(other => (other === undefined ? [] : [`${letter}${other}`, `${other}${letter}`])),
      ),
    ),
  ),
)

export function editCost(typed: string, intended: string): number {
  // The common start and end were typed correctly, which leaves a letter or two in between.
  let start = 0
  while (start < typed.length && typed[start] === intended[start]) start++
  let suffix = 0
  const shorter = Math.min(typed.length, intended.length)
  while (suffix < shorter - start && typed.at(-1 - suffix) === intended.at(-1 - suffix)) suffix++
  const cost = alignmentCost(typed, typed.length - suffix, intended, intended.length - suffix, start)
  return cost + (typed[0] === intended[0] ? 0 : firstLetterPenalty)
}

/** The cost of typing the letters from `start` to `typedEnd` for those from `start` to `intendedEnd`. */
function alignmentCost(
  typed: string,
  typedEnd: number,
  intended: string,
  intendedEnd: number,
  start: number,
): number {
  const cost: number[][] = []
  for (let i = start; i <= typedEnd; i++) {
    const row: number[] = []
    cost[i] = row
    for (let j = start; j <= intendedEnd; j++) {
      if (i === start && j === start) row[j] = 0
      else {
        const [letter, other] = [typed[i - 1], intended[j - 1]]
        const isTransposed = letter === intended[j - 2] && typed[i - 2] === other
        row[j] = Math.min(
          (row[j - 1] ?? Infinity) + omissionCost(intended, j - 1),
          (cost[i - 1]?.[j] ?? Infinity) + insertionCost(typed, i - 1),
          (cost[i - 1]?.[j - 1] ?? Infinity) + (letter === other ? 0 : substitutionCost(letter, other)),
          isTransposed ? (cost[i - 2]?.[j - 2] ?? Infinity) + costs.transposition : Infinity,
        )
      }
    }
  }
  return cost[typedEnd]?.[intendedEnd] ?? Infinity
}

function omissionCost(intended: string, index: number): number {
  const isInDouble = intended[index] === intended[index - 1] || intended[index] === intended[index + 1]
  return isInDouble ? costs.omissionInDouble : costs.omission
}

function insertionCost(typed: string, index: number): number {
  const around = [typed[index - 1], typed[index + 1]]
  if (around.includes(typed[index])) return costs.doubling
  return around.some(letter => areAdjacent(typed[index], letter)) ? costs.adjacentInsertion : costs.insertion
}

function substitutionCost(letter: string | undefined, other: string | undefined): number {
  return areAdjacent(letter, other) ? costs.adjacentSubstitution : costs.substitution
}

const areAdjacent = (one: string | undefined, other: string | undefined) =>
  adjacentPairs.has(`${one}${other}`)
