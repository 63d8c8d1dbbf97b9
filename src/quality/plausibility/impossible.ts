// What cannot be. The value goes, or is put right where the source itself tells how.
import type { PlausibilityLimit } from '../../food/nutrient-facts.ts'
import { massLimit, type Nutrient, nutrients, nutrientTable } from '../../food/nutrients.ts'
import type { CandidateFood } from '../candidate-food.ts'
import { energyConfirmsMacros, energyIsInKilojoules, energyIsMissing, toKilocalories } from './energy.ts'
import { type Judged, none, type Rule, when } from './rule.ts'
import { excess, isTooHeavyWithSalt, isWithoutMacros, macrosWeight } from './weight.ts'

const macros = ['fat_g', 'carbs_g', 'protein_g'] as const

// Rounded servings explain some more than 105 (rice of 2.2 + 95.6 + 13.3 g); past 120 a look at 70 real rows
// found no table to be trusted.
const impossibleWeight = 120

// Laboratories find up to 0.93 g more sugar than carbohydrates by difference (USDA SR). Three times that is no noise.
const impossibleExcess = 3

/** In the order in which they are asked. */
export const impossible: readonly Rule[] = [
  ...limitRules(nutrients.filter(nutrient => nutrient !== 'calories_kcal')),
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
  ...limitRules(['calories_kcal']),
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

/** A rule for each limit that the table of nutrients names. */
function limitRules(limited: readonly Nutrient[]): Rule[] {
  const membersOf = new Map<PlausibilityLimit, Judged[]>()
  for (const nutrient of limited) {
    const { limit } = nutrientTable[nutrient]
    membersOf.set(limit, [...(membersOf.get(limit) ?? []), nutrient])
  }
  membersOf.get(massLimit)?.push('alcohol_g', 'polyols_g')
  return [...membersOf].map(([limit, members]) => ({
    code: limit.rule,
    effect: 'null',
    says: limit.says,
    check: draft => {
      for (const member of members) {
        if (isOver(limit, member, draft)) return members.filter(each => isOver(limit, each, draft))
      }
      return none
    },
  }))
}

function isOver(
  { max, maxWithoutMacros = max }: PlausibilityLimit,
  member: Judged,
  draft: CandidateFood,
): boolean {
  const value = draft[member] ?? 0
  return value > max && (value > maxWithoutMacros || !isWithoutMacros(draft))
}

/** One of the two is wrong. Without an energy that fits the whole nothing tells which, and neither is kept. */
function partFarOverWhole(draft: CandidateFood, part: Nutrient, whole: Nutrient): readonly Judged[] {
  if (excess(draft[part], draft[whole]) <= impossibleExcess) return none
  return energyConfirmsMacros(draft) ? [part] : [part, whole]
}
