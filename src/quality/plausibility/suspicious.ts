// What is odd. The value stays, since nothing tells what would be right, and the confidence falls.
import { sourceFacts } from '../../food/sources.ts'
import type { CandidateFood } from '../candidate-food.ts'
import { energiesContradict, energyConfirmsMacros, energyDiffers } from './energy.ts'
import { namesNothingToDeclare } from './exemption-keywords.ts'
import { type Judged, none, type Rule, when } from './rule.ts'
import { excess, isTooHeavy, isTooHeavyWithSalt, macrosWeight } from './weight.ts'

// Chia, sesame and hemp reach 118 where fibre is told beside carbohydrates that still hold some of it.
const oddWeightWithFiber = 120

// Laboratories find up to 0.93 g more sugar than carbohydrates by difference, and 0.1 g more saturated fat than fat
// (USDA SR).
const oddExcessOfSugar = 1
const oddExcessOfSaturatedFat = 0.5

// Half salt: seasonings of which the rest is too little for the label of a 1 g serving.
const mostlySalt = 20_000

export const suspicious: readonly Rule[] = [
  {
    code: 'macros-over-105',
    effect: 'doubt',
    says: 'Fat, carbohydrates and protein weigh more than 105 g in 100 g',
    check: draft => when(isTooHeavy(draft), heaviestMacro(draft)),
  },
  {
    code: 'salt-or-rest',
    effect: 'doubt',
    says: 'With its salt the food weighs more than 110 g in 100 g',
    check: draft => when(isTooHeavyWithSalt(draft), 'sodium_mg'),
  },
  {
    code: 'fiber-over-rest',
    effect: 'doubt',
    says: 'With its fibre the food weighs more than 120 g in 100 g',
    check: draft => {
      const fiber = draft.fiber_g ?? 0
      // Fibre inside the carbohydrates adds no weight; half a gram more is rounding.
      if (draft.carbs_g === null || fiber <= draft.carbs_g + 0.5) return none
      return when(macrosWeight(draft) + fiber > oddWeightWithFiber, 'fiber_g')
    },
  },
  {
    code: 'sugar-over-carbs',
    effect: 'doubt',
    says: 'More sugar than carbohydrates',
    check: draft => when(excess(draft.sugar_g, draft.carbs_g) > oddExcessOfSugar, 'sugar_g'),
  },
  {
    code: 'saturated-over-fat',
    effect: 'doubt',
    says: 'More saturated fat than fat',
    check: draft =>
      when(excess(draft.saturated_fat_g, draft.fat_g) > oddExcessOfSaturatedFat, 'saturated_fat_g'),
  },
  {
    code: 'energy-mismatch',
    effect: 'doubt',
    says: 'The energy does not fit the nutrients',
    check: draft => when(energyDiffers(draft), 'calories_kcal'),
  },
  {
    code: 'kcal-or-kj',
    effect: 'doubt',
    says: 'The kilocalories and the kilojoules of the label contradict each other',
    check: draft => when(energiesContradict(draft), 'calories_kcal'),
  },
  {
    code: 'all-zero',
    effect: 'doubt',
    says: 'All values are zero, and nothing says that this is water, salt or the like',
    check: draft => {
      if (draft.carbs_g !== 0 || draft.fat_g !== 0 || draft.protein_g !== 0) return none
      return when(!hasReasonToBeZero(draft), 'carbs_g')
    },
  },
  {
    code: 'three-equal',
    effect: 'doubt',
    says: 'Fat, carbohydrates and protein are the same number',
    check: draft => {
      const { fat_g: fat, carbs_g: carbs, protein_g: protein } = draft
      // Below 1 g it is a label that says "< 0.5 g" three times.
      if (fat === null || fat < 1 || fat !== carbs || fat !== protein) return none
      return when(!energyConfirmsMacros(draft), 'carbs_g')
    },
  },
]

function heaviestMacro({ fat_g, carbs_g, protein_g }: CandidateFood): Judged {
  const fat = fat_g ?? 0
  const carbs = carbs_g ?? 0
  const protein = protein_g ?? 0
  if (carbs >= fat && carbs >= protein) return 'carbs_g'
  return fat >= protein ? 'fat_g' : 'protein_g'
}

/** Zeros of a laboratory are measured. An energy beside the zeros shows that somebody read a label, and has a rule of its own. */
function hasReasonToBeZero(draft: CandidateFood): boolean {
  if (sourceFacts[draft.source].isMeasured || (draft.calories_kcal ?? 0) > 0) return true
  if ((draft.alcohol_g ?? 0) > 0 || (draft.sodium_mg ?? 0) >= mostlySalt) return true
  return namesNothingToDeclare(draft)
}
