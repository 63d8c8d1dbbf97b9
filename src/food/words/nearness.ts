// Which words are nearly the same. Two words that differ by few letters have a rest in common when as many letters
// are taken out of both (symmetric deletes); what shares a rest is then measured letter by letter.

/** Only this many first letters are taken apart: further ones would multiply the rests and find little more. */
const lettersTakenApart = 7
const shortestForgiven = 3
const shortestForgivenTwice = 6

/** How many typing errors a word of this length is forgiven. */
export function errorsForgiven(word: string): 0 | 1 | 2 {
  if (word.length < shortestForgiven) return 0
  return word.length < shortestForgivenTwice ? 1 : 2
}

/** What is left of the first letters when up to `errors` of them are gone, and with none gone. */
export function restsOf(word: string, errors: number): string[] {
  const rests = new Set([word.slice(0, lettersTakenApart)])
  let longer = [...rests]
  for (let gone = 0; gone < errors; gone++) {
    longer = longer.flatMap(rest => [...rest].map((_, at) => rest.slice(0, at) + rest.slice(at + 1)))
    for (const rest of longer) rests.add(rest)
  }
  return [...rests]
}

/** Words of the catalog may be a letter or two shorter than what was typed for them. */
export const restsToKeep = (word: string): string[] =>
  restsOf(word, word.length < shortestForgivenTwice - 1 ? 1 : 2)

/**
 * Letters to insert, leave out, change or swap with their neighbour to make one word of the other (optimal string
 * alignment); anything over `most` is told as more than that.
 */
export function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      let steps = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        steps = Math.min(steps, (beforeLast[j - 2] ?? 0) + 1)
      }
      row.push(steps)
      if (steps < least) least = steps
    }
    if (least > most) return most + 1
    beforeLast = last
    last = row
  }
  return last[other.length] ?? most + 1
}
