// Aggregates usage by day and computes the axis ticks of the usage charts.
import type { UsageRow } from '../../../accounts/usage/read.ts'

/** In stacking order, from the bottom of a column to its top. */
export const outcomes = [
  { id: 'successful', name: 'Successful' },
  { id: 'rejected', name: 'Client errors' },
  { id: 'rate-limited', name: 'Rate limited' },
  { id: 'failed', name: 'Server errors' },
] as const

export type Outcome = (typeof outcomes)[number]['id']

export interface DailyUsage {
  /** UTC date, such as 2026-01-31. */
  day: string
  requests: number
  by: Record<Outcome, number>
}

export function outcomeOf(status: number): Outcome {
  if (status >= 500) return 'failed'
  if (status === 429) return 'rate-limited'
  return status >= 400 ? 'rejected' : 'successful'
}

/** One entry per day up to today, oldest first, including days without requests. */
export function sumByDay(rows: UsageRow[], days: number, today: Date): DailyUsage[] {
  const sums = Array.from({ length: days }, (_, index): DailyUsage => {
    const date = new Date(today.getTime() - (days - 1 - index) * 86_400_000)
    return {
      day: date.toISOString().slice(0, 10),
      requests: 0,
      by: { successful: 0, rejected: 0, 'rate-limited': 0, failed: 0 },
    }
  })
  const byDay = new Map(sums.map(sum => [sum.day, sum]))
  for (const { day, status, requests } of rows) {
    const sum = byDay.get(day)
    if (sum === undefined) continue
    sum.requests += requests
    sum.by[outcomeOf(status)] += requests
  }
  return sums
}

const maxSteps = 4

/** Round axis ticks from 0 to at least `max`, in steps of 1, 2 or 5 times a power of ten. */
export function ticksFor(max: number): number[] {
  const minStep = Math.max(1, max / maxSteps)
  const magnitude = 10 ** Math.floor(Math.log10(minStep))
  const step = ([1, 2, 5].find(factor => factor * magnitude >= minStep) ?? 10) * magnitude
  const steps = Math.max(1, Math.ceil(max / step))
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}
