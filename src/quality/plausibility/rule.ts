import type { Nutrient } from '../../food/nutrients.ts'
import type { CandidateFood } from '../candidate-food.ts'

/**
 * `drop`: the value becomes null. `convert`: it is corrected from what the source states. `suspect`: it is kept, and
 * the confidence falls.
 */
export type Effect = 'drop' | 'convert' | 'suspect'

export type CheckedField = Nutrient | 'alcohol_g' | 'polyols_g'

export interface Rule {
  code: string
  effect: Effect
  /** The problem, as shown to users. */
  description: string
  /** The fields that break the rule; for `suspect`, the most likely one. */
  check: (candidate: CandidateFood) => readonly CheckedField[]
  /** The new value, for `convert`. */
  convert?: (candidate: CandidateFood) => number | null
}

export const noFields: readonly CheckedField[] = []

export const flagIf = (condition: boolean, field: CheckedField): readonly CheckedField[] =>
  condition ? [field] : noFields
