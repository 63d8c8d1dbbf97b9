import { describe, expect, it } from 'vitest'
import { outcomeOf, sumByDay, ticksFor } from './daily-usage.ts'

describe('ticksFor', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [5, [0, 2, 4, 6]],
    [40, [0, 10, 20, 30, 40]],
    [41, [0, 20, 40, 60]],
    [1_234, [0, 500, 1_000, 1_500]],
    [9_999_999, [0, 5_000_000, 10_000_000]],
  ])('covers a maximum of %i', (max, ticks) => {
    expect(ticksFor(max)).toEqual(ticks)
  })
  it('returns at most five round numbers that cover the maximum', () => {
    for (let max = 1; max < 20_000; max += 7) {
      const ticks = ticksFor(max)
      expect(ticks.length).toBeLessThanOrEqual(5)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max)
      expect(String(ticks[1])).toMatch(/^[125]0*$/)
    }
  })
})

it('maps every status to an outcome', () => {
  expect([200, 304, 400, 404, 429, 500, 503].map(outcomeOf)).toEqual([
    'successful',
    'successful',
    'rejected',
    'rejected',
    'rate-limited',
    'failed',
    'failed',
  ])
})

it('includes days without requests and excludes older days', () => {
  const row = { endpoint: '/search', key_id: 1, key_name: 'ci' }
  const rows = [
    { ...row, day: '2026-03-01', status: 200, requests: 5 },
    { ...row, day: '2026-03-01', status: 429, requests: 2 },
    { ...row, day: '2026-02-26', status: 200, requests: 9 },
  ]
  expect(sumByDay(rows, 3, new Date('2026-03-01T23:59:59Z'))).toEqual([
    { day: '2026-02-27', requests: 0, by: { successful: 0, rejected: 0, 'rate-limited': 0, failed: 0 } },
    { day: '2026-02-28', requests: 0, by: { successful: 0, rejected: 0, 'rate-limited': 0, failed: 0 } },
    { day: '2026-03-01', requests: 7, by: { successful: 5, rejected: 0, 'rate-limited': 2, failed: 0 } },
  ])
})
