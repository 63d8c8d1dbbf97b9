// What cannot be. The value goes, or is put right where the source itself tells how.
import type { Draft, Nutrient } from '../draft.ts'
import {
  energyConfirmsMacros,
  energyIsInKilojoules,
  energyIsMissing,
  mostEnergy,
  toKilocalories,
} from './energy.ts'
import { type Judged, none, type Rule, when } from './rule.ts'
import { excess, isTooHeavyWithSalt, isWithoutMacros, macrosWeight } from './weight.ts'

const masses = [
  'protein_g',
  'fat_g',
  'carbs_g',
  'fiber_g',
  'sugar_g',
  'saturated_fat_g',
  'alcohol_g',
  'polyols_g',
] as const

const macros = ['fat_g', 'carbs_g', 'protein_g'] as const

// Of 818,846 real rows none lies between 100 and 100.5, so that no rounding has to be forgiven.
const mostGrams = 100

// Pure salt has 39,340 mg; labels of 40,000 are salt ÷ 2.5. US labels round a serving of 1.2 g, so that real salts
// say 41,667 and 42,143. A food with macros cannot be all salt.
const mostSodium = 39_340
const mostSodiumOfSalts = 42_500

// The most in USDA SR: brain of beef or veal, cooked, 3,100 mg. Dried egg yolk has 2,307.
const mostCholesterol = 3_500

// The most in USDA SR: cream of tartar, 16,500 mg. Salt substitutes have no macros and may be pure potassium
// chloride, which is 52.44 % potassium.
const mostPotassium = 17_000
const mostPotassiumOfSalts = 52_500

// Rounded servings explain some more than 105 (rice of 2.2 + 95.6 + 13.3 g); past 120 a look at 70 real rows
// found no table to be trusted.
const impossibleWeight = 120

// Laboratories find up to 0.93 g more sugar than carbohydrates by difference (USDA SR). Three times that is no noise.
const impossibleExcess = 3

/** In the order in which they are asked. */
export const impossible: readonly Rule[] = [
  {
    code: 'over-100-g',
    effect: 'null',
    says: 'More than 100 g in 100 g',
    check: draft => {
      for (const mass of masses) {
        if ((draft[mass] ?? 0) > mostGrams) return masses.filter(each => (draft[each] ?? 0) > mostGrams)
      }
      return none
    },
  },
  {
    code: 'over-100-g-sodium',
    effect: 'null',
    says: 'More sodium than pure salt has',
    check: draft => {
      const sodium = draft.sodium_mg ?? 0
      if (sodium <= mostSodium) return none
      return when(sodium > mostSodiumOfSalts || !isWithoutMacros(draft), 'sodium_mg')
    },
  },
  {
    code: 'cholesterol-bound',
    effect: 'null',
    says: 'More cholesterol than any food has',
    check: draft => when((draft.cholesterol_mg ?? 0) > mostCholesterol, 'cholesterol_mg'),
  },
  {
    code: 'potassium-bound',
    effect: 'null',
    says: 'More potassium than any food has',
    check: draft => {
      const potassium = draft.potassium_mg ?? 0
      if (potassium <= mostPotassium) return none
      return when(potassium > mostPotassiumOfSalts || !isWithoutMacros(draft), 'potassium_mg')
    },
  },
  {
    code: 'macros-over-120',
    effect: 'null',
    says: 'Fat, carbohydrates and protein weigh more than 120 g in 100 g',
    check: draft => {
      if (macrosWeight(draft) <= impossibleWeight) return none
      return macros.filter(macro => draft[macro] !== null)
    },
  },
  {
    code: 'kj-as-kcal',
    effect: 'convert',
    says: 'The energy was written in kilojoules and called kilocalories',
    check: draft => when(energyIsInKilojoules(draft), 'calories_kcal'),
    becomes: draft => toKilocalories(draft.calories_kcal),
  },
  {
    code: 'over-900-kcal',
    effect: 'null',
    says: 'More energy than pure fat has',
    check: draft => when((draft.calories_kcal ?? 0) > mostEnergy, 'calories_kcal'),
  },
  {
    code: 'zero-energy',
    effect: 'null',
    says: 'No energy, or next to none, where the nutrients give some',
    check: draft => when(energyIsMissing(draft), 'calories_kcal'),
  },
  {
    code: 'sugar-far-over-carbs',
    effect: 'null',
    says: 'Far more sugar than carbohydrates',
    check: draft => partFarOverWhole(draft, 'sugar_g', 'carbs_g'),
  },
  {
    code: 'saturated-far-over-fat',
    effect: 'null',
    says: 'Far more saturated fat than fat',
    check: draft => partFarOverWhole(draft, 'saturated_fat_g', 'fat_g'),
  },
  {
    code: 'salt-over-rest',
    effect: 'null',
    says: 'More salt than there is room for beside nutrients that the energy confirms',
    check: draft => when(isTooHeavyWithSalt(draft) && energyConfirmsMacros(draft), 'sodium_mg'),
  },
]

/** One of the two is wrong. Without an energy that fits the whole nothing tells which, and neither is kept. */
function partFarOverWhole(draft: Draft, part: Nutrient, whole: Nutrient): readonly Judged[] {
  if (excess(draft[part], draft[whole]) <= impossibleExcess) return none
  return energyConfirmsMacros(draft) ? [part] : [part, whole]
}
