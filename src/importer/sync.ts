// Keeps the catalog current: applies the deltas that a source publishes, in order and all in one transaction, together
// with the new sync cursor.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import type { SourceId } from '../food/sources.ts'
import { inTransaction } from '../platform/database/pool.ts'
import { findSource, type SourceName } from '../sources/registry.ts'
import type { DeltaNaming } from '../sources/source.ts'
import type { Input } from './begin.ts'
import { deltasToApply } from './deltas/delta-files.ts'
import { type DeltaFolder, openDeltaFolder } from './deltas/delta-folder.ts'
import { assertNoDependents } from './dependents.ts'
import { withImportLock } from './import-lock.ts'
import { noProgress, type ProgressListener } from './progress.ts'
import { type OperatorSynonyms, readOperatorSynonyms, refreshSynonyms } from './refresh-synonyms.ts'
import { ImportAborted, type ImportReport } from './report.ts'
import { importInputs } from './run.ts'

// After a full dump the cursor is at its newest change. A short gap before the first delta means only that nothing was
// changed in between.
const maxGapSeconds = 3_600

export interface SyncOptions {
  /** A directory or URL. */
  from: string
  /** The dump of withdrawn products, which are not in the deltas. */
  obsolete?: string
  /** The operator's list of synonyms. */
  synonymsFile?: string | undefined
  /** The hosts of the operator that may serve images. */
  imageHosts?: readonly string[]
  /** Continue although changes are missing. */
  allowGap?: boolean
  /** For the deltas while they are applied. Default: the temporary folder of the system. */
  downloadsDir?: string
}

export interface SyncReport {
  /** Unix seconds; null before the first sync. */
  previous_cursor: number | null
  cursor: number | null
  files: string[]
  imported: ImportReport | null
}

export async function syncSource(
  client: Client,
  name: SourceName,
  options: SyncOptions,
  listener = noProgress,
): Promise<SyncReport> {
  const operatorSynonyms = readOperatorSynonyms(options.synonymsFile)
  return withImportLock(client, () => applyDeltas(client, name, options, operatorSynonyms, listener))
}

async function applyDeltas(
  client: Client,
  name: SourceName,
  options: SyncOptions,
  operatorSynonyms: OperatorSynonyms,
  listener: ProgressListener,
): Promise<SyncReport> {
  const { deltas, id } = deltasOf(name)
  await assertNoDependents(client)
  const previous_cursor = await readCursor(client, id)
  const folder = await openDeltaFolder(deltas, options.from)
  const { apply, gap } = deltasToApply(deltas, await folder.names(), previous_cursor)
  if (gap !== null && gap.to - gap.from > maxGapSeconds && !options.allowGap)
    throw new ImportAborted('missing-changes', gapMessage(name, gap))
  const last = apply.at(-1)
  if (last === undefined && options.obsolete === undefined) {
    await inTransaction(client, () => refreshSynonyms(client, operatorSynonyms))
    return { previous_cursor, cursor: previous_cursor, files: [], imported: null }
  }
  const cursor = last?.to ?? previous_cursor
  const names = apply.map(({ name }) => name)
  const imported = await withDownloads(
    folder,
    names,
    options.downloadsDir ?? tmpdir(),
    listener.onPhase,
    files =>
      importInputs(
        client,
        {
          // Every line counts, even one that matches the catalog, because it may revert an earlier line.
          inputs: [
            ...files.map((file): Input => ({ file, origin: { from: name }, reprocess: true })),
            ...(options.obsolete === undefined ? [] : [obsoleteInput(name, options.obsolete)]),
          ],
          // A delta may consist of products that are not foods.
          requireUsable: false,
          imageHosts: options.imageHosts ?? [],
          ...(cursor !== null && { cursor: { source: id, at: cursor } }),
        },
        operatorSynonyms,
        listener,
      ),
  )
  return { previous_cursor, cursor, files: names, imported }
}

function deltasOf(name: SourceName): { deltas: DeltaNaming; id: SourceId } {
  const { deltas, ids } = findSource(name)
  const [id] = ids
  if (deltas === null || id === undefined)
    throw new ImportAborted('not-possible', `${name} publishes no delta files`)
  return { deltas, id }
}

const obsoleteInput = (from: SourceName, file: string): Input => ({ file, origin: { from, obsolete: true } })

async function readCursor(client: Client, id: SourceId): Promise<number | null> {
  const { rows } = await client.query<{ cursor: number }>(
    'select cursor from sync_cursors where source = $1',
    [id],
  )
  return rows[0]?.cursor ?? null
}

async function withDownloads<T>(
  folder: DeltaFolder,
  names: string[],
  downloadsDir: string,
  onPhase: (phase: string) => void,
  work: (files: string[]) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(downloadsDir, 'larder-sync-'))
  try {
    const files: string[] = []
    for (const name of names) {
      onPhase(`downloading ${name}`)
      files.push(await folder.fetch(name, directory))
    }
    return await work(files)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function gapMessage(name: SourceName, { from, to }: { from: number; to: number }): string {
  return `the changes between ${formatTime(from)} and ${formatTime(to)} are no longer published. Import a full dump (larder import ${name} FILE --full), then sync again. Nothing was changed`
}

export const formatTime = (unixSeconds: number) =>
  new Date(unixSeconds * 1000).toISOString().replace(/\.000Z$/, 'Z')
