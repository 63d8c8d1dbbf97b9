// What the page of one food shows.

import type { Food } from '../food/food.ts'
import { type FoodRow, foodColumns, toFood } from '../food/food-row.ts'
import { genericName } from '../language/generic-name.ts'
import { tokenize } from '../language/tokenize.ts'
import type { Database } from '../platform/database/pool.ts'
import { rankTiers } from '../search/rank-tiers.ts'
import { type Provenance, type ProvenanceRow, provenanceColumns, toProvenance } from './provenance.ts'

export interface FoodPageData extends Provenance {
  /** Per 100 g; on no label of its own, but energy comes from it. */
  alcohol_g: number | null
  /** When it was last changed in this catalog. */
  updatedAt: Date
  /** The state of the catalog it was read from: the moment of the last import or sync, in seconds since 1970. */
  catalogChangedAt: number
}

/** The food, or the one that stands for it since it was left out as a duplicate. */
export async function findFoodPageData(database: Database, id: number): Promise<FoodPageData | undefined> {
  const { rows } = await database.query<ProvenanceRow & { updated_at: Date; catalog_changed_at: number }>({
    name: 'food-of-page',
    text: `
      select ${provenanceColumns}, foods.updated_at,
             (select extract(epoch from refreshed_at) from catalog_stats) as catalog_changed_at
        from foods
        where id = $1
           or id = (select superseded_by_food_id from excluded_records where food_id = $1)
        order by id = $1 desc
        limit 1`,
    values: [id],
  })
  if (rows[0] === undefined) return undefined
  const { updated_at, catalog_changed_at, ...row } = rows[0]
  return {
    ...toProvenance(row),
    alcohol_g: row.alcohol_g,
    updatedAt: updated_at,
    catalogChangedAt: catalog_changed_at,
  }
}

const maxSimilarFoods = 5
// A little more is chance: the age of a record alone moves its confidence by as much.
const clearlyBetter = 0.02
// A look at the best of them is enough; a word of a million foods costs no more than that.
const lookedAt = 40
const mostWords = 4

/**
 * Foods that are plainly the same, or whose names hold the words that tell most about this one, and that can be
 * trusted more. Each tier has an index over its words; the best tiers are looked at first.
 */
export async function findBetterDocumented(database: Database, food: Food): Promise<Food[]> {
  const least = food.confidence + clearlyBetter
  if (least > 1) return []
  const words = [...new Set(tokenize(food.name))].filter(word => word.length > 2)
  const { rows } = await database.query<FoodRow>({
    name: 'better-documented',
    text: `
      with telling as (
        select string_agg(quote_literal(term), ' & ')::tsquery as query
          from (select term from terms where term = any($4::text[]) order by document_frequency limit ${mostWords}) as rarest
      ),
      named as (
        select id from foods where generic_name = $3 order by static_rank desc, id limit ${lookedAt}
      ),
      worded as (
        ${rankTiers.map(tier => `select id from foods where rank_tier = ${tier} and search_vector @@ (select query from telling)`).join('\n        union all\n        ')}
        limit ${lookedAt}
      )
      select ${foodColumns}
        from (select id, 0 as way from named union all select id, 1 from worded) as near
        join foods using (id)
        where id <> $1 and confidence >= $2
        group by foods.id
        order by min(way), category is not distinct from $5 desc, static_rank desc, id
        limit ${maxSimilarFoods}`,
    values: [food.id, least, genericName(food.name), words, food.category],
  })
  return rows.map(toFood)
}
