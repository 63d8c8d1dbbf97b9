// How a query was understood, in the words of the best result, when these differ from what was typed.
import type { RankedFood } from '../ranking/rank.ts'

export interface Interpretation {
  /** Some words were left out because too few foods contain them all. */
  kind: 'rewritten' | 'fewer words'
  words: string[]
}

/** Null when the best result contains the words as typed, completed or inflected. */
export function interpretationOf(ranked: RankedFood[]): Interpretation | null {
  const candidate = ranked[0]?.candidate
  if (candidate === undefined || candidate.isCompleted || candidate.prefix !== null) return null
  const words = candidate.terms.map(({ term }) => term)
  const { tokens, removed, preferences } = candidate.reading
  const typed = new Set(tokens.map(({ term }) => term))
  const isPart = words.length < typed.size && words.every(word => typed.has(word))
  if (candidate.kept < 1 || isPart) return { kind: 'fewer words', words }
  if (candidate.isTyped && candidate.synonym === 'none' && removed.length === 0) return null
  return { kind: 'rewritten', words: [...preferences.map(({ name }) => name.replaceAll('_', ' ')), ...words] }
}
