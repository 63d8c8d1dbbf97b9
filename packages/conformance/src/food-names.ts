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

/** A typo: drops the middle letter. */
export function misspell(word: string): string {
  const middle = Math.floor(word.length / 2)
  return word.slice(0, middle) + word.slice(middle + 1)
}
