// The everyday food that people mean by the words of a candidate.
import type { EverydayFood } from '../../food/everyday-foods.ts'
import { everydayFoodNamed } from '../../food/everyday-names.ts'
import type { Candidate } from './candidates.ts'

/** Null where the candidate has only some of the words, or the query asks for more than the food. */
export function everydayFoodOf({ reading, terms, isTyped, synonym, kept }: Candidate): EverydayFood | null {
  const { kind, preferences, excluded, named } = reading
  const isRestricted = kind === 'understood' && (preferences.length > 0 || excluded.length > 0)
  if (kept < 1 || kind === 'main' || isRestricted) return null
  const isAsTyped = isTyped && synonym === 'none'
  const listed = everydayFoodNamed((isAsTyped ? reading.words : terms.map(({ term }) => term)).join(' '))
  return isAsTyped && (kind === 'understood' || listed === null) ? (named ?? listed) : listed
}
