import type { Database } from '../../platform/database/pool.ts'

/** How far back usage is shown; retention is configured separately. */
export const maxUsageDays = 90

/** Requests with the same endpoint, status and key within a day. */
export interface UsageRow {
  /** In UTC, as 2026-01-31. */
  day: string
  endpoint: string
  status: number
  key_id: number
  /** Null when the key no longer exists. */
  key_name: string | null
  requests: number
}

/** Today and the previous days, newest first. */
export async function readUsage(database: Database, accountId: number, days: number): Promise<UsageRow[]> {
  const { rows } = await database.query<UsageRow>({
    text: `
      select to_char(day, 'YYYY-MM-DD') as day, endpoint, status, key_id, api_keys.name as key_name, requests
        from usage left join api_keys on api_keys.id = key_id and api_keys.account_id = usage.account_id
        where usage.account_id = $1 and day > (now() at time zone 'utc')::date - $2::integer
        order by usage.day desc, endpoint, status, key_id`,
    values: [accountId, days],
  })
  return rows
}
