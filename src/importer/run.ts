// The whole import on one page.
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Food } from '../food/food.ts'
import { merge } from './merge.ts'
import type { Dump } from './readers/dump.ts'
import { openDump } from './readers/open-dump.ts'
import { type ImportReport, ImportStopped, newReport, type ReadCounts } from './report.ts'
import { offParquetColumns, offParquetRecord, offRecord } from './sources/off.ts'
import { plainRecord } from './sources/plain.ts'
import { createStage, type ReadRecord, stage } from './stage.ts'

export interface Progress extends ReadCounts {
  bytesRead: number
  totalBytes: number | null
}

export interface Watcher {
  onProgress(progress: Progress): void
  /** What the import does after reading, which it cannot count. */
  onPhase(doing: string): void
}

export type Origin = { from: 'off' } | { from: 'foods'; source: Food['source'] | 'as-told' }

export const unwatched: Watcher = { onProgress: () => undefined, onPhase: () => undefined }

// Any fixed number: two imports into one database want the same lock.
const lock = 7_264_081_947
const waitForLockMs = 3_000

export async function runImport(
  client: Client,
  file: string,
  origin: Origin,
  watcher: Watcher,
): Promise<ImportReport> {
  const report = newReport()
  const started = performance.now()
  await excludeOthers(client)
  const dump = await openDump(file, origin.from === 'off' ? offParquetColumns : undefined)
  await createStage(client)
  await stage(client, dump, recordReader(origin, dump), report, counts =>
    watcher.onProgress({ ...counts, bytesRead: dump.bytesRead(), totalBytes: dump.totalBytes }),
  )
  await merge(client, report, watcher.onPhase)
  report.seconds = (performance.now() - started) / 1000
  return report
}

function recordReader(origin: Origin, dump: Dump): ReadRecord {
  if (origin.from === 'foods') return plainRecord(origin.source)
  return dump.form === 'parquet' ? offParquetRecord : offRecord
}

/** A moment is waited: PostgreSQL takes one to see that an import was killed. */
async function excludeOthers(client: Client): Promise<void> {
  for (const end = performance.now() + waitForLockMs; ; await wait(100)) {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [lock])
    if (rows[0]?.free) return
    if (performance.now() > end) throw new ImportStopped('another import is running into this database')
  }
}
