// Writes measured figures to docs/search-figures.json.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../lab/servers/temporary-stores.ts'
import {
  type MeasuredRow,
  type Measurement,
  type SearchBenchmark,
  searchBenchmark,
} from './search-benchmark.ts'

export interface MeasuredFigures {
  measurements: Partial<Record<keyof SearchBenchmark['measurements'], Pick<Measurement, 'foods' | 'rows'>>>
  speed: SearchBenchmark['speed']
}

/** Replaces what was measured and keeps the rest: captions, commands and the descriptions of catalogs and machine. */
export function writeFigures({ measurements, speed }: MeasuredFigures, now = new Date()): void {
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(now)
  const known = structuredClone(searchBenchmark)
  for (const [name, measurement] of Object.entries(known.measurements)) {
    const measured = measurements[name as keyof SearchBenchmark['measurements']]
    if (measured !== undefined) Object.assign(measurement, { date, ...measured })
  }
  known.speed = known.speed.map(figure => speed.find(({ what }) => what === figure.what) ?? figure)
  writeFileSync(join(root, 'docs/search-figures.json'), `${toJson(known)}\n`)
}

/** With lists of texts or numbers on one line, as the formatter wants them. */
function toJson(value: unknown): string {
  return JSON.stringify(value, rounded, 2).replaceAll(/\[\n[^[\]{}]+\]/g, list =>
    list
      .replaceAll(/\s*\n\s*/g, ' ')
      .replace('[ ', '[')
      .replace(' ]', ']'),
  )
}

/** The row over all queries, which is the first, with those of the kinds where there are several. */
export function rowWithKinds(what: string, [all, ...kinds]: MeasuredRow[]): MeasuredRow {
  if (all === undefined) throw new Error(`${what} has no queries`)
  return { ...all, what, ...(kinds.length > 1 && { kinds }) }
}

function rounded(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(3)) : value
}
