// Writes measured figures to docs/search-figures.json, from which the website shows them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../lab/servers/temporary-stores.ts'
import type { SearchBenchmark } from '../../src/website/stats/search-benchmark.ts'

type Measured<Part extends 'people' | 'spelling'> = Pick<SearchBenchmark[Part], 'foods' | 'kinds'>

export interface MeasuredFigures {
  people?: Measured<'people'>
  sparse?: Measured<'people'>
  spelling?: Measured<'spelling'>
  speed: SearchBenchmark['speed']
}

const sparseCatalog = {
  command: 'npm run bench -- search --sparse-database-url URL',
  catalog: 'the same foods, of which one in twenty has energy',
}
const file = join(root, 'docs/search-figures.json')

/** Replaces what was measured and keeps the rest: commands and the descriptions of catalogs and machine. */
export function writeFigures({ people, sparse, spelling, speed }: MeasuredFigures, now = new Date()): void {
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(now)
  const known = JSON.parse(readFileSync(file, 'utf8')) as SearchBenchmark
  const figures: SearchBenchmark = {
    ...known,
    people: { ...known.people, ...(people && { date, ...people }) },
    ...(sparse && { sparse: { ...sparseCatalog, date, ...sparse } }),
    spelling: { ...known.spelling, ...(spelling && { date, ...spelling }) },
    speed: known.speed.map(figure => speed.find(({ what }) => what === figure.what) ?? figure),
  }
  writeFileSync(file, `${JSON.stringify(figures, rounded, 2)}\n`)
}

function rounded(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(3)) : value
}
