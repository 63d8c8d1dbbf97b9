// Flushes usage counters from Redis to PostgreSQL, on any node. Pending counters are renamed to a batch; the
// batch and its id are stored in one transaction and only then deleted from Redis. A batch left behind by a
// crash is picked up by the next flush and counted once.
import { randomUUID } from 'node:crypto'
import type { ClientContext, Redis, Result } from 'ioredis'
import type { DatabasePool } from '../../platform/database/pool.ts'
import { usageSubject } from './recent-requests.ts'
import { pendingKey, responseTimePrefix } from './record.ts'

const batchesKey = `${usageSubject}:batches`
const batchKey = (batch: string) => `${usageSubject}:batch:${batch}`

// A set of batches avoids a scan: Redis also holds rate-limit counters for every client.
const sealScript = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('RENAME', KEYS[1], KEYS[2])
redis.call('SADD', KEYS[3], ARGV[1])
return 1
`

declare module 'ioredis' {
  interface RedisCommander<Context extends ClientContext> {
    sealUsageBatch(pending: string, batchKey: string, batches: string, batch: string): Result<number, Context>
  }
}

/** Returns the number of requests stored. */
export async function flushUsage(redis: Redis, database: DatabasePool): Promise<number> {
  await sealBatch(redis)
  let flushed = 0
  for (const batch of await redis.smembers(batchesKey)) {
    flushed += await storeBatch(database, batch, await redis.hgetall(batchKey(batch)))
    await deleteBatch(redis, batch)
  }
  return flushed
}

export async function sealBatch(redis: Redis): Promise<void> {
  redis.defineCommand('sealUsageBatch', { numberOfKeys: 3, lua: sealScript })
  const batch = randomUUID()
  await redis.sealUsageBatch(pendingKey, batchKey(batch), batchesKey, batch)
}

/** Returns the number of requests in the batch, or 0 when it was already stored. */
export function storeBatch(
  database: DatabasePool,
  batch: string,
  counts: Record<string, string>,
): Promise<number> {
  const [hours, accounts, keys, endpoints, statuses, requests] = columnsOf(counts, isCount, 6)
  const [, days, timedAccounts, timedKeys, bounds, timed] = columnsOf(counts, isResponseTime, 6)
  return database.transaction(async transaction => {
    // One batch at a time: concurrent batches could deadlock.
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
            from unnest($1::timestamp[], $2::bigint[], $3::bigint[], $4::text[], $5::smallint[], $6::bigint[])
              as counted (hour, account_id, key_id, endpoint, status, requests)
            where endpoint <> ''
        ), existing as (
          select id from accounts where id = any ($2) order by id for key share
        ), stored as (
          insert into usage (account_id, day, key_id, endpoint, status, requests)
            select account_id, hour::date, key_id, endpoint, status, sum(requests)
              from counted join existing on existing.id = account_id
              group by account_id, hour::date, key_id, endpoint, status
            on conflict (account_id, day, key_id, endpoint, status)
              do update set requests = usage.requests + excluded.requests
        ), stored_hours as (
          insert into usage_hours (account_id, hour, key_id, endpoint, status, requests)
            select account_id, hour, key_id, endpoint, status, requests
              from counted join existing on existing.id = account_id
            on conflict (account_id, hour, key_id, endpoint, status)
              do update set requests = usage_hours.requests + excluded.requests
        )
        select sum(requests) as requests from counted`,
      values: [hours, accounts, keys, endpoints, statuses, requests],
    })
    await transaction.query({
      text: `
        with existing as (
          select id from accounts where id = any ($2) order by id for key share
        )
        insert into usage_response_times (account_id, day, key_id, max_ms, requests)
          select account_id, day, key_id, max_ms, requests
            from unnest($1::date[], $2::bigint[], $3::bigint[], $4::integer[], $5::bigint[])
              as timed (day, account_id, key_id, max_ms, requests)
              join existing on existing.id = account_id
          on conflict (account_id, day, key_id, max_ms)
            do update set requests = usage_response_times.requests + excluded.requests`,
      values: [days, timedAccounts, timedKeys, bounds, timed],
    })
    await transaction.query({
      text: 'update api_keys set last_used_at = now() where id = any ($1::bigint[])',
      values: [keys],
    })
    return stored[0]?.requests ?? 0
  })
}

const isResponseTime = (field: string) => field.startsWith(responseTimePrefix)
const isCount = (field: string) => !isResponseTime(field)

/** The parts of the fields with their counts, as one array for each column. */
function columnsOf(
  counts: Record<string, string>,
  isWanted: (field: string) => boolean,
  columns: number,
): (string | undefined)[][] {
  const rows = Object.entries(counts)
    .filter(([field]) => isWanted(field))
    .map(([field, requests]) => [...field.split('|'), requests])
  return Array.from({ length: columns }, (_, index) => rows.map(row => row[index]))
}

async function deleteBatch(redis: Redis, batch: string): Promise<void> {
  await redis.multi().del(batchKey(batch)).srem(batchesKey, batch).exec()
}
