// Values that the kind of food rules out.
import { nutrients } from '../../food/nutrients.ts'
import { isLaboratoryData } from '../../food/sources.ts'
import type { CandidateFood } from '../candidate-food.ts'
import { namesAlcohol, namesNothingToDeclare } from './exemption-keywords.ts'
import {
  hasSaturatedFat,
  isBeer,
  isNeverPickled,
  isRichInFiber,
  isRichInProtein,
  isSalted,
  isSalty,
  isSoftDrink,
  isSoyOrPowder,
  isSugary,
  isUnsalted,
} from './food-traits.ts'
import { type CheckedField, noFields } from './rule.ts'
import { macrosWeight } from './weight.ts'

// Labels of small servings round up to 0.5 g down to 0.
const minCarbsOfSugaryFoods = 5
// Rapeseed oil, the fat with the least saturated fat, has 7 %; milk fat, cocoa butter and meat have 35 % or more.
const minFatWithSaturatedFat = 10
const minFatOfSaturatedKinds = 3
// Nuts have more fat, pulses and grains more carbohydrates, protein powders more protein.
const minProteinOfAnimalFoods = 5
const maxProteinOfAnimalFoods = 40
const maxFatOfAnimalFoods = 40
const minCarbsWithFiber = 3
// Sauces named after meat or cheese have carbohydrates; meat and cheese have fat, but are not lard or tallow.
const minFatOfProteinRichFoods = 2
const maxFatOfProteinRichFoods = 80
const maxCarbsOfProteinRichFoods = 5

// Low-salt Emmental has 60 mg; 1 to 2 g of salt entered as milligrams are 0.4 to 0.8 mg of sodium.
const maxSodiumInGrams = 5

// Dried ham and jerky have up to 3,500 mg, hard cheese 1,800, soft drinks less than 100.
const maxSodium = 4_000
const maxSodiumOfDrinks = 1_000

// Salt with herbs is at least six sevenths salt.
const minSodiumOfSalt = 34_000

/** The zeros of a label without any value, unless the food is water, tea, salt or the like. */
export function zerosOfUnknownFood(candidate: CandidateFood): readonly CheckedField[] {
  const { calories_kcal, protein_g, fat_g, carbs_g } = candidate
  if (protein_g !== 0 || fat_g !== 0 || carbs_g !== 0 || (calories_kcal ?? 0) > 0) return noFields
  if (isLaboratoryData(candidate) || zerosArePlausible(candidate)) return noFields
  return nutrients.filter(nutrient => candidate[nutrient] === 0)
}

function zerosArePlausible(candidate: CandidateFood): boolean {
  if ((candidate.alcohol_g ?? 0) > 0 || (candidate.sodium_mg ?? 0) >= minSodiumOfSalt) return true
  if (namesNothingToDeclare(candidate)) return !isUnsalted(candidate)
  // Alcohol provides energy, even where a label need not state it.
  return candidate.calories_kcal === null && namesAlcohol(candidate)
}

/** Zeros that mean "not stated". Laboratories measure zeros. */
export function contradictingZeros(candidate: CandidateFood): readonly CheckedField[] {
  if (isLaboratoryData(candidate)) return noFields
  const fields: CheckedField[] = []
  if (candidate.sugar_g === 0 && sugarCannotBeZero(candidate)) fields.push('sugar_g')
  if (candidate.saturated_fat_g === 0 && saturatedFatCannotBeZero(candidate)) fields.push('saturated_fat_g')
  if (candidate.protein_g === 0 && proteinCannotBeZero(candidate)) fields.push('protein_g')
  if (candidate.fiber_g === 0 && fiberCannotBeZero(candidate)) fields.push('fiber_g')
  if (candidate.sodium_mg === 0 && sodiumCannotBeZero(candidate)) fields.push('sodium_mg')
  return fields
}

export const sodiumIsInGrams = (candidate: CandidateFood): boolean =>
  candidate.sodium_mg !== null &&
  candidate.sodium_mg > 0 &&
  candidate.sodium_mg < maxSodiumInGrams &&
  !isLaboratoryData(candidate) &&
  isSalty(candidate)

/** Milligrams of salt entered as sodium, or a misplaced decimal point. */
export function sodiumIsTooHigh(candidate: CandidateFood): boolean {
  const sodium = candidate.sodium_mg ?? 0
  if (sodium <= maxSodiumOfDrinks || isLaboratoryData(candidate)) return false
  if (sodium > maxSodium && isNeverPickled(candidate)) return true
  return isSoftDrink(candidate) || isBeer(candidate)
}

function sugarCannotBeZero(candidate: CandidateFood): boolean {
  const carbs = (candidate.carbs_g ?? 0) - (candidate.polyols_g ?? 0) - (candidate.fiber_g ?? 0)
  return carbs >= minCarbsOfSugaryFoods && isSugary(candidate)
}

function saturatedFatCannotBeZero(candidate: CandidateFood): boolean {
  const fat = candidate.fat_g ?? 0
  return fat >= minFatWithSaturatedFat || (fat >= minFatOfSaturatedKinds && hasSaturatedFat(candidate))
}

/** Meat, fish, cheese and what is made from them always contain some sodium, even without salt. */
function sodiumCannotBeZero(candidate: CandidateFood): boolean {
  if (macrosWeight(candidate) <= 1) return false
  if (isSalted(candidate)) return true
  return isOfAnimalComposition(candidate) && !isSoyOrPowder(candidate) && !isUnsalted(candidate)
}

const isOfAnimalComposition = ({ protein_g, fat_g, carbs_g, fiber_g }: CandidateFood) =>
  protein_g !== null &&
  protein_g >= minProteinOfAnimalFoods &&
  protein_g <= maxProteinOfAnimalFoods &&
  fat_g !== null &&
  fat_g < maxFatOfAnimalFoods &&
  carbs_g !== null &&
  carbs_g <= maxCarbsOfProteinRichFoods &&
  (fiber_g ?? 0) < 1

/** Labels of small servings round down to 0, so there must be something that fibre comes with. */
const fiberCannotBeZero = (candidate: CandidateFood): boolean =>
  (candidate.carbs_g ?? 0) >= minCarbsWithFiber && isRichInFiber(candidate)

const proteinCannotBeZero = (candidate: CandidateFood) =>
  (candidate.fat_g ?? 0) >= minFatOfProteinRichFoods &&
  (candidate.fat_g ?? 0) <= maxFatOfProteinRichFoods &&
  candidate.carbs_g !== null &&
  candidate.carbs_g <= maxCarbsOfProteinRichFoods &&
  isRichInProtein(candidate)
