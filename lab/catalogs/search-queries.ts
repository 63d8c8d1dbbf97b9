// The inputs of the search benchmarks: queries with their intent, and generic foods.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../servers/temporary-stores.ts'

export interface Query {
  q: string
  /** How it was typed: clean, typo1, joined, … */
  kind: string
  /** The intended words, normalized. */
  intent: string[]
}

/** A query for a food with a generic entry, and the words that generic names of it consist of. */
export interface GenericFood {
  q: string
  forms: string[]
}

/** Reads every nth query, so that about `sample` remain; 0 reads all. */
export function readQueries(file: string, sample: number): Query[] {
  const queries = linesOf(file).map(line => JSON.parse(line) as Query)
  return sample === 0 ? queries : everyNth(queries, sample)
}

export function readGenericFoods(): GenericFood[] {
  return linesOf(join(root, 'lab/catalogs/generic.tsv')).map(line => {
    const [q = '', forms = ''] = line.split('\t')
    return { q, forms: forms.split(',') }
  })
}

function everyNth<T>(all: T[], wanted: number): T[] {
  const step = Math.max(1, Math.floor(all.length / wanted))
  return all.filter((_, index) => index % step === 0)
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').trim().split('\n')
}
