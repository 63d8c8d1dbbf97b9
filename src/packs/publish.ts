// Adds a pack to a folder of packs. Replacing packs.json is the moment at which everyone sees the new pack.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { SourceId } from '../food/sources.ts'
import {
  isPackFileOf,
  type PackEntry,
  type PackSelection,
  packCredit,
  packFileName,
  packName,
  packSchemaVersion,
} from './pack.ts'
import { indexFile, readPackIndex } from './pack-index.ts'

/** A finished file under its temporary name. */
export interface FinishedFile {
  path: string
  foods: number
  uncompressedBytes: number
  createdAt: Date
  catalogVersion: string
  sources: ReadonlySet<SourceId>
}

export const temporaryPath = (folder: string, selection: PackSelection, part: string): string =>
  join(folder, `.${packName(selection)}.${part}.unfinished`)

export async function publish(
  folder: string,
  selection: PackSelection,
  file: FinishedFile,
): Promise<PackEntry> {
  const added = await moveIntoPlace(folder, selection, file)
  const others = (await readPackIndex(folder)).filter(({ name }) => name !== added.name)
  const packs = [...(await existing(folder, others)), added]
  const index = { packs: packs.toSorted((one, other) => one.name.localeCompare(other.name, 'en')) }
  const temporary = join(folder, `.${indexFile}.unfinished`)
  await writeDurably(temporary, `${JSON.stringify(index, null, 2)}\n`)
  await rename(temporary, join(folder, indexFile))
  await syncFolder(folder)
  await removeStaleFiles(folder, selection, added.url)
  return added
}

async function moveIntoPlace(
  folder: string,
  selection: PackSelection,
  file: FinishedFile,
): Promise<PackEntry> {
  const { createdAt } = file
  const { sources, licence, attribution } = packCredit(file.sources)
  const hash = createHash('sha256')
  await pipeline(createReadStream(file.path), hash)
  const sha256 = hash.digest('hex')
  await syncFile(file.path)
  const { size } = await stat(file.path)
  const url = packFileName(selection, { createdAt, sha256 })
  await rename(file.path, join(folder, url))
  await syncFolder(folder)
  return {
    name: packName(selection),
    format: 'sqlite',
    ...selection,
    foods: file.foods,
    bytes: size,
    uncompressed_bytes: file.uncompressedBytes,
    sha256,
    created_at: createdAt.toISOString(),
    catalog_version: file.catalogVersion,
    schema_version: packSchemaVersion,
    sources,
    licence,
    attribution,
    url,
  }
}

async function existing(folder: string, entries: PackEntry[]): Promise<PackEntry[]> {
  const files = new Set(await readdir(folder))
  return entries.filter(({ url }) => files.has(url))
}

/** Earlier packs of this selection, and what an interrupted export left. */
async function removeStaleFiles(folder: string, selection: PackSelection, current: string): Promise<void> {
  for (const file of await readdir(folder)) {
    if (isPackFileOf(selection, file) && file !== current) await rm(join(folder, file), { force: true })
  }
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes a rename survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
