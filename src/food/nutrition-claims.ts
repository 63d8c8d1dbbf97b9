// What a producer may claim of a food: the annex of Regulation (EC) 1924/2006, for foods that may have a claim at all.
import { keywordMatcher } from '../language/keyword-matcher.ts'
import { explanationPatterns, traitPatterns } from '../language/word-lists.ts'
import { categoryWithDescendants } from './categories.ts'
import type { Food } from './food.ts'
import { isDrink, type NutrientWithLight, notAsDrunk, trafficLightsOf } from './traffic-lights.ts'

export type NutritionClaim =
  | 'highProtein'
  | 'highFiber'
  | 'fatFree'
  | 'lowFat'
  | 'sugarFree'
  | 'lowSugars'
  | 'lowSalt'
  | 'lowEnergy'

type ClaimedFood = Pick<
  Food,
  'name' | 'category' | 'calories_kcal' | 'protein_g' | 'fiber_g' | NutrientWithLight
>

// Article 5(1)(d): the quantity that people consume must provide a significant quantity of what is claimed. A pinch of
// pepper and a cup of tea do not.
const minEnergy = 10
const categoriesEatenByThePinch = [
  'Salt',
  'Herbs',
  'Spices',
  'Seasonings',
  'Vinegars',
  'Mustard',
  'Hot sauces',
  'Soy sauces',
  'Broths',
  'Yeast and baking powder',
  'Starches and thickeners',
  'Sugar substitutes',
  'Chewing gum',
  'Vitamins and minerals',
  'Spirulina and algae supplements',
  'Seaweed',
]
const namesPinchOrAlcohol = keywordMatcher([
  ...traitPatterns('eaten_by_the_pinch'),
  ...explanationPatterns('alcohol'),
])

/** Without iced tea and coffee drinks, which are below them. */
const leavesAndBeans = ['Tea', 'Black tea', 'Green tea', 'Herbal tea', 'Coffee']

export const categoriesWithoutClaims: ReadonlySet<string> = new Set([
  ...categoriesEatenByThePinch.flatMap(categoryWithDescendants),
  // Article 5(3): claims refer to the food ready for consumption.
  ...notAsDrunk,
  ...leavesAndBeans,
  // Article 4(3): over 1.2 % alcohol by volume.
  ...categoryWithDescendants('Alcoholic beverages'),
])

// A tenth of the reference intake of 50 g (Regulation (EU) 1169/2011, annex XIII), and half of what “source of fibre”
// requires: mushrooms and cucumbers have a fifth of their energy from protein, or 3 g fibre per 100 kcal.
const minProtein = 5
const minFiber = 1.5

/** Those that a producer may make, without the weaker one of a pair such as “low fat” for “fat-free”. */
export function nutritionClaimsOf(food: ClaimedFood): NutritionClaim[] {
  const claims = claimsByAmount(food)
  // Article 4: claims must not mask what else a food contains, such as the sugar of fat-free sweets. The nutrient profiles
  // that it announces were never set, so the red lights decide.
  const isHighInSomething = trafficLightsOf(food).some(({ level }) => level === 'high')
  return isHighInSomething ? claims.filter(claim => claim.startsWith('high')) : claims
}

/** Those whose amounts the annex demands. */
function claimsByAmount(food: ClaimedFood): NutritionClaim[] {
  if (!mayHaveClaims(food)) return []
  const { calories_kcal: energy, protein_g: protein, fat_g: fat, fiber_g: fiber } = food
  const { sugar_g: sugar, sodium_mg: sodium } = food
  // Of liquids people have more at a time, so the annex allows them half as much.
  const share = isDrink(food) ? 0.5 : 1
  const claims: NutritionClaim[] = []
  // At least 20 % of the energy comes from protein.
  if (energy !== null && protein !== null && protein >= minProtein * share && 4 * protein >= 0.2 * energy)
    claims.push('highProtein')
  // At least 6 g of fibre per 100 g, or 3 g per 100 kcal.
  if (fiber !== null && (fiber >= 6 || (energy !== null && fiber >= minFiber && fiber >= 0.03 * energy)))
    claims.push('highFiber')
  // At most 3 g of fat per 100 g of solids, or 1.5 g per 100 ml of liquids; fat-free: 0.5 g of either.
  if (fat !== null && fat <= 3 * share) claims.push(fat <= 0.5 ? 'fatFree' : 'lowFat')
  // At most 5 g of sugars per 100 g of solids, or 2.5 g per 100 ml of liquids; sugars-free: 0.5 g of either.
  if (sugar !== null && sugar <= 5 * share) claims.push(sugar <= 0.5 ? 'sugarFree' : 'lowSugars')
  // At most 0.12 g of sodium per 100 g or 100 ml.
  if (sodium !== null && sodium <= 120) claims.push('lowSalt')
  // At most 40 kcal per 100 g of solids, or 20 kcal per 100 ml of liquids.
  if (energy !== null && energy <= 40 * share) claims.push('lowEnergy')
  return claims
}

function mayHaveClaims({ name, category, calories_kcal }: ClaimedFood): boolean {
  if (calories_kcal === null || calories_kcal < minEnergy) return false
  return category === null ? !namesPinchOrAlcohol(name.toLowerCase()) : !categoriesWithoutClaims.has(category)
}
