// Sums of requests by day or hour, and the axis ticks of the usage chart.
import type { HourlyUsageRow, UsageCount, UsageRow } from '../../../accounts/usage/read.ts'

/** In stacking order, from the bottom of a column to its top. */
export const outcomes = ['successful', 'not-found', 'rate-limited', 'failed'] as const

export type Outcome = (typeof outcomes)[number]

/** The requests of a day or an hour. */
export interface UsageColumn {
  start: Date
  requests: number
  by: Record<Outcome, number>
  byEndpoint: Map<string, number>
}

/** A barcode that is not found is a normal answer, so 404 and 422 are no failures. */
export function outcomeOf(status: number): Outcome {
  if (status >= 500) return 'failed'
  if (status === 429) return 'rate-limited'
  return status >= 400 ? 'not-found' : 'successful'
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** One column per day up to today, oldest first, including days without requests. */
export function sumByDay(rows: UsageRow[], days: number, now: Date): UsageColumn[] {
  return sumBy(rows, ({ day }) => Date.parse(day), dayMs, days, now)
}

/** One column per hour up to the present one. */
export function sumByHour(rows: HourlyUsageRow[], hours: number, now: Date): UsageColumn[] {
  return sumBy(rows, ({ hour }) => hour.getTime(), hourMs, hours, now)
}

function sumBy<Row extends UsageCount>(
  rows: Row[],
  startOf: (row: Row) => number,
  lengthMs: number,
  count: number,
  now: Date,
): UsageColumn[] {
  const last = Math.floor(now.getTime() / lengthMs) * lengthMs
  const columns = Array.from({ length: count }, (_, index): UsageColumn => {
    const start = new Date(last - (count - 1 - index) * lengthMs)
    const by = { successful: 0, 'not-found': 0, 'rate-limited': 0, failed: 0 }
    return { start, requests: 0, by, byEndpoint: new Map() }
  })
  const byStart = new Map(columns.map(column => [column.start.getTime(), column]))
  for (const row of rows) {
    const column = byStart.get(startOf(row))
    if (column === undefined) continue
    column.requests += row.requests
    column.by[outcomeOf(row.status)] += row.requests
    column.byEndpoint.set(row.endpoint, (column.byEndpoint.get(row.endpoint) ?? 0) + row.requests)
  }
  return columns
}

export interface UsageTotal {
  requests: number
  by: Record<Outcome, number>
}

export function totalOf(columns: UsageColumn[]): UsageTotal {
  const by = { successful: 0, 'not-found': 0, 'rate-limited': 0, failed: 0 }
  for (const column of columns) for (const outcome of outcomes) by[outcome] += column.by[outcome]
  return { requests: columns.reduce((sum, { requests }) => sum + requests, 0), by }
}

export interface PlanChange {
  /** Of the busiest column, if its requests were spread evenly. */
  shareOfLimit: number
  /** Rejected requests that the limit would have let pass, however they were spread within their columns. */
  least: number
  /** The same if they were spread evenly. */
  most: number
}

/** What a limit per minute would have changed. */
export function planChange(columns: UsageColumn[], perMinute: number, minutesPerColumn: number): PlanChange {
  const perColumn = perMinute * minutesPerColumn
  let [busiest, least, most] = [0, 0, 0]
  for (const { requests, by } of columns) {
    const rejected = by['rate-limited']
    busiest = Math.max(busiest, requests)
    if (requests <= perMinute) least += rejected
    most += Math.min(rejected, Math.max(0, perColumn - (requests - rejected)))
  }
  return { shareOfLimit: busiest / perColumn, least, most }
}

const steps = 4

/** Five round axis ticks from 0 to at least `max`. */
export function ticksFor(max: number): number[] {
  const minStep = Math.max(1, max / steps)
  const magnitude = 10 ** Math.floor(Math.log10(minStep))
  const step = ([1, 2, 5].find(factor => factor * magnitude >= minStep) ?? 10) * magnitude
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}
