// What the benchmark needs of a search engine, and the exported catalog that each of them indexes.
import type { JudgedFood } from '../people/query-set.ts'

export interface Answer {
  foods: JudgedFood[]
  /** From sending the query to the last byte of the answer. */
  ms: number
}

export interface Engine {
  name: string
  /** Undefined if the index existed before. */
  buildSeconds: number | undefined
  /** Without the foods that it returns. */
  indexBytes: number
  /** Fewer queries for an engine that is too slow for all of them. */
  sample: number | undefined
  warmUpQueries: number
  search(q: string): Promise<Answer>
  /** CPU seconds so far, user and system, by component. */
  cpuSeconds(): Promise<Record<string, number>>
  /** Undefined if the process shares its memory with others. */
  memoryBytes(): number | undefined
  notes(): string[]
  close(): Promise<void>
}

export interface ExportedCatalog {
  /** For the indexes; removed at the end. */
  folder: string
  /** One food per line in PostgreSQL's COPY format, with the columns of `exportedColumns`. */
  foodsFile: string
  /** A phrase, a tab and its synonym per line; empty if the catalog has none. */
  synonymsFile: string
  synonyms: number
  foods: number
}

/** `food` is the answer as JSON, `is_usable` means energy and at least two macronutrients. */
export const exportedColumns = [
  'id',
  'name',
  'brand',
  'normalized_name',
  'normalized_brand',
  'static_rank',
  'is_usable',
  'is_group_best',
  'food',
] as const

/** The highest value that compute_static_rank returns. */
export const maxStaticRank = 512_511

/** Runs `work` and returns its seconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}
