// Which nutrients a food page ranks within the food's category.
import type { Nutrient } from './nutrients.ts'

export const rankedNutrients = [
  'protein_g',
  'sugar_g',
  'fat_g',
  'calories_kcal',
] as const satisfies Nutrient[]

export type RankedNutrient = (typeof rankedNutrients)[number]
