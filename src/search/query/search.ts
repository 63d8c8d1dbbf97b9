// One search from start to end: parse the query, look up its terms, rewrite it into candidates, retrieve and rank the
// foods. docs/explanation/search.md draws it.

import { barcodeCandidates } from '../../food/barcode.ts'
import type { Food } from '../../food/food.ts'
import { type FoodRow, toFood } from '../../food/food-row.ts'
import { estimateSource } from '../../food/sources.ts'
import { genericNameOf } from '../../language/generic-name.ts'
import type { Database } from '../../platform/database/pool.ts'
import type { SearchFilters } from '../filters.ts'
import { candidateQueries } from './candidates.ts'
import { normalizeQuery, parseQuery } from './parse.ts'
import { retrieveFoods } from './retrieve.ts'
import { lookupTerms } from './terms.ts'

export interface SearchRequest extends SearchFilters {
  q: string
  limit: number
}

/** Wraps a phase of the search to measure it. */
export type MeasurePhase = <T>(phase: 'terms' | 'rewrite' | 'retrieve', work: () => T) => T

/** Foods whose name and brand contain the words of the query, best first. */
export async function searchFoods(
  database: Database,
  { q, limit, ...filters }: SearchRequest,
  measure: MeasurePhase = (_phase, work) => work(),
): Promise<Food[]> {
  const tokens = parseQuery(q)
  if (tokens.length === 0) return []
  const lookup = await measure('terms', () => lookupTerms(database, tokens))
  const candidates = measure('rewrite', () => candidateQueries(tokens, lookup))
  const { rows } = await measure('retrieve', () =>
    database.query<FoodRow>({
      name: 'retrieve-foods',
      text: retrieveFoods,
      values: [
        limit,
        JSON.stringify(filters),
        barcodeCandidates(q),
        normalizeQuery(q),
        // Few foods are estimates, so the index looks for them; of the many others, checking each row is cheaper.
        candidates.map(({ tsquery }) =>
          filters.source === estimateSource ? `${tsquery} & '@${estimateSource}'` : tsquery,
        ),
        candidates.map(({ score }) => score),
        candidates.map(({ maxScore }) => maxScore),
        candidates.map(({ terms }) => genericNameOf(terms)),
      ],
    }),
  )
  return rows.map(toFood)
}
