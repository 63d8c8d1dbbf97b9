// Impossible values. They are dropped, or converted where the source contains the correct value.
import type { PlausibilityLimit } from '../../food/nutrient-facts.ts'
import { massLimit, type Nutrient, nutrients, nutrientTable } from '../../food/nutrients.ts'
import type { CandidateFood } from '../candidate-food.ts'
import { contradictingZeros, sodiumIsInGrams, sodiumIsTooHigh, zerosOfUnknownFood } from './contradictions.ts'
import { saturatedFatIsCopied } from './copied-values.ts'
import {
  energyConfirmsMacros,
  energyIsInKilojoules,
  energyIsMissing,
  kilocaloriesInKilojoules,
  toKilocalories,
} from './energy.ts'
import { type CheckedField, flagIf, noFields, type Rule } from './rule.ts'
import { excess, isTooHeavyWithSalt, isWithoutMacros, macrosWeight } from './weight.ts'

const macros = ['fat_g', 'carbs_g', 'protein_g'] as const

// Rounded servings explain a little over 105 g (rice with 2.2 + 95.6 + 13.3 g). Above 120 g, none of 70 real records
// that we checked could be trusted.
const impossibleWeight = 120

// Laboratories measure up to 0.93 g more sugar than carbohydrates by difference (USDA SR); 3 g is more than noise.
const impossibleExcess = 3

/** Applied in this order. */
export const impossible: readonly Rule[] = [
  ...limitRules(nutrients.filter(nutrient => nutrient !== 'calories_kcal')),
  {
    code: 'macros-over-120',
    effect: 'drop',
    description: 'Fat, carbohydrates and protein add up to more than 120 g per 100 g',
    check: candidate => {
      if (macrosWeight(candidate) <= impossibleWeight) return noFields
      return macros.filter(macro => candidate[macro] !== null)
    },
  },
  {
    code: 'all-zero',
    effect: 'drop',
    description: 'All values are zero, and neither name nor category indicates water, salt or the like',
    check: zerosOfUnknownFood,
  },
  // Before the energy is compared with what else is stated: a zero says more than an unknown value.
  {
    code: 'contradicting-zero',
    effect: 'drop',
    description: 'A zero that contradicts the kind of food, so it means unknown',
    check: contradictingZeros,
  },
  {
    code: 'kj-as-kcal',
    effect: 'convert',
    description: 'The energy in kilojoules was entered as kilocalories',
    check: candidate => flagIf(energyIsInKilojoules(candidate), 'calories_kcal'),
    convert: candidate => toKilocalories(candidate.calories_kcal),
  },
  {
    code: 'kcal-as-kj',
    effect: 'convert',
    description: 'The energy in kilocalories was entered as kilojoules',
    check: candidate => flagIf(kilocaloriesInKilojoules(candidate) !== null, 'calories_kcal'),
    convert: kilocaloriesInKilojoules,
  },
  ...limitRules(['calories_kcal']),
  {
    code: 'zero-energy',
    effect: 'drop',
    description: 'Little or no energy, although the nutrients provide some',
    check: candidate => flagIf(energyIsMissing(candidate), 'calories_kcal'),
  },
  {
    code: 'sugar-far-over-carbs',
    effect: 'drop',
    description: 'Much more sugar than carbohydrates',
    check: candidate => partFarOverWhole(candidate, 'sugar_g', 'carbs_g'),
  },
  {
    code: 'saturated-far-over-fat',
    effect: 'drop',
    description: 'Much more saturated fat than fat',
    check: candidate => partFarOverWhole(candidate, 'saturated_fat_g', 'fat_g'),
  },
  {
    code: 'saturated-equals-fat',
    effect: 'drop',
    description: 'All of the fat is saturated, which only that of coconuts and palm kernels is',
    check: candidate => flagIf(saturatedFatIsCopied(candidate), 'saturated_fat_g'),
  },
  {
    code: 'salt-over-rest',
    effect: 'drop',
    description: 'More salt than fits in 100 g with the other nutrients, which the energy confirms',
    check: candidate => flagIf(isTooHeavyWithSalt(candidate) && energyConfirmsMacros(candidate), 'sodium_mg'),
  },
  {
    code: 'sodium-in-grams',
    effect: 'drop',
    description: 'A salty food with hardly any sodium, probably grams entered as milligrams',
    check: candidate => flagIf(sodiumIsInGrams(candidate), 'sodium_mg'),
  },
  {
    code: 'sodium-too-high',
    effect: 'drop',
    description: 'More sodium than this kind of food can have',
    check: candidate => flagIf(sodiumIsTooHigh(candidate), 'sodium_mg'),
  },
]

/** One rule for each limit in the nutrient table. */
function limitRules(limited: readonly Nutrient[]): Rule[] {
  const fieldsByLimit = new Map<PlausibilityLimit, CheckedField[]>()
  for (const nutrient of limited) {
    const { limit } = nutrientTable[nutrient]
    fieldsByLimit.set(limit, [...(fieldsByLimit.get(limit) ?? []), nutrient])
  }
  fieldsByLimit.get(massLimit)?.push('alcohol_g', 'polyols_g')
  return [...fieldsByLimit].map(([limit, fields]) => ({
    code: limit.rule,
    effect: 'drop',
    description: limit.description,
    check: candidate => {
      // Most foods are within all limits, so a list is allocated only when needed.
      for (const field of fields) {
        if (isOver(limit, field, candidate)) return fields.filter(each => isOver(limit, each, candidate))
      }
      return noFields
    },
  }))
}

function isOver(
  { max, maxWithoutMacros = max }: PlausibilityLimit,
  field: CheckedField,
  candidate: CandidateFood,
): boolean {
  const value = candidate[field] ?? 0
  return value > max && (value > maxWithoutMacros || !isWithoutMacros(candidate))
}

/** One of the two is wrong. Unless the energy confirms the whole, it is unclear which, so both are dropped. */
function partFarOverWhole(
  candidate: CandidateFood,
  part: Nutrient,
  whole: Nutrient,
): readonly CheckedField[] {
  if (excess(candidate[part], candidate[whole]) <= impossibleExcess) return noFields
  return energyConfirmsMacros(candidate) ? [part] : [part, whole]
}
