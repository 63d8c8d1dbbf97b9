// The JSONL pack: lines that `larder import jsonl` reads.

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { finished } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { columnsOf } from './columns.ts'
import { ExportRefused, type PackSelection } from './pack.ts'
import type { CatalogRow, CatalogSnapshot } from './read-catalog.ts'
import type { DeltaCounts } from './sqlite-delta.ts'
import { fastWrites } from './sqlite-pack.ts'

// What the importer computes itself.
const computed = ['popularity_rank', 'id', 'confidence', 'static_url', 'everyday_popularity', 'is_group_best']

interface Lines {
  write(line: string): Promise<void>
  /** Returns the bytes before compression. */
  end(): Promise<number>
}

/** Returns the number of foods, and with `delta` what changed since the earlier pack. */
export async function writeJsonlPack(
  file: string,
  selection: PackSelection,
  snapshot: CatalogSnapshot,
  {
    onFoods,
    delta,
  }: {
    onFoods: (foods: number) => void
    delta?: { file: string; oldPack: string; workFile: string } | undefined
  },
): Promise<{
  foods: number
  uncompressedBytes: number
  changes?: DeltaCounts & { uncompressedBytes: number }
}> {
  const names = columnsOf(selection.fields)
    .map(({ name }) => name)
    .filter(name => !computed.includes(name))
  const output = openLines(file)
  const comparison = delta && (await openComparison(delta))
  let foods = 0
  try {
    for await (const rows of snapshot.rows()) {
      for (const row of rows) {
        const line = lineOf(row, names)
        await output.write(line)
        await comparison?.add(row, line)
      }
      foods += rows.length
      onFoods(foods)
    }
    const changes = await comparison?.end()
    return { foods, uncompressedBytes: await output.end(), ...(changes && { changes }) }
  } finally {
    comparison?.close()
  }
}

/** Unknown values are left out, which the importer reads as null. */
function lineOf(row: CatalogRow, names: string[]): string {
  const { source_id, source_modified_at } = row
  const line: Record<string, unknown> = { source: row.source, source_id }
  for (const name of names) {
    const value = Reflect.get(row, name)
    if (value !== null) line[name] = value
  }
  if (source_modified_at !== null) line['modified_at'] = source_modified_at
  return JSON.stringify(line)
}

function openLines(file: string): Lines {
  const gzip = createGzip({ level: 9 })
  const output = gzip.pipe(createWriteStream(file))
  // Both report an error in `end`, or in the next write.
  let failure: Error | undefined
  const fail = (error: Error) => {
    failure ??= error
    gzip.destroy()
  }
  gzip.on('error', fail)
  output.on('error', fail)
  let bytes = 0
  return {
    async write(line) {
      if (failure) throw failure
      const text = `${line}\n`
      bytes += Buffer.byteLength(text)
      if (!gzip.write(text)) await once(gzip, 'drain')
    },
    async end() {
      gzip.end()
      await finished(output)
      return bytes
    },
  }
}

/** Digests of the earlier pack are kept in a file: a pack may have millions of foods. */
async function openComparison({
  file,
  oldPack,
  workFile,
}: {
  file: string
  oldPack: string
  workFile: string
}) {
  const database = new DatabaseSync(workFile)
  database.exec(`
    ${fastWrites}
    create table old (key text not null primary key, digest blob not null) strict, without rowid;
    begin`)
  const insert = database.prepare('insert or replace into old values (?, ?)')
  try {
    for await (const line of createInterface({ input: createReadStream(oldPack).pipe(createGunzip()) })) {
      insert.run(keyOf(JSON.parse(line)), digestOf(line))
    }
  } catch (error) {
    database.close()
    throw new ExportRefused(
      'malformed-input',
      `${oldPack} is not a JSONL pack (${(error as Error).message}). Name a file written by larder export --format jsonl`,
    )
  }
  const find = database.prepare('delete from old where key = ? returning digest')
  const output = openLines(file)
  const counts = { upserts: 0, deletions: 0 }
  return {
    async add(row: CatalogRow, line: string) {
      const old = find.get(keyOf(row))
      if (old !== undefined && digestOf(line).equals(old['digest'] as Uint8Array)) return
      counts.upserts++
      await output.write(line)
    },
    /** What is left of the earlier pack is no longer in the new one. */
    async end() {
      for (const { key } of database.prepare('select key from old').iterate()) {
        const [source, source_id] = JSON.parse(String(key))
        await output.write(JSON.stringify({ source, source_id, obsolete: true }))
        counts.deletions++
      }
      return { ...counts, uncompressedBytes: await output.end() }
    },
    close: () => database.close(),
  }
}

const keyOf = ({ source, source_id }: { source: string; source_id: string }) =>
  JSON.stringify([source, source_id])

const digestOf = (line: string) => createHash('sha256').update(line).digest().subarray(0, 16)
