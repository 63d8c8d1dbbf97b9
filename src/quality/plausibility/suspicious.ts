// Suspicious values. They are kept, because the correct value is unknown, and lower the confidence.
import { isLaboratoryData } from '../../food/sources.ts'
import type { CandidateFood } from '../candidate-food.ts'
import { hasSugarDespiteName, partsAreCopied } from './copied-values.ts'
import { energiesContradict, energyConfirmsMacros, energyDiffers } from './energy.ts'
import { namesNothingToDeclare } from './exemption-keywords.ts'
import { valuesUnlikeKind } from './kind-ranges.ts'
import { isPerServing } from './per-serving.ts'
import { type CheckedField, flagIf, noFields, type Rule } from './rule.ts'
import { excess, isTooHeavy, isTooHeavyWithSalt, macrosWeight } from './weight.ts'

// Chia, sesame and hemp reach 118 when the carbohydrates still include some of the separately stated fibre.
const maxWeightWithFiber = 120

// Laboratories measure up to 0.93 g more sugar than carbohydrates by difference, and 0.1 g more saturated fat than fat
// (USDA SR).
const maxSugarExcess = 1
const maxSaturatedFatExcess = 0.5

// About half salt: in seasonings like these, the rest rounds to zero on the label of a 1 g serving.
const minSodiumOfSeasonings = 20_000

export const suspicious: readonly Rule[] = [
  {
    code: 'macros-over-105',
    effect: 'suspect',
    description: 'Fat, carbohydrates and protein add up to more than 105 g per 100 g',
    check: candidate => flagIf(isTooHeavy(candidate), dominantMacro(candidate)),
  },
  {
    code: 'salt-or-rest',
    effect: 'suspect',
    description: 'The nutrients and the salt add up to more than 110 g per 100 g',
    check: candidate => flagIf(isTooHeavyWithSalt(candidate), 'sodium_mg'),
  },
  {
    code: 'fiber-over-rest',
    effect: 'suspect',
    description: 'The nutrients and the fibre add up to more than 120 g per 100 g',
    check: candidate => {
      const fiber = candidate.fiber_g ?? 0
      // Fibre that is included in the carbohydrates adds no weight, but sugar is no fibre; half a gram more is rounding.
      const carbsWithoutSugar = (candidate.carbs_g ?? 0) - (candidate.sugar_g ?? 0)
      if (candidate.carbs_g === null || fiber <= carbsWithoutSugar + 0.5) return noFields
      return flagIf(macrosWeight(candidate) + fiber > maxWeightWithFiber, 'fiber_g')
    },
  },
  {
    code: 'sugar-over-carbs',
    effect: 'suspect',
    description: 'More sugar than carbohydrates',
    check: candidate => flagIf(excess(candidate.sugar_g, candidate.carbs_g) > maxSugarExcess, 'sugar_g'),
  },
  {
    code: 'saturated-over-fat',
    effect: 'suspect',
    description: 'More saturated fat than fat',
    check: candidate =>
      flagIf(excess(candidate.saturated_fat_g, candidate.fat_g) > maxSaturatedFatExcess, 'saturated_fat_g'),
  },
  {
    code: 'energy-mismatch',
    effect: 'suspect',
    description: 'The energy does not match the nutrients',
    check: candidate => flagIf(energyDiffers(candidate), 'calories_kcal'),
  },
  {
    code: 'kcal-or-kj',
    effect: 'suspect',
    description: 'The kilocalories and kilojoules on the label contradict each other',
    check: candidate => flagIf(energiesContradict(candidate), 'calories_kcal'),
  },
  {
    code: 'all-zero',
    effect: 'suspect',
    description: 'All values are zero, and neither name nor category indicates water, salt or the like',
    check: candidate => {
      if (candidate.carbs_g !== 0 || candidate.fat_g !== 0 || candidate.protein_g !== 0) return noFields
      return flagIf(!areZerosPlausible(candidate), 'carbs_g')
    },
  },
  {
    code: 'three-equal',
    effect: 'suspect',
    description: 'Fat, carbohydrates and protein have the same value',
    check: candidate => {
      const { fat_g: fat, carbs_g: carbs, protein_g: protein } = candidate
      // Below 1 g it is a label that states "< 0.5 g" three times.
      if (fat === null || fat < 1 || fat !== carbs || fat !== protein) return noFields
      return flagIf(!energyConfirmsMacros(candidate), 'carbs_g')
    },
  },
  {
    code: 'per-serving',
    effect: 'suspect',
    description: 'The values are probably per serving, not per 100 g',
    check: candidate =>
      isLaboratoryData(candidate) ? noFields : flagIf(isPerServing(candidate), 'calories_kcal'),
  },
  {
    code: 'parts-equal-wholes',
    effect: 'suspect',
    description: 'All of the fat is saturated and all carbohydrates are sugar',
    check: candidate => flagIf(partsAreCopied(candidate), 'fat_g'),
  },
  {
    code: 'sugar-in-sugar-free',
    effect: 'suspect',
    description: 'Sugar in a food whose name says that it has none',
    check: candidate => flagIf(hasSugarDespiteName(candidate), 'sugar_g'),
  },
  {
    code: 'unlike-kind',
    effect: 'suspect',
    description: 'Energy or a nutrient outside of what this kind of food can contain',
    // Where another rule says what is wrong, that says more.
    check: candidate => (isDoubted(candidate) ? noFields : valuesUnlikeKind(candidate)),
  },
]

const suspiciousCodes = new Set(suspicious.map(({ code }) => code))

const isDoubted = (candidate: CandidateFood) =>
  candidate.quality_flags.some(({ rule }) => suspiciousCodes.has(rule))

function dominantMacro({ fat_g, carbs_g, protein_g }: CandidateFood): CheckedField {
  const fat = fat_g ?? 0
  const carbs = carbs_g ?? 0
  const protein = protein_g ?? 0
  if (carbs >= fat && carbs >= protein) return 'carbs_g'
  return fat >= protein ? 'fat_g' : 'protein_g'
}

/** Laboratories measure zeros. When an energy is stated, the check energy-mismatch applies instead. */
function areZerosPlausible(candidate: CandidateFood): boolean {
  if (isLaboratoryData(candidate) || (candidate.calories_kcal ?? 0) > 0) return true
  if ((candidate.alcohol_g ?? 0) > 0 || (candidate.sodium_mg ?? 0) >= minSodiumOfSeasonings) return true
  return namesNothingToDeclare(candidate)
}

/** Found by the import, which compares the foods of the catalog with each other; one food alone cannot break it. */
export const unlikePeers: Rule = {
  code: 'unlike-peers',
  effect: 'suspect',
  description: 'Energy and macronutrients far from those of foods of the same name or category',
  check: () => noFields,
}
