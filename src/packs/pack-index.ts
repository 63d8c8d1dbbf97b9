// packs.json: the index of a folder of packs. A file is part of the offer once the index lists it.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import Type from 'typebox'
import { Check } from 'typebox/value'
import { sourceIds } from '../food/sources.ts'
import { type PackEntry, packFieldSets } from './pack.ts'

export const indexFile = 'packs.json'

const EntrySchema = Type.Object({
  name: Type.String(),
  format: Type.Literal('sqlite'),
  country: Type.Union([Type.String(), Type.Null()]),
  top: Type.Union([Type.Integer(), Type.Null()]),
  fields: Type.Enum([...packFieldSets]),
  foods: Type.Integer(),
  bytes: Type.Integer(),
  uncompressed_bytes: Type.Integer(),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  created_at: Type.String(),
  catalog_version: Type.String(),
  schema_version: Type.Integer(),
  sources: Type.Array(Type.Enum(sourceIds)),
  licence: Type.String(),
  attribution: Type.String(),
  // Neither a path nor a hidden file.
  url: Type.String({ pattern: '^[a-z0-9][a-z0-9.-]*$' }),
})

const isEntry = (entry: unknown): entry is PackEntry => Check(EntrySchema, entry)

/** Entries of another shape are ignored. Empty if there is no index. */
export async function readPackIndex(folder: string): Promise<PackEntry[]> {
  const text = await readFile(join(folder, indexFile), 'utf8').catch(error => {
    if (error.code === 'ENOENT') return '{"packs":[]}'
    throw error
  })
  return parseIndex(text)
}

function parseIndex(text: string): PackEntry[] {
  const index: unknown = JSON.parse(text)
  const packs = typeof index === 'object' && index !== null ? Reflect.get(index, 'packs') : undefined
  return Array.isArray(packs) ? packs.filter(isEntry) : []
}

export interface PackFolder {
  /** The packs whose files are there in full. */
  packs(): Promise<PackEntry[]>
  /** Whether there were any when they were last read. */
  hasPacks(): boolean
  pathOf(pack: PackEntry): string
}

/** Reads the index again when it changes, so that a running website offers new packs. */
export function openPackFolder(folder: string): PackFolder {
  let known: { changedAt: number; packs: PackEntry[] } | undefined
  return {
    pathOf: ({ url }) => join(folder, url),
    hasPacks: () => known !== undefined && known.packs.length > 0,
    async packs() {
      const changedAt = await changeTime(join(folder, indexFile))
      if (changedAt === undefined) {
        known = undefined
        return []
      }
      if (known?.changedAt !== changedAt) {
        const entries = await readPackIndex(folder)
        const isThere = await Promise.all(
          entries.map(async ({ url, bytes }) => (await sizeOf(join(folder, url))) === bytes),
        )
        known = { changedAt, packs: entries.filter((_, index) => isThere[index]) }
      }
      return known.packs
    },
  }
}

const changeTime = (file: string) =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  )

const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => undefined,
  )
