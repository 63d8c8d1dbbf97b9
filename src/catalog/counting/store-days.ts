// The days whose counts are moved from Redis to PostgreSQL, from any node: the current and the previous one. The counts are totals
// of a day, so storing them again changes nothing.
import type { Redis } from 'ioredis'
import { type CountedKind, keysOfDay, secondsPerDay } from './record.ts'

export const itemsPerStatement = 1_000

type Counts = [item: string, callers: number][]

/** `storeDay` reads the counts of a day in parts; an item may be in two of them. What it does not store is deleted after the day. */
export async function storeDays(
  redis: Redis,
  kind: CountedKind,
  storeDay: (day: number, parts: AsyncIterable<Counts>) => Promise<void>,
): Promise<void> {
  const [seconds] = await redis.time()
  const today = Math.floor(Number(seconds) / secondsPerDay)
  for (const day of [today - 1, today]) {
    const keys = keysOfDay(kind, day)
    await storeDay(day, readCounts(redis, keys.callersByItem))
    // Nothing is counted for it any more.
    if (day < today) await redis.unlink(...Object.values(keys))
  }
}

async function* readCounts(redis: Redis, key: string): AsyncGenerator<Counts> {
  let cursor = '0'
  do {
    const [next, fields] = await redis.hscan(key, cursor, 'COUNT', itemsPerStatement)
    // Items and counts in turn. A part may contain an item twice, which PostgreSQL rejects.
    const counts = new Map<string, number>()
    for (let index = 0; index < fields.length; index += 2)
      counts.set(fields[index] ?? '', Number(fields[index + 1]))
    if (counts.size > 0) yield [...counts]
    cursor = next
  } while (cursor !== '0')
}
