// The first half of an import: every row of a dump becomes a food or a rejected record, and is copied into a temporary
// table. Readers are not affected, and a killed import leaves nothing behind.
import type { Client } from 'pg'
import { copyInto } from '../platform/database/copy-into.ts'
import { confidence } from '../quality/confidence.ts'
import { checkPlausibility } from '../quality/plausibility.ts'
import type { Dump, Row } from '../sources/formats/dump.ts'
import type { ReadRecord } from '../sources/source.ts'
import { copyLine, importedColumns, rejectedLine } from './copy-line.ts'
import { type NormalizationRules, normalize } from './normalize/normalize.ts'
import { ImportAborted, type ImportReport, type ReadCounts } from './report.ts'

// An intact dump has no malformed lines; broken downloads and disks cause a few.
const maxMalformedShare = 0.05
const minRowsToCheck = 1_000

/** `position` is the order of the lines, `id` that of an existing food; new foods get ids above the highest ever used. */
export async function createStage(client: Client): Promise<void> {
  await client.query(`
    drop table if exists staged, numbering;
    create temp table staged as
      select id, source_line_hash, scored_at, null::text as rejected, ${importedColumns.join(', ')} from foods limit 0;
    alter table staged add position bigint generated always as identity;
    create temp table numbering as
      select greatest((select max(id) from foods), (select max(food_id) from excluded_records), 0) as last_id`)
}

export async function stage(
  client: Client,
  dump: Dump,
  readRecord: ReadRecord,
  rules: NormalizationRules,
  report: ImportReport,
  onProgress: (counts: ReadCounts) => void,
): Promise<void> {
  const columns = ['source_line_hash', 'scored_at', 'rejected', ...importedColumns]
  await copyRows(
    client,
    columns,
    dump,
    row => stagedLine(row, readRecord, rules, report),
    () => {
      abortIfMalformed(report)
      onProgress(report)
    },
  )
}

/** `lineOf` returns a COPY line, or '' to skip the row; `afterBatch` may throw to abort. */
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

/** Reads, normalizes, checks and scores one record. Returns its COPY line, or '' if there is nothing to store. */
function stagedLine(
  row: Row,
  readRecord: ReadRecord,
  rules: NormalizationRules,
  report: ImportReport,
): string {
  report.read++
  if ('isUnchanged' in row) {
    report.skipped++
    return ''
  }
  if ('malformed' in row) {
    count(report.malformed, row.malformed)
    return ''
  }
  const record = readRecord(row.product)
  if ('rejected' in record) {
    count(report.rejected, record.rejected)
    return ''
  }
  const digest = row.digest === undefined ? '\\N' : row.digest.readBigInt64BE()
  const candidate = normalize(record, rules)
  if ('rejected' in candidate) {
    count(report.rejected, candidate.rejected)
    return `${digest}\t\\N\t${candidate.rejected}\t${rejectedLine(record)}`
  }
  const checked = checkPlausibility(candidate)
  for (const flag of checked.quality_flags) count(report.quality_flags, flag.rule)
  report.accepted++
  if (checked.source_modified_at !== null && checked.source_modified_at <= report.started_at) {
    report.newest_change = Math.max(report.newest_change, checked.source_modified_at)
  }
  const food = { ...checked, confidence: confidence(checked, report.scored_at) }
  return `${digest}\t${report.scored_at}\t\\N\t${copyLine(food)}`
}

function abortIfMalformed(report: ImportReport): void {
  if (report.malformed['truncated'] || report.malformed['corrupt']) {
    throw new ImportAborted('the file is truncated or damaged: download it again. Nothing was changed')
  }
  const malformed = Object.values(report.malformed).reduce((sum, each) => sum + each, 0)
  if (report.read >= minRowsToCheck && malformed > maxMalformedShare * report.read) {
    const reasons = Object.entries(report.malformed).map(([reason, count]) => `${count} ${reason}`)
    throw new ImportAborted(
      `${malformed} of the first ${report.read} lines are malformed (${reasons.join(', ')}). Check that it is the right file. Nothing was changed`,
    )
  }
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}
