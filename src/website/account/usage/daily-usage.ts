// What the charts of usage show: sums by day, and a scale that people can read.
import type { UsageRow } from '../../../accounts/usage/read.ts'

/** From the bottom of a column to its top. */
export const outcomes = [
  { id: 'answered', name: 'Answered' },
  { id: 'refused', name: 'Refused' },
  { id: 'limited', name: 'Limited' },
  { id: 'failed', name: 'Failed' },
] as const

export type Outcome = (typeof outcomes)[number]['id']

export interface DailyUsage {
  /** In UTC, as 2026-01-31. */
  day: string
  requests: number
  by: Record<Outcome, number>
}

export function outcomeOf(status: number): Outcome {
  if (status >= 500) return 'failed'
  if (status === 429) return 'limited'
  return status >= 400 ? 'refused' : 'answered'
}

/** Every day until today, the oldest first, also those without requests. */
export function sumByDay(rows: UsageRow[], days: number, today: Date): DailyUsage[] {
  const sums = Array.from({ length: days }, (_, place): DailyUsage => {
    const at = new Date(today.getTime() - (days - 1 - place) * 86_400_000)
    return {
      day: at.toISOString().slice(0, 10),
      requests: 0,
      by: { answered: 0, refused: 0, limited: 0, failed: 0 },
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

/** Whole round numbers from 0 to the first that is not below the most: steps of 1, 2 or 5 and their tens. */
export function ticksFor(max: number): number[] {
  const minStep = Math.max(1, max / maxSteps)
  const ten = 10 ** Math.floor(Math.log10(minStep))
  const step = ([1, 2, 5].find(times => times * ten >= minStep) ?? 10) * ten
  const steps = Math.max(1, Math.ceil(max / step))
  return Array.from({ length: steps + 1 }, (_, place) => place * step)
}
