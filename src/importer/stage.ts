// The first half of an import: every row of a dump becomes a food or a reason, and both go by COPY into a table of
// this connection alone. Nothing that readers see is touched; a killed import leaves nothing behind.
import type { Client } from 'pg'
import { copyInto } from '../platform/database/copy-into.ts'
import { confidence } from '../quality/confidence.ts'
import { checkPlausibility } from '../quality/plausibility.ts'
import type { Dump, Row } from '../sources/formats/dump.ts'
import type { ReadRecord } from '../sources/source.ts'
import { copyLine, importedColumns, rejectedLine } from './copy-line.ts'
import { normalize } from './normalize/normalize.ts'
import { ImportAborted, type ImportReport, type ReadCounts } from './report.ts'

// A dump of the right kind has no bad lines at all; a few come from broken downloads and disks.
const maxMalformedShare = 0.05
const rowsBeforeJudging = 1_000

/**
 * `place` is that of the line in the dump, `id` the number of a food that is known already; new foods are numbered
 * above the highest number ever given.
 */
export async function createStage(client: Client): Promise<void> {
  await client.query(`
    drop table if exists staged, numbering;
    create temp table staged as
      select id, source_line_hash, scored_at, null::text as refused, ${importedColumns.join(', ')} from foods limit 0;
    alter table staged add place bigint generated always as identity;
    create temp table numbering as
      select greatest((select max(id) from foods), (select max(food_id) from excluded_records), 0) as last_id`)
}

export async function stage(
  client: Client,
  dump: Dump,
  readRecord: ReadRecord,
  report: ImportReport,
  onProgress: (counts: ReadCounts) => void,
): Promise<void> {
  const columns = ['source_line_hash', 'scored_at', 'refused', ...importedColumns]
  await copyRows(
    client,
    columns,
    dump,
    row => stagedLine(row, readRecord, report),
    () => {
      stopIfJunk(report)
      onProgress(report)
    },
  )
}

/** `lineOf` makes a line of COPY, or none, of a row; `afterBatch` may stop it all by throwing. */
export async function copyRows(
  client: Client,
  columns: readonly string[],
  dump: Dump,
  lineOf: (row: Row) => string,
  afterBatch: () => void,
): Promise<void> {
  async function* texts() {
    for await (const rows of dump.rows) {
      yield rows.map(lineOf).join('')
      afterBatch()
    }
  }
  await copyInto(client, 'staged', columns, texts())
}

/** One record, from the words of its source to a line of COPY; empty when there is nothing to say about it. */
function stagedLine(row: Row, readRecord: ReadRecord, report: ImportReport): string {
  report.read++
  if ('isKnown' in row) {
    report.known++
    return ''
  }
  if ('bad' in row) {
    count(report.bad, row.bad)
    return ''
  }
  const record = readRecord(row.product)
  if ('refused' in record) {
    count(report.refused, record.refused)
    return ''
  }
  const digest = row.digest === undefined ? '\\N' : row.digest.readBigInt64BE()
  const draft = normalize(record)
  if ('refused' in draft) {
    count(report.refused, draft.refused)
    return `${digest}\t\\N\t${draft.refused}\t${rejectedLine(record)}`
  }
  const judged = checkPlausibility(draft)
  for (const note of judged.quality_flags) count(report.quality_flags, note.rule)
  report.kept++
  if (judged.source_modified_at !== null && judged.source_modified_at <= report.startedAt) {
    report.newest = Math.max(report.newest, judged.source_modified_at)
  }
  const food = { ...judged, confidence: confidence(judged, report.scoredAt) }
  return `${digest}\t${report.scoredAt}\t\\N\t${copyLine(food)}`
}

function stopIfJunk(report: ImportReport): void {
  if (report.bad['truncated'] || report.bad['corrupt']) {
    throw new ImportAborted('the file ends in the middle: fetch it again. Nothing was changed')
  }
  const bad = Object.values(report.bad).reduce((sum, each) => sum + each, 0)
  if (report.read >= rowsBeforeJudging && bad > maxMalformedShare * report.read) {
    const reasons = Object.entries(report.bad).map(([reason, times]) => `${times} ${reason}`)
    throw new ImportAborted(
      `${bad} of the first ${report.read} lines are no products (${reasons.join(', ')}). Is it the right file? Nothing was changed`,
    )
  }
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}
