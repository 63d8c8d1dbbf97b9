// What a source states about a food beyond the fields of the API. Unknown members are absent.
import type { Micronutrient } from './micronutrients.ts'

export interface Portion {
  /** `1 cup, sliced` */
  description: string
  grams: number
}

export const nutriScores = ['a', 'b', 'c', 'd', 'e'] as const
export const novaGroups = [1, 2, 3, 4] as const

export interface FoodDetails {
  /** By language code, the name of the food included. */
  names?: Record<string, string>
  /** What the source calls it, where Larder shows another name. */
  source_name?: string
  /** Where it is sold: English names, such as France. */
  countries?: string[]
  /** As printed. Allergens are between underscores if the source marks them: `sugar, _milk_`. */
  ingredients?: string
  /** English names, such as milk; in the words of the source if it has no English name. */
  allergens?: string[]
  traces?: string[]
  /** What the package claims, such as organic or fair trade: English names, or the words of the source. */
  labels?: string[]
  nutri_score?: (typeof nutriScores)[number]
  nova_group?: (typeof novaGroups)[number]
  /** Vitamins and minerals per 100 g, by their id, which ends with the unit: `vitamin_c_mg`. */
  micronutrients?: Partial<Record<Micronutrient, number>>
  /** Household portions, the serving of the label first. */
  portions?: Portion[]
  /** As printed: `6 x 330 ml`. */
  package_quantity?: string
}
