// The first half of an import: every row of a dump becomes a food or a reason, and the foods go by COPY into a
// table of this connection alone. Nothing that readers see is touched; a killed import leaves nothing behind.
import { once } from 'node:events'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { confidence } from './confidence.ts'
import { copyLine, importedColumns } from './food-row.ts'
import { normalize } from './normalize/normalize.ts'
import { judge } from './plausibility.ts'
import type { Dump, Row } from './readers/dump.ts'
import type { Refused, SourceRecord } from './record.ts'
import { type ImportReport, ImportStopped, type ReadCounts } from './report.ts'

export type ReadRecord = (product: Record<string, unknown>) => SourceRecord | Refused

// A dump of the right kind has no bad lines at all; a few come from broken downloads and disks.
const mostBadShare = 0.05
const rowsBeforeJudging = 1_000

export async function createStage(client: Client): Promise<void> {
  await client.query(`
    create temp table staged as select ${importedColumns.join(', ')} from foods limit 0;
    alter table staged add place bigint generated always as identity`)
}

export async function stage(
  client: Client,
  dump: Dump,
  readRecord: ReadRecord,
  report: ImportReport,
  onProgress: (counts: ReadCounts) => void,
): Promise<void> {
  const copy = client.query(copyFrom(`copy staged (${importedColumns.join(', ')}) from stdin`))
  const ended = once(copy, 'finish')
  try {
    for await (const rows of dump.rows) {
      const lines = rows.map(row => stagedLine(row, readRecord, report)).join('')
      if (lines !== '' && !copy.write(lines)) await once(copy, 'drain')
      stopIfJunk(report)
      onProgress(report)
    }
    copy.end()
    await ended
  } catch (error) {
    ended.catch(() => undefined)
    copy.destroy()
    throw error
  }
}

/** One record, from the words of its source to a line of COPY; empty when it becomes no food. */
function stagedLine(row: Row, readRecord: ReadRecord, report: ImportReport): string {
  report.read++
  if ('bad' in row) {
    count(report.bad, row.bad)
    return ''
  }
  const record = readRecord(row.product)
  if ('refused' in record) return refuse(record, report)
  const draft = normalize(record)
  if ('refused' in draft) return refuse(draft, report)
  const judged = judge(draft)
  for (const note of judged.notes) count(report.notes, note.rule)
  report.kept++
  return copyLine({ ...judged, ...confidence(judged, startOfMonth(report.startedAt)) })
}

/** Ages count in whole months: else every import would change every food a little. */
function startOfMonth(time: number): number {
  const date = new Date(time * 1000)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1000
}

function refuse({ refused }: Refused, report: ImportReport): '' {
  count(report.refused, refused)
  return ''
}

function stopIfJunk(report: ImportReport): void {
  if (report.bad['truncated'] || report.bad['corrupt']) {
    throw new ImportStopped('the file ends in the middle: fetch it again. Nothing was changed')
  }
  const bad = Object.values(report.bad).reduce((sum, each) => sum + each, 0)
  if (report.read >= rowsBeforeJudging && bad > mostBadShare * report.read) {
    const reasons = Object.entries(report.bad).map(([reason, times]) => `${times} ${reason}`)
    throw new ImportStopped(
      `${bad} of the first ${report.read} lines are no products (${reasons.join(', ')}). Is it the right file? Nothing was changed`,
    )
  }
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}
