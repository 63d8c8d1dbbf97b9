// What weighs what, in a hundred grams.
import type { CandidateFood } from '../candidate-food.ts'

// Labels that round small servings go past 100; 105 is also the bound of Open Food Facts' own check.
const oddWeight = 105

// Dry bouillon of USDA SR reaches 109: part of its sodium is glutamate and no salt.
const oddWeightWithSalt = 110
const saltAMilligramOfSodium = 2.54 / 1_000

export const macrosWeight = (draft: CandidateFood) =>
  (draft.fat_g ?? 0) + (draft.carbs_g ?? 0) + (draft.protein_g ?? 0)

/** Salts, also those with a trace of something. */
export const isWithoutMacros = (draft: CandidateFood) => macrosWeight(draft) <= 1

export const isTooHeavy = (draft: CandidateFood) => macrosWeight(draft) > oddWeight

export function isTooHeavyWithSalt(draft: CandidateFood): boolean {
  if (isWithoutMacros(draft) || isTooHeavy(draft)) return false
  return macrosWeight(draft) + (draft.sodium_mg ?? 0) * saltAMilligramOfSodium > oddWeightWithSalt
}

/** By how much a part is more than its whole, in grams. */
export const excess = (part: number | null, whole: number | null) =>
  part === null || whole === null ? 0 : part - whole
