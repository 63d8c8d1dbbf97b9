import type { Food } from '../food/food.ts'
import type { FoodDetails } from '../food/food-details.ts'

/** Records which rule changed or questioned a value. The import report counts flags by rule. */
export interface QualityFlag {
  /** Code of the rule, such as `energy-from-kj` or `over-100-g`. */
  rule: string
  /** The affected field of the food. */
  field: string
  /** The value in the source, where it is informative. */
  found?: string | number
}

/** The rule that gives a food without a usable tag the category that its name implies. */
export const categoryFromName = 'category-from-name'

/** The rule that marks community entries which neither a second person nor a photo of the label has confirmed. */
export const unconfirmed = 'unconfirmed'

/** A food during import: clean text, our units, no confidence yet. */
export interface CandidateFood extends Omit<Food, 'id' | 'static_url' | 'confidence'> {
  source_id: string
  /** A second identifier at the source, such as USDA's NDB number. */
  alternate_id: string | null
  /** Of the product that the record states it belongs to. */
  stated_product_key?: bigint | null
  popularity: number
  source_modified_at: number | null
  /** Per 100 g; evidence for the plausibility checks that is not part of the API. */
  alcohol_g: number | null
  polyols_g: number | null
  quality_flags: QualityFlag[]
  details: FoodDetails | null
}
