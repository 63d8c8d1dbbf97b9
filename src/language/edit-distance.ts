// Finding similar words by symmetric deletes (SymSpell): two words within n edits share a form when up to n letters are
// deleted from each. Candidates that share a form are then measured by their edit distance.

/** Only this many first letters are used: longer prefixes multiply the deletes and find little more. */
export const prefixLength = 7
const minLengthForOneEdit = 3
export const minLengthForTwoEdits = 6

/** How many edits are tolerated in a word of this length. */
export function maxEdits(word: string): 0 | 1 | 2 {
  if (word.length < minLengthForOneEdit) return 0
  return word.length < minLengthForTwoEdits ? 1 : 2
}

/** How many letters both words start with. */
export function commonStart(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length)
  let length = 0
  while (length < shorter && one.charCodeAt(length) === other.charCodeAt(length)) length++
  return length
}

/** How many letters both words end with, apart from the first `start` letters. */
export function commonEnd(one: string, other: string, start: number): number {
  const longest = Math.min(one.length, other.length) - start
  let length = 0
  while (
    length < longest &&
    one.charCodeAt(one.length - 1 - length) === other.charCodeAt(other.length - 1 - length)
  )
    length++
  return length
}

// Reused, because a search compares a misspelt word with a hundred terms.
let beforeLast: number[] = []
let last: number[] = []
let row: number[] = []

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours. At most `max` + 1. */
export function editDistance(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1
  const start = commonStart(one, other)
  const end = commonEnd(one, other, start)
  const height = one.length - end - start
  const width = other.length - end - start
  for (let j = 0; j <= width; j++) last[j] = j
  for (let i = 1; i <= height; i++) {
    const letter = one.charCodeAt(start + i - 1)
    row[0] = i
    let rowMin = i
    for (let j = 1; j <= width; j++) {
      const otherLetter = other.charCodeAt(start + j - 1)
      const substituted = (last[j - 1] ?? 0) + (letter === otherLetter ? 0 : 1)
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, substituted)
      if (
        i > 1 &&
        j > 1 &&
        letter === other.charCodeAt(start + j - 2) &&
        one.charCodeAt(start + i - 2) === otherLetter
      )
        edits = Math.min(edits, (beforeLast[j - 2] ?? 0) + 1)
      row[j] = edits
      if (edits < rowMin) rowMin = edits
    }
    if (rowMin > max) return max + 1
    ;[beforeLast, last, row] = [last, row, beforeLast]
  }
  return Math.min(max + 1, last[width] ?? 0)
}
