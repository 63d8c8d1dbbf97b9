// What a search needs from an engine that finds foods by their words. PostgreSQL is the one in use (postgresql.ts); another one is
// a folder next to it, and `createFoodSearch` takes it as an option. Understanding the query and ranking stay the same.
import type { Database } from '../../../platform/database/pool.ts'
import type { SearchFilters } from '../../filters.ts'
import type { FoundFood } from '../../ranking/found-food.ts'
import type { Candidate } from '../candidates.ts'

/**
 * The engine answers each candidate with the foods that match its `tsquery` (terms, `&`, `|` and parentheses), those with the best
 * static rank first and at most `maxHitsOf` of them, and may skip candidates that cannot become likely (`scoreMargin`).
 */
export interface Retrieval {
  queries: Candidate[]
  /** Candidates whose name keys are looked up. */
  named: Candidate[]
  /** Null: none. */
  filters: SearchFilters | null
}

export interface Retrieved {
  /** The version of the catalog that was searched. */
  version: string
  foods: Map<number, FoundFood>
  /** By index of the candidate in `queries`. */
  ids: number[][]
  byKey: number[]
}

/** The database is the server that the rest of the search reads from. */
export type RetrieveFoods = (database: Database, retrieval: Retrieval) => Promise<Retrieved>

export const maxHitsPerKey = 150
