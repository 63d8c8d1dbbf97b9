// Brings what Redis counted into PostgreSQL, by any node. The counts are put aside under the name of a batch;
// its name is stored with them in one transaction, and only then do they leave Redis. Whoever dies in between
// leaves a batch that the next one finds, and that counts once.
import { randomUUID } from 'node:crypto'
import type { ClientContext, Redis, Result } from 'ioredis'
import type { DatabasePool } from '../../platform/database/pool.ts'
import { pendingName } from './record.ts'

const batchesName = 'usage:batches'
const nameOf = (batch: string) => `usage:batch:${batch}`

// A set of the batches and not a scan for them: Redis holds a window for every caller.
const putAsideScript = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('RENAME', KEYS[1], KEYS[2])
redis.call('SADD', KEYS[3], ARGV[1])
return 1
`

declare module 'ioredis' {
  interface RedisCommander<Context extends ClientContext> {
    putUsageAside(pending: string, batchName: string, batches: string, batch: string): Result<number, Context>
  }
}

/** Returns how many requests came into PostgreSQL. */
export async function flushUsage(redis: Redis, database: DatabasePool): Promise<number> {
  await sealBatch(redis)
  let folded = 0
  for (const batch of await redis.smembers(batchesName)) {
    folded += await storeBatch(database, batch, await redis.hgetall(nameOf(batch)))
    await forgetBatch(redis, batch)
  }
  return folded
}

export async function sealBatch(redis: Redis): Promise<void> {
  redis.defineCommand('putUsageAside', { numberOfKeys: 3, lua: putAsideScript })
  const batch = randomUUID()
  await redis.putUsageAside(pendingName, nameOf(batch), batchesName, batch)
}

/** Returns the requests in the batch, or 0 when it was stored before. */
export function storeBatch(
  database: DatabasePool,
  batch: string,
  counts: Record<string, string>,
): Promise<number> {
  const rows = Object.entries(counts).map(([field, requests]) => [...field.split('|'), requests])
  const column = (index: number) => rows.map(row => row[index])
  const [days, accounts, keys, endpoints, statuses, requests] = [0, 1, 2, 3, 4, 5].map(column)
  return database.transaction(async transaction => {
    // One batch at a time: two would wait for each other's rows.
    await transaction.query({ text: "select pg_advisory_xact_lock(hashtext('larder usage'))" })
    const { rowCount: isNew } = await transaction.query({
      text: 'insert into usage_flushes (id) values ($1) on conflict do nothing',
      values: [batch],
    })
    if (isNew === 0) return 0
    const { rows: stored } = await transaction.query<{ requests: number | null }>({
      text: `
        with counted as (
          select *
            from unnest($1::date[], $2::bigint[], $3::bigint[], $4::text[], $5::smallint[], $6::bigint[])
              as counted (day, account_id, key_id, endpoint, status, requests)
            where endpoint <> ''
        ), living as (
          select id from accounts where id = any ($2) order by id for key share
        ), stored as (
          insert into usage (account_id, day, key_id, endpoint, status, requests)
            select account_id, day, key_id, endpoint, status, requests
              from counted join living on living.id = account_id
            on conflict (account_id, day, key_id, endpoint, status)
              do update set requests = usage.requests + excluded.requests
        )
        select sum(requests) as requests from counted`,
      values: [days, accounts, keys, endpoints, statuses, requests],
    })
    await transaction.query({
      text: 'update api_keys set last_used_at = now() where id = any ($1::bigint[])',
      values: [keys],
    })
    return stored[0]?.requests ?? 0
  })
}

async function forgetBatch(redis: Redis, batch: string): Promise<void> {
  await redis.multi().del(nameOf(batch)).srem(batchesName, batch).exec()
}
