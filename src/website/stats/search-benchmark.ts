// The latest search benchmark results from docs/search-figures.json.
import { readFileSync } from 'node:fs'

interface SearchBenchmark {
  date: string
  command: string
  catalog: string
  machine: string
  /** Success at 1 and 10: the share of queries with the expected food first, or in the top ten. */
  quality: { kind: string; queries: number; s1: number; s10: number }[]
  speed: { what: string; value: number; unit: string }[]
}

export const searchBenchmark: SearchBenchmark = JSON.parse(
  readFileSync(new URL('../../../docs/search-figures.json', import.meta.url), 'utf8'),
)
