// What a producer may claim of a food: the annex of Regulation (EC) 1924/2006.
import type { Food } from './food.ts'
import { isDrink } from './traffic-lights.ts'

type NutritionClaim =
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
  'category' | 'calories_kcal' | 'protein_g' | 'fat_g' | 'fiber_g' | 'sugar_g' | 'sodium_mg'
>

/** Those that hold, without the weaker one of a pair such as “low fat” for “fat-free”. */
export function nutritionClaimsOf(food: ClaimedFood): NutritionClaim[] {
  const { calories_kcal: energy, protein_g: protein, fat_g: fat, fiber_g: fiber } = food
  const { sugar_g: sugar, sodium_mg: sodium } = food
  // Liquids may contain half as much.
  const share = isDrink(food) ? 0.5 : 1
  const claims: NutritionClaim[] = []
  if (energy !== null && energy > 0 && protein !== null && 4 * protein >= 0.2 * energy)
    claims.push('highProtein')
  if (fiber !== null && (fiber >= 6 || (energy !== null && energy > 0 && fiber >= 0.03 * energy)))
    claims.push('highFiber')
  if (fat !== null && fat <= 3 * share) claims.push(fat <= 0.5 ? 'fatFree' : 'lowFat')
  if (sugar !== null && sugar <= 5 * share) claims.push(sugar <= 0.5 ? 'sugarFree' : 'lowSugars')
  if (sodium !== null && sodium <= 120) claims.push('lowSalt')
  if (energy !== null && energy <= 40 * share) claims.push('lowEnergy')
  return claims
}
