// What the benchmark of search asks: queries with what was meant by them, and plain foods.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../servers/temporary-stores.ts'

export interface Query {
  q: string
  /** How it was typed: clean, typo1, joined … */
  kind: string
  /** The words that were meant, folded. */
  intent: string[]
}

/** A food that has a plain form, with the words that its plain names are made of. */
export interface GenericFood {
  q: string
  forms: string[]
}

const defaultQueries = join(root, '../shared/search/queries.jsonl')

/** Of all queries every nth, so that about `sample` are left; 0 takes all. */
export function readQueries(file: string | undefined, sample: number): Query[] {
  if (file === undefined && !existsSync(defaultQueries)) return []
  const queries = linesOf(file ?? defaultQueries).map(line => JSON.parse(line) as Query)
  return sample === 0 ? queries : everyNth(queries, sample)
}

export function readGenericFoods(): GenericFood[] {
  return linesOf(join(root, 'lab/catalogs/generic.tsv')).map(line => {
    const [q = '', forms = ''] = line.split('\t')
    return { q, forms: forms.split(',') }
  })
}

export function everyNth<T>(all: T[], wanted: number): T[] {
  const step = Math.max(1, Math.floor(all.length / wanted))
  return all.filter((_, place) => place % step === 0)
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').trim().split('\n')
}
