// The latest search benchmark results from docs/search-figures.json.
import { readFileSync } from 'node:fs'

export interface MeasuredRow {
  what: string
  queries: number
  /** Of the queries, in the order of the columns. */
  shares: number[]
  kinds?: MeasuredRow[]
}

export interface Measurement {
  caption: string
  date: string
  command: string
  /** Where its foods come from. */
  catalog: string
  foods: number
  /** The heading of the rows, then those of the shares. */
  columns: string[]
  /** Empty if nothing has been measured yet. */
  rows: MeasuredRow[]
}

export interface SearchBenchmark {
  machine: string
  measurements: Record<'people' | 'products' | 'missing' | 'spelling', Measurement>
  speed: { what: string; value: number; unit: string }[]
}

export const searchBenchmark: SearchBenchmark = JSON.parse(
  readFileSync(new URL('../../docs/search-figures.json', import.meta.url), 'utf8'),
)
