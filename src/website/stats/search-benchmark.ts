// The latest search benchmark results from docs/search-figures.json.
import { readFileSync } from 'node:fs'

interface MeasuredCatalog {
  date: string
  command: string
  /** Where its foods come from. */
  catalog: string
  foods: number
}

/** Shares of queries, and of the rows returned for them; null where no query is of this sort. */
export interface PeopleKind {
  kind: string
  queries: number
  /** The first result is the food that was asked for, with plausible energy. */
  'right@1': number | null
  'right@3': number | null
  empty: number | null
  'usable@10': number | null
  'distinct@10': number | null
  'junk@10': number | null
  'agree@1': number | null
}

export interface SearchBenchmark {
  machine: string
  people: MeasuredCatalog & { kinds: PeopleKind[] }
  /** The same queries on a catalog where most foods lack energy. */
  sparse?: MeasuredCatalog & { kinds: PeopleKind[] }
  /** Success at 1 and 10: the share of queries with all intended words in the first result, or in one of ten. */
  spelling: MeasuredCatalog & { kinds: { kind: string; queries: number; s1: number; s10: number }[] }
  speed: { what: string; value: number; unit: string }[]
}

export const searchBenchmark: SearchBenchmark = JSON.parse(
  readFileSync(new URL('../../../docs/search-figures.json', import.meta.url), 'utf8'),
)
