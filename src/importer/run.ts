// The whole import on one page.
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Food } from '../food/food.ts'
import { findSource, type SourceName } from '../sources/registry.ts'
import type { SourceChoices } from '../sources/source.ts'
import { stopIfDependedOn } from './dependents.ts'
import { loadKnownLines } from './line-digests.ts'
import { merge, type Position } from './merge.ts'
import { type ImportReport, ImportStopped, newReport, type ReadCounts } from './report.ts'
import { rulesFingerprint } from './rules-fingerprint.ts'
import { createStage, stage } from './stage.ts'

export interface Progress extends ReadCounts {
  bytesRead: number
  totalBytes: number | null
}

export interface Watcher {
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
  anew?: boolean
}

export interface ImportOrder {
  /** Read in this order: what a later one says of a product counts. */
  inputs: Input[]
  /** The inputs are all that this source has: foods that they lack leave the catalog. */
  wholeOf?: Food['source']
  /** Also when so many would leave that it looks like a mistake. */
  evenMany?: boolean
  /** Where the catalog stands when this is done; for a whole dump it is the newest change in it. */
  position?: Position
}

export const unwatched: Watcher = { onProgress: () => undefined, onPhase: () => undefined }

// Any fixed number: two imports into one database want the same lock.
const lock = 7_264_081_947
const waitForLockMs = 3_000

export async function runImport(
  client: Client,
  order: ImportOrder,
  watcher = unwatched,
): Promise<ImportReport> {
  const report = newReport()
  const started = performance.now()
  const fingerprint = rulesFingerprint()
  await excludeOthers(client)
  await stopIfDependedOn(client)
  const known = await loadKnownLines(client)
  await createStage(client)
  for (const { file, origin, anew } of order.inputs) {
    const knownOfKind = known.ofKind(saltOf(fingerprint, origin, report), anew ?? false)
    const { dump, readRecord } = await findSource(origin.from).open(file, origin, knownOfKind)
    await stage(client, dump, readRecord, report, counts =>
      watcher.onProgress({ ...counts, bytesRead: dump.bytesRead(), totalBytes: dump.totalBytes }),
    )
  }
  await merge(client, report, watcher.onPhase, {
    whole: order.wholeOf
      ? { source: order.wholeOf, unseen: known.unseenFoods(), evenMany: order.evenMany ?? false }
      : null,
    position: order.position ?? newestOf(order, report),
    rules: { fingerprint, unseenFoods: known.unseenFoods },
  })
  report.seconds = (performance.now() - started) / 1000
  return report
}

function newestOf({ wholeOf }: ImportOrder, { newest }: ImportReport): Position | null {
  return wholeOf && newest > 0 ? { source: wholeOf, at: newest } : null
}

/** What decides, beside a line itself, what becomes of it. */
function saltOf(fingerprint: string, origin: Origin, { scoredAt }: ImportReport): string {
  const { from, source = '', obsolete = false } = origin
  return [fingerprint, obsolete ? `${from}-obsolete` : from, source, scoredAt].join(' ')
}

/** A moment is waited: PostgreSQL takes one to see that an import was killed. */
export async function excludeOthers(client: Client): Promise<void> {
  for (const end = performance.now() + waitForLockMs; ; await wait(100)) {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [lock])
    if (rows[0]?.free) return
    if (performance.now() > end) throw new ImportStopped('another import is running into this database')
  }
}
