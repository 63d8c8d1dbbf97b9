// Values per serving that were filed as values per 100 g: drinks with the energy of a bottle, and dry foods with the weight
// of a handful.
import type { CandidateFood } from '../candidate-food.ts'
import { kcalPerGramOfAlcohol } from './energy.ts'
import { isBeer, isDry, isSoftDrink } from './food-traits.ts'
import { macrosWeight } from './weight.ts'

interface Drinks {
  includes: (candidate: CandidateFood) => boolean
  /** kcal per 100 ml of the usual drinks. */
  usual: { from: number; to: number }
  /** The strongest, or sweetest, that is sold. */
  max: number
}

const drinks: readonly Drinks[] = [
  { includes: isBeer, usual: { from: 25, to: 60 }, max: 95 },
  { includes: isSoftDrink, usual: { from: 20, to: 55 }, max: 70 },
]

// A glass to a bottle, in units of 100 ml, when the serving is unknown. More energy is that of a powder or syrup.
const usualServing = { from: 1.5, to: 4 }

// Other foods are named after drinks, too.
const maxFatOfDrinks = 1
const maxProteinPerServing = 3

/** Strong beers whose alcohol is stated. */
const alcoholExplains = ({ alcohol_g, calories_kcal }: CandidateFood, max: number) =>
  kcalPerGramOfAlcohol * (alcohol_g ?? 0) > (calories_kcal ?? 0) - max

// Biscuits and sweets consist of 85 g nutrients or more; filled ones of 60.
const maxMacrosOfServing = 40

export const isPerServing = (candidate: CandidateFood): boolean =>
  isServingOfDrink(candidate) || isServingOfDryFood(candidate)

function isServingOfDryFood(candidate: CandidateFood): boolean {
  const { calories_kcal, fat_g, carbs_g, protein_g, fiber_g, polyols_g } = candidate
  if (calories_kcal === null || fat_g === null || carbs_g === null || protein_g === null) return false
  const weight = macrosWeight(candidate) + (fiber_g ?? 0) + (polyols_g ?? 0)
  return weight > 1 && weight < maxMacrosOfServing && isDry(candidate)
}

function isServingOfDrink(candidate: CandidateFood): boolean {
  const energy = candidate.calories_kcal
  if (energy === null || (candidate.fat_g ?? 0) > maxFatOfDrinks) return false
  if ((candidate.protein_g ?? 0) > maxProteinPerServing) return false
  return drinks.some(
    ({ includes, usual, max }) =>
      energy > max &&
      isServingOf(usual, candidate, energy) &&
      !alcoholExplains(candidate, max) &&
      includes(candidate),
  )
}

function isServingOf(usual: Drinks['usual'], { serving_size_g }: CandidateFood, energy: number): boolean {
  const { from, to } =
    serving_size_g === null ? usualServing : { from: serving_size_g / 100, to: serving_size_g / 100 }
  return to > 1 && energy >= usual.from * from && energy <= usual.to * to
}
