// The data of a food page.

import type { Food } from '../food/food.ts'
import { type FoodRow, foodColumns, toFood } from '../food/food-row.ts'
import { genericName } from '../language/generic-name.ts'
import { tokenize } from '../language/tokenize.ts'
import type { Database } from '../platform/database/pool.ts'
import { rankTiers } from '../search/rank-tiers.ts'
import { type Provenance, type ProvenanceRow, provenanceColumns, toProvenance } from './provenance.ts'

export interface FoodPageData extends Provenance {
  /** Per 100 g; not part of the API, but it provides energy. */
  alcohol_g: number | null
  /** When the food was last changed in this catalog. */
  updatedAt: Date
}

/** The food, or the one that it was merged into. */
export async function findFoodPageData(database: Database, id: number): Promise<FoodPageData | undefined> {
  const { rows } = await database.query<ProvenanceRow & { updated_at: Date }>({
    name: 'food-page',
    text: `
      select ${provenanceColumns}, foods.updated_at
        from foods
        where id = $1
           or id = (select merged_into_food_id from merged_food_ids where food_id = $1)
        order by id = $1 desc
        limit 1`,
    values: [id],
  })
  if (rows[0] === undefined) return undefined
  const { updated_at, ...row } = rows[0]
  return {
    ...toProvenance(row),
    alcohol_g: row.alcohol_g,
    updatedAt: updated_at,
  }
}

const maxSimilarFoods = 5
// Smaller differences are chance: the age of a record alone changes its confidence by as much.
const minConfidenceGain = 0.02
// Limits the cost of frequent words.
const maxMatchesExamined = 40
const maxWords = 4

/**
 * Foods with a higher confidence that have the same generic name, or whose names contain the rarest words of this one's.
 * Each rank tier has a separate index, and the best tiers are read first.
 */
export async function findBetterDocumented(database: Database, food: Food): Promise<Food[]> {
  const minConfidence = food.confidence + minConfidenceGain
  if (minConfidence > 1) return []
  const words = [...new Set(tokenize(food.name))].filter(word => word.length > 2)
  const { rows } = await database.query<FoodRow>({
    name: 'better-documented',
    text: `
      with rarest_words as (
        select string_agg(quote_literal(term), ' & ')::tsquery as query
          from (select term from terms where term = any($4::text[]) order by document_frequency limit ${maxWords}) as rarest_terms
      ),
      same_name as (
        select id from foods where generic_name = $3 order by static_rank desc, id limit ${maxMatchesExamined}
      ),
      same_words as (
        ${rankTiers.map(tier => `select id from foods where rank_tier = ${tier} and search_vector @@ (select query from rarest_words)`).join('\n        union all\n        ')}
        limit ${maxMatchesExamined}
      )
      select ${foodColumns}
        from (select id, 0 as match from same_name union all select id, 1 from same_words) as similar_foods
        join foods using (id)
        where id <> $1 and confidence >= $2
        group by foods.id
        order by min(match), category is not distinct from $5 desc, static_rank desc, id
        limit ${maxSimilarFoods}`,
    values: [food.id, minConfidence, genericName(food.name), words, food.category],
  })
  return rows.map(toFood)
}
