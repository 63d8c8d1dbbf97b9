// The whole import on one page.
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Food } from '../food/food.ts'
import { findSource, type SourceName } from '../sources/registry.ts'
import type { SourceChoices } from '../sources/source.ts'
import { stopIfDependedOn } from './dependents.ts'
import { loadLineDigests } from './line-digests.ts'
import { merge, type SyncCursor } from './merge.ts'
import { ImportAborted, type ImportReport, newReport, type ReadCounts } from './report.ts'
import { rulesFingerprint } from './rules-fingerprint.ts'
import { createStage, stage } from './stage.ts'

export interface Progress extends ReadCounts {
  bytesRead: number
  totalBytes: number | null
}

export interface ProgressListener {
  onProgress(progress: Progress): void
  /** What the import does after reading, which it cannot count. */
  onPhase(doing: string): void
}

/** The source of a file, and what the caller says about it. */
export interface Origin extends SourceChoices {
  from: SourceName
}

export interface Input {
  /** `-` is standard input. */
  file: string
  origin: Origin
  /** Lines that an earlier import saw are read again. */
  reprocess?: boolean
}

export interface ImportOptions {
  /** Read in this order: what a later one says of a product counts. */
  inputs: Input[]
  /** The inputs are all that this source has: foods that they lack leave the catalog. */
  fullDumpOf?: Food['source']
  /** Also when so many would leave that it looks like a mistake. */
  allowMassRemoval?: boolean
  /** Where the catalog stands when this is done; for a whole dump it is the newest change in it. */
  position?: SyncCursor
}

export const noProgress: ProgressListener = { onProgress: () => undefined, onPhase: () => undefined }

// Any fixed number: two imports into one database want the same lock.
const lock = 7_264_081_947
const waitForLockMs = 3_000

export async function runImport(
  client: Client,
  order: ImportOptions,
  watcher = noProgress,
): Promise<ImportReport> {
  const report = newReport()
  const started = performance.now()
  const fingerprint = rulesFingerprint()
  await acquireImportLock(client)
  await stopIfDependedOn(client)
  const known = await loadLineDigests(client)
  await createStage(client)
  for (const { file, origin, reprocess } of order.inputs) {
    const knownOfKind = known.ofKind(saltOf(fingerprint, origin, report), reprocess ?? false)
    const { dump, readRecord } = await findSource(origin.from).open(file, origin, knownOfKind)
    await stage(client, dump, readRecord, report, counts =>
      watcher.onProgress({ ...counts, bytesRead: dump.bytesRead(), totalBytes: dump.totalBytes }),
    )
  }
  await merge(client, report, watcher.onPhase, {
    whole: order.fullDumpOf
      ? {
          source: order.fullDumpOf,
          unseen: known.unseenFoods(),
          allowMassRemoval: order.allowMassRemoval ?? false,
        }
      : null,
    position: order.position ?? newestOf(order, report),
    rules: { fingerprint, unseenFoods: known.unseenFoods },
  })
  report.seconds = (performance.now() - started) / 1000
  return report
}

function newestOf({ fullDumpOf }: ImportOptions, { newest }: ImportReport): SyncCursor | null {
  return fullDumpOf && newest > 0 ? { source: fullDumpOf, at: newest } : null
}

/** What decides, beside a line itself, what becomes of it. */
function saltOf(fingerprint: string, origin: Origin, { scoredAt }: ImportReport): string {
  const { from, source = '', obsolete = false } = origin
  return [fingerprint, obsolete ? `${from}-obsolete` : from, source, scoredAt].join(' ')
}

/** A moment is waited: PostgreSQL takes one to see that an import was killed. */
export async function acquireImportLock(client: Client): Promise<void> {
  for (const end = performance.now() + waitForLockMs; ; await wait(100)) {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [lock])
    if (rows[0]?.free) return
    if (performance.now() > end) throw new ImportAborted('another import is running into this database')
  }
}
