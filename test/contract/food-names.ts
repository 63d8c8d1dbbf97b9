// Names as a reader compares them: without case, accents and punctuation.

export function wordsOf(text: unknown): string[] {
  if (typeof text !== 'string') return []
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter(word => word !== '')
}

export function isWholeName(name: string, query: string): boolean {
  return wordsOf(name).join(' ') === wordsOf(query).join(' ')
}

/** The same words in any order. */
export function hasSameWords(name: string, query: string): boolean {
  return wordsOf(name).sort().join(' ') === wordsOf(query).sort().join(' ')
}

/** Plain short names, on which every notion of "the whole name" agrees. */
export function isPlainName(name: string): boolean {
  return /^[a-z]{3,}( [a-z]{3,}){0,3}$/i.test(name)
}

/** Letters to insert, delete, replace or swap with the next one (optimal string alignment). */
export function editDistance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let row = 1; row <= one.length; row++) {
    const distances = [row]
    rows.push(distances)
    for (let column = 1; column <= other.length; column++) {
      const replaced = at(row - 1, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1)
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const swapped = row > 1 && column > 1 && isSwap ? at(row - 2, column - 2) + 1 : replaced
      distances.push(Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, replaced, swapped))
    }
  }
  return at(one.length, other.length)
}

/** A typo: drops the middle letter. */
export function misspell(word: string): string {
  const middle = Math.floor(word.length / 2)
  return word.slice(0, middle) + word.slice(middle + 1)
}
