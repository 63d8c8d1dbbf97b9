// Suspicious values. They are kept, because the correct value is unknown, and lower the confidence.
import { massLimit } from '../../food/nutrients.ts'
import { isLaboratoryData } from '../../food/sources.ts'
import type { CandidateFood, QualityFlag } from '../candidate-food.ts'
import { hasSugarDespiteName, partsAreCopied } from './copied-values.ts'
import { energiesContradict, energyConfirmsMacros, energyDiffers } from './energy.ts'
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
    code: 'next-to-impossible',
    effect: 'suspect',
    description: 'Another value of the label is impossible, and the energy does not confirm this one',
    check: candidate => {
      if (!candidate.quality_flags.some(isFarTooHeavy)) return noFields
      const kept = keptFields.filter(field => candidate[field] !== null)
      const areMacrosKnown = macros.every(macro => kept.includes(macro))
      return areMacrosKnown && !energyDiffers(candidate) ? noFields : kept.slice(0, 1)
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

// Rounded servings of oil reach 105 g, and labels per 100 ml of syrup 140.
const maxRoundedMass = 140
const isFarTooHeavy = ({ rule, found }: QualityFlag) =>
  rule === massLimit.rule && Number(found) > maxRoundedMass

const macros = ['protein_g', 'fat_g', 'carbs_g'] as const
const keptFields = ['calories_kcal', ...macros] as const

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

/** Found by the import, which compares the foods of the catalog with each other; one food alone cannot break it. */
export const unlikePeers: Rule = {
  code: 'unlike-peers',
  effect: 'suspect',
  description: 'Energy and macronutrients far from those of foods of the same name or category',
  check: () => noFields,
}
