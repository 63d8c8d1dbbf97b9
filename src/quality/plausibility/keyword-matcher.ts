import type { CandidateFood } from '../candidate-food.ts'

// Unbounded, a very long word would take quadratic time.
const maxCompoundPrefix = 40

/** Whether the name or category of a food contains a word that matches one of the patterns of the language data. */
export function keywordMatcher(patterns: readonly string[]): (candidate: CandidateFood) => boolean {
  const compounds = patterns.join('|').replaceAll('*', `\\p{L}{0,${maxCompoundPrefix}}`)
  const words = new RegExp(`(?<!\\p{L})(?:${compounds})(?!\\p{L})`, 'u')
  return ({ name, category }) => words.test(`${name} ${category ?? ''}`.toLowerCase())
}
