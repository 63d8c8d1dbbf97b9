// Remembers the lines of earlier imports by their digests: a line that says what it said last time is passed over
// before it is even parsed, which makes the daily import of a whole dump a matter of reading it.
import { hash } from 'node:crypto'
import type { Client } from 'pg'
import type { LineDigestsOfInput } from '../sources/formats/dump.ts'

const idsAQuery = 200_000
const bytesADigest = 8
const bytesAnEntry = bytesADigest + 8

export interface LineDigests {
  /** Lines of one kind. `salt` is all but the line itself that decides what becomes of it. With `anew` none is known. */
  ofKind(salt: string, reprocess: boolean): LineDigestsOfInput
  /** Foods whose lines were not met. */
  unseenFoods(): number[]
}

export async function loadLineDigests(client: Client): Promise<LineDigests> {
  const known = await loadDigests(client)
  return {
    ofKind(salt, reprocess) {
      const saltDigest = hash('sha256', salt, 'buffer')
      return {
        digestOf(line) {
          const digest = hash('sha256', line, 'buffer')
          for (let at = 0; at < bytesADigest; at++) digest[at] = (digest[at] ?? 0) ^ (saltDigest[at] ?? 0)
          return digest
        },
        has: digest => known.sees(digest.readUInt32BE(0), digest.readUInt32BE(4)) && !reprocess,
      }
    },
    unseenFoods: () => known.unseen(),
  }
}

async function loadDigests(client: Client): Promise<DigestTable> {
  const { rows } = await client.query<{ lines: number; last_id: number }>(`
    select (select count(*) from foods where source_line_hash is not null)
             + (select count(*) from excluded_records) + (select count(*) from duplicate_line_digests) as lines,
           (select coalesce(max(id), 0) from foods) as last_id`)
  const { lines = 0, last_id = 0 } = rows[0] ?? {}
  const known = new DigestTable(lines)
  for (let from = 0; from <= last_id; from += idsAQuery) {
    const range = [from, from + idsAQuery]
    await fill(known, client, 'select id, source_line_hash from foods where id >= $1 and id < $2', range)
  }
  // A duplicate is not passed over: the food that stands for it may have changed. Number 0 is no food.
  await fill(
    known,
    client,
    'select 0::bigint as id, source_line_hash from excluded_records where superseded_by_food_id is null',
  )
  await fill(known, client, 'select 0::bigint as id, source_line_hash from duplicate_line_digests')
  return known
}

async function fill(
  known: DigestTable,
  client: Client,
  select: string,
  values: number[] = [],
): Promise<void> {
  const { rows } = await client.query<{ entries: Buffer | null }>(
    `select string_agg(int8send(source_line_hash) || int8send(id), '') as entries
       from (${select}) as told where source_line_hash is not null`,
    values,
  )
  const entries = rows[0]?.entries
  if (!entries) return
  for (let at = 0; at < entries.length; at += bytesAnEntry) {
    const id = Number(entries.readBigInt64BE(at + bytesADigest))
    known.add(entries.readUInt32BE(at), entries.readUInt32BE(at + 4), id)
  }
}

/** A hash table with open addressing: millions of digests in typed arrays, where a Map would take gigabytes. */
class DigestTable {
  readonly #mask: number
  readonly #high: Uint32Array
  readonly #low: Uint32Array
  /** One more than the id, as 0 marks an empty slot. */
  readonly #idPlusOne: Uint32Array
  readonly #isSeen: Uint8Array

  constructor(entries: number) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(1, entries) * 1.5))
    this.#mask = slots - 1
    this.#high = new Uint32Array(slots)
    this.#low = new Uint32Array(slots)
    this.#idPlusOne = new Uint32Array(slots)
    this.#isSeen = new Uint8Array(slots)
  }

  add(high: number, low: number, id: number): void {
    let slot = low & this.#mask
    while (this.#idPlusOne[slot] !== 0) slot = (slot + 1) & this.#mask
    this.#high[slot] = high
    this.#low[slot] = low
    this.#idPlusOne[slot] = id + 1
  }

  sees(high: number, low: number): boolean {
    for (let slot = low & this.#mask; this.#idPlusOne[slot] !== 0; slot = (slot + 1) & this.#mask) {
      if (this.#low[slot] === low && this.#high[slot] === high) {
        this.#isSeen[slot] = 1
        return true
      }
    }
    return false
  }

  unseen(): number[] {
    const ids: number[] = []
    for (const [slot, idPlusOne] of this.#idPlusOne.entries()) {
      if (idPlusOne > 1 && this.#isSeen[slot] === 0) ids.push(idPlusOne - 1)
    }
    return ids
  }
}
