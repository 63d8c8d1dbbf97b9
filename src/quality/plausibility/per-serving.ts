// Drinks whose values per bottle, can or glass were filed as values per 100 ml.
import type { CandidateFood } from '../candidate-food.ts'
import { kcalPerGramOfAlcohol } from './energy.ts'
import { isBeer, isSoftDrink } from './food-kinds.ts'

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

export function isPerServing(candidate: CandidateFood): boolean {
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
