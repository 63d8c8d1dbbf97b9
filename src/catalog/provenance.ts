// A food with its source record, the changes made during import and the explanation of its confidence.
import type { Food } from '../food/food.ts'
import type { FoodDetails } from '../food/food-details.ts'
import { type FoodRow, foodColumns, toFood } from '../food/food-row.ts'
import type { CandidateFood, QualityFlag } from '../quality/candidate-food.ts'
import { reasons } from '../quality/confidence.ts'
import { explainFlag } from '../quality/explanations.ts'

export interface Provenance {
  food: Food
  /** Null if its source states none. */
  details: FoodDetails | null
  record: { source: string; source_id: string; source_modified_at: string | null; popularity: number }
  /** The quality flags of the record, explained. */
  changes: { field: string; rule: string; found: string | number | null; what: string }[]
  /** Sentences whose numbers add up to the confidence. */
  confidence: string[]
}

export type ProvenanceRow = FoodRow &
  Pick<
    CandidateFood,
    'source_id' | 'popularity' | 'source_modified_at' | 'alcohol_g' | 'polyols_g' | 'details'
  > & {
    quality_flags: QualityFlag[] | null
    scored_at: number | null
  }

export const provenanceColumns = `${foodColumns}, foods.source_id, foods.popularity, foods.source_modified_at,
  foods.alcohol_g, foods.polyols_g, foods.quality_flags, foods.scored_at,
  (select details from food_details where food_id = foods.id) as details`

export function toProvenance(row: ProvenanceRow): Provenance {
  const candidate: CandidateFood = { ...row, quality_flags: row.quality_flags ?? [], alternate_id: null }
  const {
    source_id,
    popularity,
    source_modified_at,
    alcohol_g,
    polyols_g,
    quality_flags,
    scored_at,
    details,
    ...food
  } = row
  return {
    food: toFood(food),
    details,
    record: {
      source: row.source,
      source_id,
      source_modified_at:
        source_modified_at === null ? null : new Date(source_modified_at * 1000).toISOString(),
      popularity,
    },
    changes: candidate.quality_flags.map(flag => ({
      field: flag.field,
      rule: flag.rule,
      found: flag.found ?? null,
      what: explainFlag(flag),
    })),
    confidence: reasons(candidate, scored_at ?? Math.floor(Date.now() / 1000)).map(({ text }) => text),
  }
}
