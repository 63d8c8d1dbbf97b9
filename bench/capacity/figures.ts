// What a request costs, measured on the code of a commit: the basis of the plan in docs/explanation/scale.md.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../lab/servers/temporary-stores.ts'

/** CPU time in microseconds. */
export interface Cost {
  node: number
  postgresql: number
  redis: number
}

export interface KindCost {
  kind: string
  /** Of the assumed traffic (bench/README.md#edge). */
  share: number
  bytes: number
  uncached: Cost
  /** From the cache of the process. */
  cached: Cost
}

export interface CapacityFigures {
  commit: string
  release: string
  /** Of the code of search that was measured. */
  searchHash: string
  date: string
  machine: string
  foods: number
  /** Of the database, for each food. */
  bytesPerFood: number
  kinds: KindCost[]
  /** CPU time of HAProxy for each request, in microseconds. */
  balancer: number
}

export const figuresFile = join(root, 'docs/scale-figures.json')

export const readFigures = (): CapacityFigures => JSON.parse(readFileSync(figuresFile, 'utf8'))

/** Of everything that decides what a search costs. */
export function searchHash(): string {
  const isCode = (file: string) => /\.(ts|json|yaml|sql)$/.test(file) && !file.endsWith('.test.ts')
  const files = ['src/search', 'sql/functions'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(isCode)
      .map(file => join(folder, file)),
  )
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

/** The releases, newest first. */
export function releases(): string[] {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  return [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, release = '']) => release)
}
