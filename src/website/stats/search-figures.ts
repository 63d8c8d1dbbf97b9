// How well and how fast search works, as last measured: docs/search-figures.json, written by whoever measures.
import { readFileSync } from 'node:fs'

interface SearchFigures {
  date: string
  command: string
  catalog: string
  machine: string
  /** Of the queries of a kind, the share whose first food, or one of whose first ten, is what was meant. */
  quality: { kind: string; queries: number; s1: number; s10: number }[]
  speed: { what: string; value: number; unit: string }[]
}

export const searchFigures: SearchFigures = JSON.parse(
  readFileSync(new URL('../../../docs/search-figures.json', import.meta.url), 'utf8'),
)
