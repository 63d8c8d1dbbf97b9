// What a source reader passes to the importer.
import type { EstimateDetails, FoodDetails } from '../food/food-details.ts'
import type { Micronutrient } from '../food/micronutrients.ts'
import type { SourceNutrient } from '../food/nutrients.ts'
import type { SourceId } from '../food/sources.ts'

/** An amount per 100 g or 100 ml, as found: numbers may be strings or nonsense. */
export interface Amount {
  value: unknown
  /** g, mg, µg, kcal, kJ, % vol … */
  unit: string
  /** What the source states for a trace, whose value is 0: `traces`, `< 0,1`. */
  trace?: string
}

/** One product as its source states it. Source readers only map fields; the importer normalizes and checks values. */
export interface SourceRecord {
  source: SourceId
  /** Stable at the source. */
  source_id: string
  /** A second identifier at the source, which other records of the same food may have. */
  alternate_id?: string | null
  /** Identifies the product of a record without a GTIN instead of its name and values. */
  product_key?: string | null
  barcode: string | null
  /** The product type that the source states: food, beauty, petfood, product … */
  kind: string | null
  obsolete: boolean
  name: string | null
  brand: string | null
  /** Category tags (`en:cheeses`) or names in the words of the source, from general to specific. */
  categories: readonly string[]
  /** The serving as printed on the label. */
  serving: string | null
  /** The serving in grams, if the source states it. */
  serving_grams?: number | null
  image_url: string | null
  image_thumb_url: string | null
  /** How many people scanned it. */
  popularity: number
  /** Unix time in seconds of the last change at the source. */
  source_modified_at: number | null
  /**
   * Only set for sources that have several records of a product: whether this one states everything that the source knows, so that
   * what it lacks was deleted there.
   */
  is_whole_product?: boolean
  per: '100g' | '100ml'
  /** In grams per millilitre, if the source states it. */
  density?: number | null
  amounts: Partial<Record<SourceNutrient, Amount>>
  /** Null when the source has none. */
  details: SourceDetails | null
}

/** Details of a food as its source states them. Members that the source does not state are absent, null or empty. */
export interface SourceDetails {
  /** Code of the language of the label. */
  language?: string | null
  /** By language code. */
  names?: Record<string, string> | undefined
  /** Tags (`en:france`), names in any language, or ISO codes. */
  countries?: readonly string[]
  ingredients?: string | null
  allergens?: readonly string[]
  traces?: readonly string[]
  labels?: readonly string[]
  nutri_score?: string | null
  nova_group?: number | null
  /** Per 100 g or 100 ml, like the amounts of the record. */
  micronutrients?: Partial<Record<Micronutrient, Amount>>
  portions?: NonNullable<FoodDetails['portions']>
  package_quantity?: string | null
  estimate?: EstimateDetails | undefined
}

/** A record that is not imported. */
export interface RejectedRecord {
  /** Code of the reason, such as `no-name` or `not-food`. */
  rejected: string
  source_id: string
}
