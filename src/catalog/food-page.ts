// The data of a food page.

import { type RankedNutrient, rankedNutrients } from '../food/category-rank.ts'
import type { Food } from '../food/food.ts'
import type { FoodDetails } from '../food/food-details.ts'
import { toFood } from '../food/food-row.ts'
import { nutrients } from '../food/nutrients.ts'
import type { SourceId } from '../food/sources.ts'
import type { Database } from '../platform/database/pool.ts'
import type { CandidateFood } from '../quality/candidate-food.ts'
import { maxAgreeingDeviation } from '../quality/confidence/score.ts'
import { explainFlag } from '../quality/explanations.ts'
import { energyCanBeCompared, energyDeviation } from '../quality/plausibility/energy.ts'
import { effectOf } from '../quality/plausibility.ts'
import { type ProvenanceRow, provenanceColumns } from './provenance.ts'

/** How much of a nutrient the food contains, compared with the foods of its category. */
export interface CategoryRank {
  nutrient: RankedNutrient
  /** The category of the food, or one above it. */
  category: string
  /** How many of them state the nutrient. */
  foods: number
  /** At least this percentage of them contain less. */
  percentWithLess: number
  percentWithMore: number
  /** Per 100 g: the 3rd percentile, the quartiles and the 97th percentile. */
  range: [from: number, quarter: number, median: number, threeQuarters: number, to: number]
}

export interface OtherRecord {
  source: SourceId
  sourceId: string
  changedAtSource: Date | undefined
}

export interface FoodChange {
  field: string
  rule: string
  effect: ReturnType<typeof effectOf>
  found: string | number | null
  /** In English. */
  what: string
}

export interface FoodPageData {
  food: Food
  /** Null if its source states none. */
  details: FoodDetails | null
  sourceId: string
  changedAtSource: Date | undefined
  /** The other record of the same food that states the vitamins and minerals, if its own record states none. */
  micronutrientsFrom: OtherRecord | null
  /** When the food was last changed in this catalog. */
  updatedAt: Date
  /** Per 100 g; not fields of a food, but they provide energy. */
  alcohol_g: number | null
  polyols_g: number | null
  /** What the importer changed. */
  changes: FoodChange[]
  checks: {
    knownNutrients: number
    /** Whether the stated energy is that of the nutrients. */
    energy: 'matches' | 'differs' | 'unknown'
    isPlausible: boolean
  }
  ranks: CategoryRank[]
}

interface FoodPageRow extends ProvenanceRow {
  updated_at: Date
  ranks: CategoryRank[] | null
  other_micronutrients: {
    source: SourceId
    source_id: string
    source_modified_at: number | null
    micronutrients: NonNullable<FoodDetails['micronutrients']>
  } | null
}

// Index 1 is the minimum and 101 the maximum. Values are stored as float4, hence the tolerance.
const ranks = `
  select json_agg(json_build_object(
           'nutrient', nutrient, 'category', compared_category, 'foods', of_category.foods,
           'percentWithLess', width_bucket((value - 0.001)::real, quantiles) - 1,
           'percentWithMore', 100 - width_bucket((value + 0.001)::real, quantiles),
           'range', array[quantiles[4], quantiles[26], quantiles[51], quantiles[76], quantiles[98]]))
    from category_quantiles as of_category
    join (values ${rankedNutrients.map(nutrient => `('${nutrient}', foods.${nutrient})`).join(', ')})
      as own (nutrient, value) using (nutrient)
    where of_category.category = foods.category and value is not null`

/** Of the records that it supersedes, the one that states most vitamins and minerals. */
const otherMicronutrients = `
  select json_build_object('source', source, 'source_id', source_id, 'source_modified_at', source_modified_at,
           'micronutrients', details -> 'micronutrients')
    from superseded_records
    where food_id = foods.id and details ? 'micronutrients'
      and not exists (select from food_details
                        where food_details.food_id = foods.id and food_details.details ? 'micronutrients')
    order by (select count(*) from jsonb_object_keys(details -> 'micronutrients')) desc, id
    limit 1`

/** The food, or the one that it was merged into. */
export async function findFoodPageData(database: Database, id: number): Promise<FoodPageData | undefined> {
  const { rows } = await database.query<FoodPageRow>({
    name: 'food-page',
    text: `
      select ${provenanceColumns}, foods.updated_at, (${ranks}) as ranks,
             (${otherMicronutrients}) as other_micronutrients
        from foods
        where id = $1
           or id = (select merged_into_food_id from merged_food_ids where food_id = $1)
        order by id = $1 desc
        limit 1`,
    values: [id],
  })
  return rows[0] && toPageData(rows[0])
}

function toPageData(row: FoodPageRow): FoodPageData {
  const { source_id, popularity: _popularity, source_modified_at, alcohol_g, polyols_g, ...rest } = row
  const {
    quality_flags,
    scored_at: _scored,
    details,
    updated_at,
    ranks,
    other_micronutrients: other,
    ...food
  } = rest
  const flags = quality_flags ?? []
  const candidate: CandidateFood = { ...row, quality_flags: flags, alternate_id: null }
  return {
    food: toFood(food),
    details: other === null ? details : { ...details, micronutrients: other.micronutrients },
    sourceId: source_id,
    changedAtSource: timeOf(source_modified_at),
    micronutrientsFrom: other && {
      source: other.source,
      sourceId: other.source_id,
      changedAtSource: timeOf(other.source_modified_at),
    },
    updatedAt: updated_at,
    alcohol_g,
    polyols_g,
    changes: flags.map(flag => ({
      field: flag.field,
      rule: flag.rule,
      effect: effectOf(flag),
      found: flag.found ?? null,
      what: explainFlag(flag),
    })),
    checks: {
      knownNutrients: nutrients.filter(nutrient => row[nutrient] !== null).length,
      energy: checkEnergy(candidate),
      isPlausible: flags.every(flag => effectOf(flag) === undefined),
    },
    ranks: ranks ?? [],
  }
}

const timeOf = (seconds: number | null) => (seconds === null ? undefined : new Date(seconds * 1000))

function checkEnergy(candidate: CandidateFood): FoodPageData['checks']['energy'] {
  if (!energyCanBeCompared(candidate)) return 'unknown'
  return energyDeviation(candidate) > maxAgreeingDeviation ? 'differs' : 'matches'
}
