// What a complete label states depends on the kind of food: nobody misses the sugar of an oil or the saturated fat of a
// lemonade.
import { mapNutrients, type Nutrient, nutrientTable } from '../../food/nutrients.ts'
import { isLaboratoryData } from '../../food/sources.ts'
import type { CandidateFood } from '../candidate-food.ts'

/** Without these no label is complete, whatever the food. */
export const requiredNutrients = [
  'calories_kcal',
  'fat_g',
  'carbs_g',
  'protein_g',
] as const satisfies Nutrient[]

/** The rest of a European label; their weights depend on the kind of food. */
export const detailNutrients = ['saturated_fat_g', 'sugar_g', 'sodium_mg'] as const satisfies Nutrient[]

type Weights = Readonly<Record<Nutrient, number>>

// The values that people look up most weigh most; those that only some countries declare weigh least.
const usualWeights: Weights = mapNutrients(nutrient => nutrientTable[nutrient].confidenceWeight)
/** Meat, fish, eggs, oils. */
const weightsWithoutCarbs: Weights = { ...usualWeights, sugar_g: 0 }
/** Fruit, vegetables, juices, soft drinks, sweets: sugar is what matters. */
const weightsWithoutFat: Weights = { ...usualWeights, saturated_fat_g: 0, sugar_g: 2 }
/** Water, tea, spirits: the energy says it all. */
const weightsWithoutMacros: Weights = { ...usualWeights, saturated_fat_g: 0, sugar_g: 0, sodium_mg: 0 }

// Saturated fat is part of the fat, and sugar part of the carbohydrates: below 1 g the part is known well enough.
const negligibleGrams = 1
const isNegligible = (grams: number | null) => grams !== null && grams < negligibleGrams

/** How much each nutrient matters, by kind of food. */
export function weightsOf({ fat_g, carbs_g, protein_g }: CandidateFood): Weights {
  if (!isNegligible(fat_g)) return isNegligible(carbs_g) ? weightsWithoutCarbs : usualWeights
  if (!isNegligible(carbs_g)) return weightsWithoutFat
  return isNegligible(protein_g) ? weightsWithoutMacros : weightsWithoutCarbs
}

/** The share of the details, by weight, that a complete label states. */
const minKnownDetails = 0.5

/** Laboratories report what they were asked to measure, so their data needs no details. */
export function isComplete(candidate: CandidateFood): boolean {
  for (const nutrient of requiredNutrients) if (candidate[nutrient] === null) return false
  if (isLaboratoryData(candidate)) return true
  const weights = weightsOf(candidate)
  let known = 0
  let total = 0
  for (const detail of detailNutrients) {
    total += weights[detail]
    if (candidate[detail] !== null) known += weights[detail]
  }
  return known >= minKnownDetails * total
}

/** What a complete label of this kind of food would state and this one does not. */
export function missingNutrients(candidate: CandidateFood): Nutrient[] {
  const weights = weightsOf(candidate)
  const details = isLaboratoryData(candidate) ? [] : detailNutrients.filter(detail => weights[detail] > 0)
  return [...requiredNutrients, ...details].filter(nutrient => candidate[nutrient] === null)
}
