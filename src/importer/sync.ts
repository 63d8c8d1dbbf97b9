// Keeps the catalog current: the changes that Open Food Facts publishes day by day, applied in order, all that are
// due in one step. Where the catalog stands is written in the same transaction as the foods.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import type { SourceId } from '../food/sources.ts'
import { findSource, type SourceName } from '../sources/registry.ts'
import type { DeltaNaming } from '../sources/source.ts'
import { deltasToApply } from './deltas/delta-files.ts'
import { type DeltaFolder, openDeltaFolder } from './deltas/delta-folder.ts'
import { stopIfDependedOn } from './dependents.ts'
import { ImportAborted, type ImportReport } from './report.ts'
import { acquireImportLock, type Input, noProgress, runImport } from './run.ts'

// After a whole dump the catalog stands at the newest change in it, some time before the first delta: nobody may
// have changed anything in between.
const longestQuiet = 3_600

export interface SyncOptions {
  /** A folder or its address. */
  from: string
  /** The dump of products that are gone: they are not among the changes. */
  obsolete?: string
  /** Go on although changes are missing. */
  allowGap?: boolean
}

export interface SyncReport {
  /** Unix seconds; null before the first time. */
  stoodAt: number | null
  standsAt: number | null
  files: string[]
  imported: ImportReport | null
}

export async function syncSource(
  client: Client,
  name: SourceName,
  order: SyncOptions,
  watcher = noProgress,
): Promise<SyncReport> {
  const { deltas, id } = deltasOf(name)
  await acquireImportLock(client)
  await stopIfDependedOn(client)
  const stoodAt = await readCursor(client, id)
  const folder = await openDeltaFolder(deltas, order.from)
  const { apply, gap } = deltasToApply(deltas, await folder.names(), stoodAt)
  if (gap !== null && gap.to - gap.from > longestQuiet && !order.allowGap)
    throw new ImportAborted(adviceForGap(name, gap))
  const last = apply.at(-1)
  if (last === undefined && order.obsolete === undefined) {
    return { stoodAt, standsAt: stoodAt, files: [], imported: null }
  }
  const standsAt = last?.to ?? stoodAt
  const names = apply.map(({ name }) => name)
  const imported = await withFetched(folder, names, watcher.onPhase, files =>
    runImport(
      client,
      {
        // Every line counts, also one that says what the catalog says: it may take back a line before it.
        inputs: [
          ...files.map((file): Input => ({ file, origin: { from: name }, reprocess: true })),
          ...(order.obsolete === undefined ? [] : [obsoleteInput(name, order.obsolete)]),
        ],
        ...(standsAt !== null && { position: { source: id, at: standsAt } }),
      },
      watcher,
    ),
  )
  return { stoodAt, standsAt, files: names, imported }
}

function deltasOf(name: SourceName): { deltas: DeltaNaming; id: SourceId } {
  const { deltas, ids } = findSource(name)
  const [id] = ids
  if (deltas === null || id === undefined) throw new ImportAborted(`${name} publishes no delta files`)
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

async function withFetched<T>(
  folder: DeltaFolder,
  names: string[],
  onPhase: (doing: string) => void,
  work: (files: string[]) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'larder-sync-'))
  try {
    const files: string[] = []
    for (const name of names) {
      onPhase(`fetching ${name}`)
      files.push(await folder.fetch(name, directory))
    }
    return await work(files)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function adviceForGap(name: SourceName, { from, to }: { from: number; to: number }): string {
  return `the changes between ${day(from)} and ${day(to)} are no longer published. Import the whole dump once (larder import ${name} FILE --full), then sync again. Nothing was changed`
}

export const day = (unixSeconds: number) => new Date(unixSeconds * 1000).toISOString().replace(/\.000Z$/, 'Z')
