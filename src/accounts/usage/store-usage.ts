import type { DatabasePool } from '../../platform/database/pool.ts'

export interface UsageBatch {
  id: string
  /** Requests by days since 1970 (UTC), account, key, endpoint and status, joined with |. */
  counts: ReadonlyMap<string, number>
}

/**
 * Returns the number of requests in the batch, or 0 when it was already stored: its id is stored in the same transaction, so a
 * batch counts once however often it is stored.
 */
export function storeUsage(database: DatabasePool, { id, counts }: UsageBatch): Promise<number> {
  const rows = [...counts].map(([field, requests]) => [...field.split('|'), requests])
  const column = (index: number) => rows.map(row => row[index])
  const keys = column(2)
  return database.transaction(async transaction => {
    // One batch at a time: concurrent batches could deadlock.
    await transaction.query({ text: "select pg_advisory_xact_lock(hashtext('larder usage'))" })
    const { rowCount: isNew } = await transaction.query({
      text: 'insert into usage_flushes (id) values ($1) on conflict do nothing',
      values: [id],
    })
    if (isNew === 0) return 0
    const { rows: stored } = await transaction.query<{ requests: number | null }>({
      text: `
        with counted as (
          select *
            from unnest($1::integer[], $2::bigint[], $3::bigint[], $4::text[], $5::smallint[], $6::bigint[])
              as counted (day, account_id, key_id, endpoint, status, requests)
            where endpoint <> ''
        ), existing as (
          select id from accounts where id = any ($2) order by id for key share
        ), stored as (
          insert into usage (account_id, day, key_id, endpoint, status, requests)
            select account_id, date '1970-01-01' + day, key_id, endpoint, status, requests
              from counted join existing on existing.id = account_id
            on conflict (account_id, day, key_id, endpoint, status)
              do update set requests = usage.requests + excluded.requests
        )
        select sum(requests) as requests from counted`,
      values: [column(0), column(1), keys, column(3), column(4), column(5)],
    })
    await transaction.query({
      text: 'update api_keys set last_used_at = now() where id = any ($1::bigint[])',
      values: [keys],
    })
    return stored[0]?.requests ?? 0
  })
}
