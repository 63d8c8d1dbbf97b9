// `larder export`: writes a pack into a folder and lists it in packs.json.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { ExportRefused, type PackEntry, type PackSelection, packName } from './pack.ts'
import { type FinishedFile, publish, temporaryPath } from './publish.ts'
import { type CatalogSnapshot, withCatalogSnapshot } from './read-catalog.ts'
import { writeSqlitePack } from './sqlite-pack.ts'

export interface ExportOptions {
  selection: PackSelection
  folder: string
  onFoods: (foods: number) => void
  onPhase: (phase: string) => void
}

/** The new entry of packs.json. */
export async function exportPack(client: Client, options: ExportOptions): Promise<PackEntry> {
  const { selection, folder } = options
  await mkdir(folder, { recursive: true })
  return withExportLock(client, selection, folder, async () => {
    const workFiles = new WorkFiles(folder, selection)
    try {
      const file = await withCatalogSnapshot(client, selection, snapshot =>
        write(options, snapshot, workFiles),
      )
      rejectEmptyPack(selection, file)
      return await withIndexLock(client, () => publish(folder, selection, file))
    } finally {
      await workFiles.remove()
    }
  })
}

/** An empty pack would replace the earlier one. */
function rejectEmptyPack({ country }: PackSelection, { foods }: FinishedFile): void {
  if (foods > 0) return
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
  workFiles: WorkFiles,
): Promise<FinishedFile> {
  const createdAt = new Date()
  const database = await workFiles.create('database')
  const workFile = await workFiles.create('work')
  const foods = await writeSqlitePack(database, selection, snapshot, { workFile, createdAt, onFoods })
  onPhase('compressing the pack')
  const path = await workFiles.create('pack')
  await pipeline(createReadStream(database), createGzip({ level: 9 }), createWriteStream(path))
  return {
    path,
    foods,
    uncompressedBytes: (await stat(database)).size,
    createdAt,
    catalogVersion: snapshot.version,
    sources: snapshot.sources,
  }
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
  const target = `${resolve(folder)} ${packName(selection)}`
  const keys = [exportLocks, createHash('sha256').update(target).digest().readInt32BE()]
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1, $2) as locked',
    keys,
  )
  if (rows[0]?.locked !== true) {
    throw new ExportRefused(
      'already-running',
      `another export is writing ${packName(selection)} into this folder: wait until it ends`,
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
