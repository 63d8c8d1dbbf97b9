// `larder export`: writes a pack, and optionally a delta from an earlier one, into a folder and lists them in packs.json.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { writeJsonlPack } from './jsonl-pack.ts'
import {
  deltaFormats,
  ExportRefused,
  isSameSelection,
  type PackEntry,
  type PackSelection,
  packName,
} from './pack.ts'
import { readPackIndex } from './pack-index.ts'
import { writeParquetPack } from './parquet-pack.ts'
import { type FinishedFile, publish, temporaryPath } from './publish.ts'
import { type CatalogSnapshot, withCatalogSnapshot } from './read-catalog.ts'
import { sqliteVersionOf, writeSqliteDelta } from './sqlite-delta.ts'
import { writeSqlitePack } from './sqlite-pack.ts'

export interface ExportOptions {
  selection: PackSelection
  folder: string
  /** A file, or `previous` for the pack that this one replaces; undefined: no delta. */
  deltaFrom?: string | undefined
  onFoods: (foods: number) => void
  onPhase: (phase: string) => void
}

interface OldPack {
  path: string
  version: string
}

/** The new entries of packs.json: the pack, and its delta if there is one. */
export async function exportPack(client: Client, options: ExportOptions): Promise<PackEntry[]> {
  const { selection, folder } = options
  await mkdir(folder, { recursive: true })
  return withExportLock(client, selection, folder, async () => {
    const workFiles = new WorkFiles(folder, selection)
    try {
      const oldPack = await findOldPack(options, workFiles)
      const files = await withCatalogSnapshot(client, selection, snapshot =>
        write(options, snapshot, oldPack, workFiles),
      )
      rejectEmptyPack(selection, files)
      return await withIndexLock(client, () => publish(folder, selection, files))
    } finally {
      await workFiles.remove()
    }
  })
}

/** An empty pack would replace the earlier one, and its delta would remove every food from the apps that have it. */
function rejectEmptyPack({ country }: PackSelection, [pack]: FinishedFile[]): void {
  if (pack === undefined || pack.foods > 0) return
  const where = country === null ? '' : ` sold in ${country.toUpperCase()}`
  throw new ExportRefused(
    'not-possible',
    `the catalog has no food${where} with energy and at least two of protein, fat and carbohydrates, so the pack would be empty: import a source that states them`,
  )
}

/** Temporary files. They have fixed names, so an export replaces what an interrupted one left. */
class WorkFiles {
  readonly #paths = new Set<string>()
  readonly #folder: string
  readonly #selection: PackSelection
  constructor(folder: string, selection: PackSelection) {
    this.#folder = folder
    this.#selection = selection
  }
  async create(part: string): Promise<string> {
    const path = temporaryPath(this.#folder, this.#selection, part)
    this.#paths.add(path)
    await rm(path, { force: true })
    return path
  }
  async remove(): Promise<void> {
    for (const path of this.#paths) await rm(path, { force: true })
  }
}

async function write(
  { selection, onFoods, onPhase }: ExportOptions,
  snapshot: CatalogSnapshot,
  oldPack: OldPack | undefined,
  workFiles: WorkFiles,
): Promise<FinishedFile[]> {
  const createdAt = new Date()
  const facts = { createdAt, catalogVersion: snapshot.version, sources: snapshot.sources }
  // The catalog has not changed since, so there is nothing to apply.
  const old = oldPack?.version === snapshot.version ? undefined : oldPack
  if (selection.format === 'parquet') {
    const path = await workFiles.create('pack')
    const foods = await writeParquetPack(path, selection, snapshot, { createdAt, onFoods })
    return [{ ...facts, path, foods, uncompressedBytes: (await stat(path)).size }]
  }
  if (selection.format === 'jsonl') {
    const path = await workFiles.create('pack')
    const delta = old && {
      file: await workFiles.create('delta'),
      oldPack: old.path,
      workFile: await workFiles.create('digests'),
    }
    const written = await writeJsonlPack(path, selection, snapshot, { onFoods, delta })
    const pack = { ...facts, path, foods: written.foods, uncompressedBytes: written.uncompressedBytes }
    if (!old || !delta || !written.changes) return [pack]
    const { upserts, deletions, uncompressedBytes } = written.changes
    return [
      pack,
      {
        ...facts,
        path: delta.file,
        foods: upserts,
        uncompressedBytes,
        delta: { from: old.version, deletions },
      },
    ]
  }
  const database = await workFiles.create('database')
  const workFile = await workFiles.create('work')
  const foods = await writeSqlitePack(database, selection, snapshot, { workFile, createdAt, onFoods })
  onPhase('compressing the pack')
  const path = await workFiles.create('pack')
  await pipeline(createReadStream(database), createGzip({ level: 9 }), createWriteStream(path))
  const pack = { ...facts, path, foods, uncompressedBytes: (await stat(database)).size }
  if (!old) return [pack]
  onPhase('comparing it with the earlier pack')
  const deltaDatabase = await workFiles.create('delta-database')
  const { upserts, deletions } = writeSqliteDelta(
    deltaDatabase,
    { oldPack: old.path, newPack: database, from: old.version },
    selection,
  )
  const deltaPath = await workFiles.create('delta')
  await pipeline(createReadStream(deltaDatabase), createGzip({ level: 9 }), createWriteStream(deltaPath))
  return [
    pack,
    {
      ...facts,
      path: deltaPath,
      foods: upserts,
      uncompressedBytes: (await stat(deltaDatabase)).size,
      delta: { from: old.version, deletions },
    },
  ]
}

/** The pack to compare with, decompressed if it is an SQLite pack. */
async function findOldPack(
  { selection, folder, deltaFrom }: ExportOptions,
  workFiles: WorkFiles,
): Promise<OldPack | undefined> {
  if (deltaFrom === undefined) return undefined
  if (!deltaFormats.includes(selection.format)) {
    throw new ExportRefused(
      'usage',
      `there are no deltas of ${selection.format} packs: use --delta-from with ${deltaFormats.join(' or ')}`,
    )
  }
  const isPack = (entry: PackEntry) => isSameSelection(entry, selection) && entry.delta_from === undefined
  const previous = deltaFrom === 'previous' ? (await readPackIndex(folder)).find(isPack) : undefined
  // The first export of this selection.
  if (deltaFrom === 'previous' && previous === undefined) return undefined
  const given = previous === undefined ? deltaFrom : join(folder, previous.url)
  if (selection.format === 'sqlite') {
    const path = given.endsWith('.gz') ? await decompress(given, workFiles) : given
    return { path, version: sqliteVersionOf(path, given, selection) }
  }
  const listed = (await readPackIndex(dirname(given))).find(({ url }) => url === basename(given))
  if (listed === undefined || !isPack(listed)) {
    throw new ExportRefused(
      'usage',
      `${given} is not listed as ${packName(selection)} in the packs.json next to it: a delta needs an earlier pack with the same --country, --top and --fields, in its folder`,
    )
  }
  return { path: given, version: listed.catalog_version }
}

async function decompress(file: string, workFiles: WorkFiles): Promise<string> {
  const path = await workFiles.create('old-database')
  try {
    await pipeline(createReadStream(file), createGunzip(), createWriteStream(path))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES') throw error
    throw new ExportRefused('malformed-input', `${file} cannot be decompressed (${message})`)
  }
  return path
}

// Arbitrary constants.
const exportLocks = 1_483_920_117
const indexLock = 7_264_081_948

async function withExportLock<T>(
  client: Client,
  selection: PackSelection,
  folder: string,
  work: () => Promise<T>,
): Promise<T> {
  const target = `${resolve(folder)} ${selection.format} ${packName(selection)}`
  const keys = [exportLocks, createHash('sha256').update(target).digest().readInt32BE()]
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1, $2) as locked',
    keys,
  )
  if (rows[0]?.locked !== true) {
    throw new ExportRefused(
      'already-running',
      `another export is writing ${packName(selection)} (${selection.format}) into this folder: wait until it ends`,
    )
  }
  // The lock ends with the connection, which the command closes.
  return work()
}

/** Exports of several selections may end at the same time, and each of them replaces the index. */
async function withIndexLock<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('select pg_advisory_lock($1)', [indexLock])
  return work()
}
