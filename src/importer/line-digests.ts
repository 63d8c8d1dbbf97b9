// The digests of the lines of earlier imports. Unchanged lines are skipped before they are parsed, so a daily import of a
// full dump takes little more than reading it.
import { stat } from 'node:fs/promises'
import type { Client } from 'pg'
import { type Digest, digestOf } from './digest.ts'

const idsPerQuery = 200_000
const digestBytes = 8
const entryBytes = digestBytes + 8

export interface LineDigests {
  /** For the threads that judge the lines: they share the memory, and mark the lines they have seen. */
  tables: SharedDigests
  /** Records whose lines have not been read. */
  missing(): MissingRecords
}

/** Ids of foods, of superseded records and of partial records. */
export interface MissingRecords {
  missingFoodIds: number[]
  missingSupersededIds: number[]
  missingPartialIds: number[]
}

/** Digests of the lines of earlier imports, which are skipped before they are parsed. */
export interface InputDigests {
  /** The digest of the line in this scope. */
  scoped(line: Digest): Digest
  /** Whether an earlier import had the same line; if so, its record is marked as seen. */
  has(digest: Digest): boolean
}

/** `scope` is everything except the line that determines the result, such as the rules. `reprocess`: no line is skipped. */
export function inputDigests(shared: SharedDigests, scope: string, reprocess: boolean): InputDigests {
  const scopeDigest = digestOf(algorithm, scope)
  const tables = Object.values(shared).map(memory => new DigestTable(memory))
  return {
    scoped: ({ high, low }) => ({
      high: (high ^ scopeDigest.high) >>> 0,
      low: (low ^ scopeDigest.low) >>> 0,
    }),
    has({ high, low }) {
      return tables.some(table => table.markSeen(high, low)) && !reprocess
    },
  }
}

// Without the instructions that only newer processors have, it takes half the time of SHA-256.
const algorithm = 'blake2b512'

export const digestOfLine = (line: Buffer | string): Digest => digestOf(algorithm, line)

/**
 * Loading the digests of a large catalog takes seconds, so small files, whose lines are processed faster than that, are
 * compared with none; for a full dump all are needed to find the records that it lacks.
 */
export async function loadLineDigests(
  client: Client,
  options: { inputs: { file: string }[]; fullDumpOf?: string },
): Promise<LineDigests> {
  const isWorthwhile =
    options.fullDumpOf !== undefined ||
    (await countFoods(client)) <= maxSmallCatalog ||
    (await totalBytes(options.inputs)) > maxSmallBytes
  const tables = isWorthwhile ? await loadDigests(client) : noDigests()
  return {
    tables,
    missing: () => ({
      missingFoodIds: new DigestTable(tables.foods).missingIds(),
      missingSupersededIds: new DigestTable(tables.superseded).missingIds(),
      missingPartialIds: new DigestTable(tables.partial).missingIds(),
    }),
  }
}

const maxSmallCatalog = 100_000
const maxSmallBytes = 1024 * 1024

async function countFoods(client: Client): Promise<number> {
  const { rows } = await client.query<{ foods: number }>('select foods from catalog_stats')
  return rows[0]?.foods ?? 0
}

/** Compressed or not; infinite for standard input. */
async function totalBytes(inputs: { file: string }[]): Promise<number> {
  let bytes = 0
  for (const { file } of inputs) bytes += file === '-' ? Infinity : (await stat(file)).size
  return bytes
}

export interface SharedDigests {
  foods: SharedArrayBuffer
  superseded: SharedArrayBuffer
  partial: SharedArrayBuffer
  /** Of rejected records and repeated lines. */
  others: SharedArrayBuffer
}

export const noDigests = (): SharedDigests => ({
  foods: DigestTable.allocate(0),
  superseded: DigestTable.allocate(0),
  partial: DigestTable.allocate(0),
  others: DigestTable.allocate(0),
})

async function loadDigests(client: Client): Promise<SharedDigests> {
  const { rows } = await client.query<{
    foods: number
    superseded: number
    partial: number
    others: number
    last_id: number
  }>(`
    select (select count(*) from foods where source_line_hash is not null) as foods,
           (select count(*) from superseded_records where source_line_hash is not null) as superseded,
           (select count(*) from partial_records where source_line_hash is not null) as partial,
           (select count(*) from excluded_records) + (select count(*) from duplicate_line_digests) as others,
           (select coalesce(max(id), 0) from foods) as last_id`)
  const { foods = 0, superseded = 0, partial = 0, others = 0, last_id = 0 } = rows[0] ?? {}
  const known = {
    foods: DigestTable.allocate(foods),
    superseded: DigestTable.allocate(superseded),
    partial: DigestTable.allocate(partial),
    others: DigestTable.allocate(others),
  }
  for (let from = 0; from <= last_id; from += idsPerQuery) {
    const range = [from, from + idsPerQuery]
    await fill(
      known.foods,
      client,
      'select id, source_line_hash from foods where id >= $1 and id < $2',
      range,
    )
  }
  await fill(known.superseded, client, 'select id, source_line_hash from superseded_records')
  await fill(known.partial, client, 'select id, source_line_hash from partial_records')
  await fill(known.others, client, 'select 0::bigint as id, source_line_hash from excluded_records')
  await fill(known.others, client, 'select 0::bigint as id, source_line_hash from duplicate_line_digests')
  return known
}

async function fill(
  memory: SharedArrayBuffer,
  client: Client,
  select: string,
  values: number[] = [],
): Promise<void> {
  const { rows } = await client.query<{ entries: Buffer | null }>(
    `select string_agg(int8send(source_line_hash) || int8send(id), '') as entries
       from (${select}) as selected where source_line_hash is not null`,
    values,
  )
  const entries = rows[0]?.entries
  if (!entries) return
  const known = new DigestTable(memory)
  for (let offset = 0; offset < entries.length; offset += entryBytes) {
    const id = Number(entries.readBigInt64BE(offset + digestBytes))
    known.add(entries.readUInt32BE(offset), entries.readUInt32BE(offset + 4), id)
  }
}

const bytesPerSlot = 4 + 4 + 4 + 1

/**
 * A hash table with open addressing in shared memory; a Map of millions of digests would take gigabytes, and threads could
 * not share it. No locks are needed: while lines are read, slots are only marked as seen.
 */
class DigestTable {
  readonly #mask: number
  readonly #high: Uint32Array
  readonly #low: Uint32Array
  /** One more than the id, as 0 marks an empty slot. */
  readonly #idPlusOne: Uint32Array
  readonly #isSeen: Uint8Array

  static allocate(entries: number): SharedArrayBuffer {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(1, entries) * 1.5))
    return new SharedArrayBuffer(slots * bytesPerSlot)
  }

  constructor(memory: SharedArrayBuffer) {
    const slots = memory.byteLength / bytesPerSlot
    this.#mask = slots - 1
    this.#high = new Uint32Array(memory, 0, slots)
    this.#low = new Uint32Array(memory, 4 * slots, slots)
    this.#idPlusOne = new Uint32Array(memory, 8 * slots, slots)
    this.#isSeen = new Uint8Array(memory, 12 * slots, slots)
  }

  add(high: number, low: number, id: number): void {
    let slot = low & this.#mask
    while (this.#idPlusOne[slot] !== 0) slot = (slot + 1) & this.#mask
    this.#high[slot] = high
    this.#low[slot] = low
    this.#idPlusOne[slot] = id + 1
  }

  markSeen(high: number, low: number): boolean {
    for (let slot = low & this.#mask; this.#idPlusOne[slot] !== 0; slot = (slot + 1) & this.#mask) {
      if (this.#low[slot] === low && this.#high[slot] === high) {
        this.#isSeen[slot] = 1
        return true
      }
    }
    return false
  }

  missingIds(): number[] {
    const ids: number[] = []
    for (const [slot, idPlusOne] of this.#idPlusOne.entries()) {
      if (idPlusOne > 1 && this.#isSeen[slot] === 0) ids.push(idPlusOne - 1)
    }
    return ids
  }
}
