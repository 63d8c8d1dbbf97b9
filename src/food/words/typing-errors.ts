// How unlikely it is that a word was typed for another, as a logarithm: what fingers do is not all equally frequent.
// Measured on typing errors that stand in the names of Open Food Facts, and on errors made up by hand: a letter is
// left out far more often than a strange one gets in, and a wrong letter mostly lies beside the right one.

const costs = {
  leftOut: 1.7,
  /** One of two equal letters: `vanila`. */
  leftOutOfDouble: 1.2,
  swapped: 2.5,
  doubled: 2.3,
  neighbour: 3.2,
  strange: 4.6,
  neighbourPutIn: 5.2,
  strangePutIn: 5.9,
}
/** The first letter is seldom wrong. */
const atTheStart = 1

// Where the letters of three keyboards lie: QWERTY, AZERTY, QWERTZ.
const keyboards = [
  ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ['azertyuiop', 'qsdfghjklm', 'wxcvbn'],
  ['qwertzuiop', 'asdfghjkl', 'yxcvbnm'],
]
const neighbours = new Set(
  keyboards.flatMap(rows =>
    rows.flatMap((row, at) =>
      [...row].flatMap((letter, place) =>
        [
          row[place + 1],
          // A row lies a little to the right of the one above it.
          rows[at + 1]?.[place - 1],
          rows[at + 1]?.[place],
        ].flatMap(other => (other === undefined ? [] : [`${letter}${other}`, `${other}${letter}`])),
      ),
    ),
  ),
)

export function costOfErrors(typed: string, meant: string): number {
  // What both begin and end with was typed right; what lies between is a letter or two.
  let start = 0
  while (start < typed.length && typed[start] === meant[start]) start++
  let same = 0
  const shorter = Math.min(typed.length, meant.length)
  while (same < shorter - start && typed.at(-1 - same) === meant.at(-1 - same)) same++
  const between = costBetween(typed, typed.length - same, meant, meant.length - same, start)
  return between + (typed[0] === meant[0] ? 0 : atTheStart)
}

/** Of typing the letters from `start` to `typedEnd` for those to `meantEnd`. */
function costBetween(
  typed: string,
  typedEnd: number,
  meant: string,
  meantEnd: number,
  start: number,
): number {
  const cost: number[][] = []
  for (let i = start; i <= typedEnd; i++) {
    const row: number[] = []
    cost[i] = row
    for (let j = start; j <= meantEnd; j++) {
      if (i === start && j === start) row[j] = 0
      else {
        const [letter, other] = [typed[i - 1], meant[j - 1]]
        const isSwapped = letter === meant[j - 2] && typed[i - 2] === other
        row[j] = Math.min(
          (row[j - 1] ?? Infinity) + costOfLeavingOut(meant, j - 1),
          (cost[i - 1]?.[j] ?? Infinity) + costOfPuttingIn(typed, i - 1),
          (cost[i - 1]?.[j - 1] ?? Infinity) + (letter === other ? 0 : costOfChange(letter, other)),
          isSwapped ? (cost[i - 2]?.[j - 2] ?? Infinity) + costs.swapped : Infinity,
        )
      }
    }
  }
  return cost[typedEnd]?.[meantEnd] ?? Infinity
}

function costOfLeavingOut(meant: string, at: number): number {
  return meant[at] === meant[at - 1] || meant[at] === meant[at + 1] ? costs.leftOutOfDouble : costs.leftOut
}

function costOfPuttingIn(typed: string, at: number): number {
  const around = [typed[at - 1], typed[at + 1]]
  if (around.includes(typed[at])) return costs.doubled
  return around.some(letter => areNeighbours(typed[at], letter)) ? costs.neighbourPutIn : costs.strangePutIn
}

function costOfChange(letter: string | undefined, other: string | undefined): number {
  return areNeighbours(letter, other) ? costs.neighbour : costs.strange
}

const areNeighbours = (one: string | undefined, other: string | undefined) => neighbours.has(`${one}${other}`)
