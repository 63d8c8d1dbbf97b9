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

/** The prefix of a word, and its forms with up to `edits` letters deleted. */
export function deletesOf(word: string, edits: number): string[] {
  const deletes = new Set([word.slice(0, prefixLength)])
  let current = [...deletes]
  for (let deleted = 0; deleted < edits; deleted++) {
    current = current.flatMap(form =>
      [...form].map((_, index) => form.slice(0, index) + form.slice(index + 1)),
    )
    for (const form of current) deletes.add(form)
  }
  return [...deletes]
}

/** The deletes stored for a term of the catalog, which may be one or two letters shorter than the misspelt word. */
export const indexedDeletesOf = (term: string): string[] =>
  deletesOf(term, term.length < minLengthForTwoEdits - 1 ? 1 : 2)

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours. At most `max` + 1. */
export function editDistance(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    let rowMin = i
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        edits = Math.min(edits, (beforeLast[j - 2] ?? 0) + 1)
      }
      row.push(edits)
      if (edits < rowMin) rowMin = edits
    }
    if (rowMin > max) return max + 1
    beforeLast = last
    last = row
  }
  return last[other.length] ?? max + 1
}
