import type { Database } from '../../platform/database/pool.ts'
import type { RedisClient } from '../../platform/rate-limit/redis.ts'
import type { CountedKind } from './record.ts'
import { storeDays } from './store-days.ts'

/** The items are ids of foods. */
export const lookups: CountedKind = {
  subject: '{lookups}',
  maxItemsPerCaller: 1_000,
  maxItemsPerDay: 500_000,
}

export function storeLookups(redis: RedisClient, database: Database): Promise<void> {
  return storeDays(redis, lookups, async (day, parts) => {
    for await (const part of parts) await storePart(database, day, part)
  })
}

/** A count that is less than the stored one is that of a Redis that has lost its data. */
async function storePart(
  database: Database,
  day: number,
  callersByFood: [food: string, callers: number][],
): Promise<void> {
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
    values: [day, callersByFood.map(([food]) => food), callersByFood.map(([, callers]) => callers)],
  })
}
