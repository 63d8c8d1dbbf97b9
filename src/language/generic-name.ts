// The food behind a name: "Bananas, raw" and "Organic Banana" are both a banana; "Banana Bread" is not.
import { baseForm } from './inflection.ts'
import { tokenize } from './tokenize.ts'
import { modifiers } from './word-lists.ts'

const maxWords = 3

/** The base forms of the words that say what the food is, sorted. Null when there are more than a few, or none. */
export function genericName(name: string): string | null {
  return genericNameOf(tokenize(name))
}

export function genericNameOf(tokens: string[]): string | null {
  const words = new Set<string>()
  for (const token of tokens) {
    if (!modifiers.has(token)) words.add(baseForm(token))
    if (words.size > maxWords) return null
  }
  return words.size === 0 ? null : [...words].sort().join(' ')
}
