import type { Database } from '../../platform/database/pool.ts'

/** How far back usage is shown; retention is configured separately. */
export const maxUsageDays = 90

/** Requests with the same endpoint, status and key within a day or an hour. */
export interface UsageCount {
  endpoint: string
  status: number
  key_id: number
  /** Null when the key no longer exists. */
  key_name: string | null
  requests: number
}

export interface UsageRow extends UsageCount {
  /** In UTC, as 2026-01-31. */
  day: string
}

export interface HourlyUsageRow extends UsageCount {
  /** The start of the hour, in UTC. */
  hour: Date
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

/** The present hour and the previous ones. */
export async function readHourlyUsage(
  database: Database,
  accountId: number,
  hours: number,
): Promise<HourlyUsageRow[]> {
  const { rows } = await database.query<HourlyUsageRow>({
    text: `
      select hour at time zone 'utc' as hour, endpoint, status, key_id, api_keys.name as key_name, requests
        from usage_hours left join api_keys on api_keys.id = key_id and api_keys.account_id = usage_hours.account_id
        where usage_hours.account_id = $1
          and hour > date_trunc('hour', now() at time zone 'utc') - make_interval(hours => $2)
        order by usage_hours.hour desc, endpoint, status, key_id`,
    values: [accountId, hours],
  })
  return rows
}

/** Bounds in milliseconds within which half and 95 % of the requests were answered. */
export interface ResponseTimes {
  median: number
  p95: number
}

/** Of today and the previous days, for one key or all; undefined if none were recorded. */
export async function readResponseTimes(
  database: Database,
  accountId: number,
  days: number,
  keyId: number | null,
): Promise<ResponseTimes | undefined> {
  const { rows } = await database.query<{ max_ms: number; requests: number }>({
    text: `
      select max_ms, sum(requests)::float8 as requests
        from usage_response_times
        where account_id = $1 and day > (now() at time zone 'utc')::date - $2::integer
          and ($3::bigint is null or key_id = $3)
        group by max_ms
        order by max_ms`,
    values: [accountId, days, keyId],
  })
  const total = rows.reduce((sum, { requests }) => sum + requests, 0)
  if (total === 0) return undefined
  const within = (share: number) => {
    let counted = 0
    for (const { max_ms, requests } of rows) {
      counted += requests
      if (counted >= total * share) return max_ms
    }
    return rows.at(-1)?.max_ms ?? 0
  }
  return { median: within(0.5), p95: within(0.95) }
}
