// What a source states about a food beyond the fields of the API. Unknown members are absent.
import type { Micronutrient } from './micronutrients.ts'
import type { Nutrient } from './nutrients.ts'

export interface Portion {
  /** `1 cup, sliced` */
  description: string
  grams: number
}

export const nutriScores = ['a', 'b', 'c', 'd', 'e'] as const
export const novaGroups = [1, 2, 3, 4] as const

export const estimators = ['peers', 'model'] as const
export type EstimatorName = (typeof estimators)[number]

/** How an AI estimate was made. */
export interface EstimateDetails {
  estimator: EstimatorName
  /** Of the method, or of the prompt. */
  version: string
  /** The day, such as 2026-11-18. */
  made_at: string
  /** All that the estimator knew of the food. */
  inputs: { name: string; brand?: string; category?: string; language?: string }
  /** The number of comparable foods, of the estimator `peers`. */
  peers?: number
  /** The name of the model, of the estimator `model`. */
  model?: string
  /** Per 100 g: the range that contains the true value of four in five foods. */
  ranges: Partial<Record<Nutrient, [low: number, high: number]>>
  /** The record whose name, category and picture the estimate has, such as off:3017620422003. */
  stands_in_for?: string
}

export interface FoodDetails {
  /** Code of the language of the label, in which its name and ingredients are. */
  language?: string
  /** By language code, the name of the food included. */
  names?: Record<string, string>
  /** What the source calls it, where Larder shows another name. */
  source_name?: string
  /** Where it is sold: English names, such as France. */
  countries?: string[]
  /** As printed. Allergens are between underscores if the source marks them: `sugar, _milk_`. */
  ingredients?: string
  /** English names, such as milk; one without an English name comes after its language: `es:avena`. */
  allergens?: string[]
  traces?: string[]
  /** What the package claims, such as organic or fair trade, named like allergens. */
  labels?: string[]
  nutri_score?: (typeof nutriScores)[number]
  nova_group?: (typeof novaGroups)[number]
  /** Vitamins and minerals per 100 g, by their id, which ends with the unit: `vitamin_c_mg`. */
  micronutrients?: Partial<Record<Micronutrient, number>>
  /** Household portions, the serving of the label first. */
  portions?: Portion[]
  /** As printed: `6 x 330 ml`. */
  package_quantity?: string
  /** Of AI estimates only. */
  estimate?: EstimateDetails
}
