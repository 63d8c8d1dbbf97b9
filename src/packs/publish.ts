// Adds files to a folder of packs. Replacing packs.json is the moment at which everyone sees the new packs.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { SourceId } from '../food/sources.ts'
import {
  isPackFileOf,
  isSameSelection,
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
  delta?: { from: string; deletions: number }
}

/** Older clients download the whole pack. */
const maxDeltas = 7

export const temporaryPath = (folder: string, selection: PackSelection, part: string): string =>
  join(folder, `.${packName(selection)}.${selection.format}-${part}.unfinished`)

export async function publish(
  folder: string,
  selection: PackSelection,
  files: FinishedFile[],
): Promise<PackEntry[]> {
  const added: PackEntry[] = []
  for (const file of files) added.push(await moveIntoPlace(folder, selection, file))
  const before = await readPackIndex(folder)
  const others = before.filter(entry => !isSameSelection(entry, selection))
  const deltas = before.filter(entry => isSameSelection(entry, selection) && entry.delta_from !== undefined)
  const packs = added.filter(({ delta_from }) => delta_from === undefined)
  const newDeltas = added.filter(({ delta_from }) => delta_from !== undefined)
  const kept = [
    ...(await existing(folder, others)),
    ...packs,
    ...chainTo(packs[0]?.catalog_version, await existing(folder, [...newDeltas, ...deltas])),
  ]
  const index = { packs: kept.toSorted(byNameAndAge) }
  const temporary = join(folder, `.${indexFile}.unfinished`)
  await writeDurably(temporary, `${JSON.stringify(index, null, 2)}\n`)
  await rename(temporary, join(folder, indexFile))
  await syncFolder(folder)
  await removeStaleFiles(folder, selection, new Set(kept.map(({ url }) => url)))
  const isKept = new Set(kept)
  return added.filter(entry => isKept.has(entry))
}

async function moveIntoPlace(
  folder: string,
  selection: PackSelection,
  file: FinishedFile,
): Promise<PackEntry> {
  const { createdAt, delta } = file
  const { sources, licence, attribution } = packCredit(file.sources)
  const hash = createHash('sha256')
  await pipeline(createReadStream(file.path), hash)
  const sha256 = hash.digest('hex')
  await syncFile(file.path)
  const { size } = await stat(file.path)
  const url = packFileName(selection, { createdAt, sha256, isDelta: delta !== undefined })
  await rename(file.path, join(folder, url))
  await syncFolder(folder)
  return {
    name: packName(selection),
    ...selection,
    foods: file.foods,
    ...(delta && { deletions: delta.deletions }),
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
    ...(delta && { delta_from: delta.from }),
  }
}

/** The deltas that lead to the current pack, the latest first. Others are of no use to anyone. */
function chainTo(version: string | undefined, deltas: PackEntry[]): PackEntry[] {
  const chain: PackEntry[] = []
  let target = version
  while (target !== undefined && chain.length < maxDeltas) {
    const delta = deltas.find(
      ({ catalog_version, schema_version }) =>
        catalog_version === target && schema_version === packSchemaVersion,
    )
    if (delta === undefined || chain.includes(delta)) break
    chain.push(delta)
    target = delta.delta_from
  }
  return chain
}

async function existing(folder: string, entries: PackEntry[]): Promise<PackEntry[]> {
  const files = new Set(await readdir(folder))
  return entries.filter(({ url }) => files.has(url))
}

/** Packs before their deltas. */
function byNameAndAge(one: PackEntry, other: PackEntry): number {
  return (
    Number(one.delta_from !== undefined) - Number(other.delta_from !== undefined) ||
    one.name.localeCompare(other.name, 'en') ||
    one.format.localeCompare(other.format, 'en') ||
    other.catalog_version.localeCompare(one.catalog_version, 'en')
  )
}

/** Earlier packs of this selection, and what an interrupted export left. */
async function removeStaleFiles(
  folder: string,
  selection: PackSelection,
  listed: ReadonlySet<string>,
): Promise<void> {
  for (const file of await readdir(folder)) {
    if (isPackFileOf(selection, file) && !listed.has(file)) await rm(join(folder, file), { force: true })
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
