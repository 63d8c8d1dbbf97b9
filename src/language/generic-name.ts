// The food behind a name: "Bananas, raw" and "Organic Banana" are both a banana; "Banana Bread" is not.
import { tokenize } from './tokenize.ts'
import { wordOf } from './words.ts'

const maxWords = 3

/** The base forms of the words that say what the food is, sorted. Null when there are more than a few, or none. */
export function genericName(name: string): string | null {
  return genericNameOf(tokenize(name))
}

export function genericNameOf(tokens: string[]): string | null {
  const words: string[] = []
  for (const token of tokens) {
    const { base, isModifier } = wordOf(token)
    if (isModifier || words.includes(base)) continue
    if (words.length === maxWords) return null
    words.push(base)
  }
  return words.length === 0 ? null : words.sort().join(' ')
}
