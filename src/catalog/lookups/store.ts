// Stores the lookups of the current and the previous day in PostgreSQL, from any node. The counts are totals of a day, so storing
// them again changes nothing.
import type { Database } from '../../platform/database/pool.ts'
import type { RedisClient } from '../../platform/rate-limit/redis.ts'
import { keysOfDay, secondsPerDay } from './record.ts'

const foodsPerStatement = 1_000

export async function storeLookups(redis: RedisClient, database: Database): Promise<void> {
  const [seconds] = await redis.time()
  const today = Math.floor(Number(seconds) / secondsPerDay)
  for (const day of [today - 1, today]) {
    const keys = keysOfDay(day)
    let cursor = '0'
    do {
      const [next, fields] = await redis.hscan(keys.callersByFood, cursor, 'COUNT', foodsPerStatement)
      await storeCounts(database, day, fields)
      cursor = next
    } while (cursor !== '0')
    // Nothing is counted for it any more.
    if (day < today) await redis.unlink(...Object.values(keys))
  }
}

/** `fields`: foods and counts in turn. A count that is less than the stored one is that of a Redis that has lost its data. */
async function storeCounts(database: Database, day: number, fields: string[]): Promise<void> {
  const callersByFood = new Map<string, string>()
  for (let index = 0; index < fields.length; index += 2)
    callersByFood.set(fields[index] ?? '', fields[index + 1] ?? '')
  if (callersByFood.size === 0) return
  await database.query({
    name: 'store-lookups',
    text: `
      insert into food_lookups (day, food_id, callers)
        select counted.day, food_id, callers
          from (select date '1970-01-01' + $1::integer as day, *
                  from unnest($2::bigint[], $3::integer[]) as counted (food_id, callers)) as counted
          where not exists (select from food_lookups as stored
                              where stored.day = counted.day and stored.food_id = counted.food_id
                                and stored.callers >= counted.callers)
          order by food_id
        on conflict (day, food_id) do update set callers = greatest(food_lookups.callers, excluded.callers)`,
    values: [day, [...callersByFood.keys()], [...callersByFood.values()]],
  })
}
