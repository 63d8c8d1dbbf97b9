// A food before it is one: clean, in our units, with the evidence by which it is judged.
import type { Food } from '../food/food.ts'

/** What was changed in a value and by which rule: counted in the report. */
export interface QualityFlag {
  /** Code of the rule, such as `energy-from-kj` or `over-100-g`. */
  rule: string
  /** The member of the food that it is about. */
  field: string
  /** The value as the source has it, where that tells something. */
  found?: string | number
}

/** A food in the making: clean, in our units, not yet judged. */
export interface CandidateFood extends Omit<Food, 'id' | 'static_url' | 'confidence'> {
  source_id: string
  popularity: number
  source_modified_at: number | null
  /** What the judgement of plausibility needs and the wire does not carry, per 100 g. */
  alcohol_g: number | null
  polyols_g: number | null
  quality_flags: QualityFlag[]
}
