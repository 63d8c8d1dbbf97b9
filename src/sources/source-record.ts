// What a source gives the importer: one product as the source states it.
import type { SourceNutrient } from '../food/nutrients.ts'
import type { SourceId } from '../food/sources.ts'

/** An amount in 100 g or 100 ml, as found: numbers may be strings, and may be nonsense. */
export interface Amount {
  value: unknown
  /** g, mg, µg, kcal, kJ, % vol … */
  unit: string
}

/** One product in the words of its source. The files of `sources/` make these, and judge nothing. */
export interface SourceRecord {
  source: SourceId
  /** Stable at the source. */
  source_id: string
  barcode: string | null
  /** What the source says it is: food, beauty, petfood, product … */
  kind: string | null
  obsolete: boolean
  name: string | null
  brand: string | null
  category: string | null
  /** The serving in the words of the label. */
  serving: string | null
  /** The same in grams, where the source says so itself. */
  serving_grams?: number | null
  image_url: string | null
  image_thumb_url: string | null
  /** How often people looked for it. */
  popularity: number
  /** Unix time in seconds of the last change at the source. */
  source_modified_at: number | null
  per: '100g' | '100ml'
  amounts: Partial<Record<SourceNutrient, Amount>>
}

/** A record that becomes no food, and why. */
export interface RejectedRecord {
  /** Code of the reason, such as `no-name` or `not-food`. */
  refused: string
  source_id: string
}
