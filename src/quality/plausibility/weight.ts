// The weight of nutrients in 100 g.
import type { CandidateFood } from '../candidate-food.ts'

// Labels that round small servings exceed 100; 105 is also the limit of Open Food Facts' own check.
const maxMacrosWeight = 105

// Dry bouillon in USDA SR reaches 109, because part of its sodium is glutamate rather than salt.
const maxWeightWithSalt = 110
const saltGramsPerSodiumMg = 2.54 / 1_000

export const macrosWeight = (candidate: CandidateFood) =>
  (candidate.fat_g ?? 0) + (candidate.carbs_g ?? 0) + (candidate.protein_g ?? 0)

/** Salts, including those with traces of other nutrients. */
export const isWithoutMacros = (candidate: CandidateFood) => macrosWeight(candidate) <= 1

export const isTooHeavy = (candidate: CandidateFood) => macrosWeight(candidate) > maxMacrosWeight

export function isTooHeavyWithSalt(candidate: CandidateFood): boolean {
  if (isWithoutMacros(candidate) || isTooHeavy(candidate)) return false
  return macrosWeight(candidate) + (candidate.sodium_mg ?? 0) * saltGramsPerSodiumMg > maxWeightWithSalt
}

/** By how many grams a part exceeds its whole. */
export const excess = (part: number | null, whole: number | null) =>
  part === null || whole === null ? 0 : part - whole
