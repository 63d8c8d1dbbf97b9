// Sums of requests by day, and the axis ticks of the usage chart.
import type { UsageRow } from '../../../accounts/usage/read.ts'

/** In stacking order, from the bottom of a day's column to its top. */
export const outcomes = ['successful', 'not-found', 'rate-limited', 'failed'] as const

export type Outcome = (typeof outcomes)[number]

/** The requests of a day. */
export interface UsageDay {
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

const dayMs = 86_400_000

/** The days up to today, oldest first, including days without requests. */
export function sumByDay(rows: UsageRow[], count: number, now: Date): UsageDay[] {
  const last = Math.floor(now.getTime() / dayMs) * dayMs
  const days = Array.from({ length: count }, (_, index): UsageDay => {
    const start = new Date(last - (count - 1 - index) * dayMs)
    const by = { successful: 0, 'not-found': 0, 'rate-limited': 0, failed: 0 }
    return { start, requests: 0, by, byEndpoint: new Map() }
  })
  const byStart = new Map(days.map(day => [day.start.getTime(), day]))
  for (const row of rows) {
    const day = byStart.get(Date.parse(row.day))
    if (day === undefined) continue
    day.requests += row.requests
    day.by[outcomeOf(row.status)] += row.requests
    day.byEndpoint.set(row.endpoint, (day.byEndpoint.get(row.endpoint) ?? 0) + row.requests)
  }
  return days
}

export interface UsageTotal {
  requests: number
  by: Record<Outcome, number>
}

export function totalOf(days: UsageDay[]): UsageTotal {
  const by = { successful: 0, 'not-found': 0, 'rate-limited': 0, failed: 0 }
  for (const day of days) for (const outcome of outcomes) by[outcome] += day.by[outcome]
  return { requests: days.reduce((sum, { requests }) => sum + requests, 0), by }
}

export interface PlanChange {
  /** On the busiest day, if its requests were spread evenly. */
  shareOfLimit: number
  /** Rejected requests that the limit would have let pass, however they were spread within their days. */
  least: number
  /** The same if they were spread evenly. */
  most: number
}

const minutesPerDay = 1_440

/** What a limit per minute would have changed. */
export function planChange(days: UsageDay[], perMinute: number): PlanChange {
  const perDay = perMinute * minutesPerDay
  let [busiest, least, most] = [0, 0, 0]
  for (const { requests, by } of days) {
    const rejected = by['rate-limited']
    busiest = Math.max(busiest, requests)
    if (requests <= perMinute) least += rejected
    most += Math.min(rejected, Math.max(0, perDay - (requests - rejected)))
  }
  return { shareOfLimit: busiest / perDay, least, most }
}

const steps = 4

/** Five round axis ticks from 0 to at least `max`. */
export function ticksFor(max: number): number[] {
  const minStep = Math.max(1, max / steps)
  const magnitude = 10 ** Math.floor(Math.log10(minStep))
  const step = ([1, 2, 5].find(factor => factor * magnitude >= minStep) ?? 10) * magnitude
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}
