// Parts that equal their whole, because one number was typed into both fields.
import { isLaboratoryData } from '../../food/sources.ts'
import type { CandidateFood } from '../candidate-food.ts'
import { isNearlySaturated, isWithoutSugar } from './food-traits.ts'

// Below, labels of small servings round both to the same number.
const minFat = 5
const minCarbs = 3
// Coconut oil, the most saturated fat, is a little below it.
const saturatedShare = 0.97
// "Sugar-free" allows 0.5 g (Regulation (EC) 1924/2006); milk and fruit in the recipe bring some more. Laboratories count
// sugar alcohols as sugar.
const maxSugarWithoutSugar = 2

function saturatedFatIsFat(candidate: CandidateFood): boolean {
  const { fat_g: fat, saturated_fat_g: saturated } = candidate
  if (fat === null || saturated === null || fat <= minFat || saturated < saturatedShare * fat) return false
  return !isLaboratoryData(candidate) && !isNearlySaturated(candidate)
}

/** Of sweets and fruit, all carbohydrates can be sugar; hardly ever is all of the fat saturated, too. */
export function partsAreCopied(candidate: CandidateFood): boolean {
  const { carbs_g: carbs, sugar_g: sugar } = candidate
  return carbs !== null && carbs >= minCarbs && sugar === carbs && saturatedFatIsFat(candidate)
}

export const saturatedFatIsCopied = (candidate: CandidateFood) =>
  saturatedFatIsFat(candidate) && !partsAreCopied(candidate)

export const hasSugarDespiteName = (candidate: CandidateFood) =>
  (candidate.sugar_g ?? 0) > maxSugarWithoutSugar && !isLaboratoryData(candidate) && isWithoutSugar(candidate)
