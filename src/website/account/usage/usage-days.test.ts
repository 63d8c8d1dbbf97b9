import { describe, expect, it } from 'vitest'
import { outcomeOf, planChange, sumByDay, ticksFor, totalOf } from './usage-days.ts'

describe('ticksFor', () => {
  it.each([
    [0, 4],
    [3, 4],
    [5, 8],
    [40, 40],
    [41, 80],
    [1_234, 2_000],
    [9_999_999, 20_000_000],
  ])('covers a maximum of %i with ticks up to %i', (max, top) => {
    expect(ticksFor(max)).toEqual([0, top / 4, top / 2, (top * 3) / 4, top])
  })
})

it('counts no 404 or 422 as failed or refused', () => {
  expect([200, 304, 400, 404, 422, 429, 500, 503].map(outcomeOf)).toEqual([
    'successful',
    'successful',
    'not-found',
    'not-found',
    'not-found',
    'rate-limited',
    'failed',
    'failed',
  ])
})

const row = { endpoint: '/search', key_id: 1, key_name: 'ci' }
const nothing = { successful: 0, 'not-found': 0, 'rate-limited': 0, failed: 0 }

it('includes days without requests and excludes older ones', () => {
  const rows = [
    { ...row, day: '2026-03-01', status: 200, requests: 5 },
    { ...row, day: '2026-03-01', status: 429, requests: 2 },
    { ...row, day: '2026-02-26', status: 200, requests: 9 },
  ]
  const days = sumByDay(rows, 3, new Date('2026-03-01T23:59:59Z'))
  expect(days).toEqual([
    { start: new Date('2026-02-27'), requests: 0, by: nothing, byEndpoint: new Map() },
    { start: new Date('2026-02-28'), requests: 0, by: nothing, byEndpoint: new Map() },
    {
      start: new Date('2026-03-01'),
      requests: 7,
      by: { ...nothing, successful: 5, 'rate-limited': 2 },
      byEndpoint: new Map([['/search', 7]]),
    },
  ])
  expect(totalOf(days)).toEqual({ requests: 7, by: { ...nothing, successful: 5, 'rate-limited': 2 } })
})

it('states what another limit would have changed, at least and at most', () => {
  const rows = [
    { ...row, day: '2026-03-01', status: 429, requests: 40 },
    { ...row, day: '2026-03-01', status: 200, requests: 50 },
    { ...row, day: '2026-02-28', status: 429, requests: 200_000 },
    { ...row, day: '2026-02-28', status: 200, requests: 100_000 },
  ]
  const days = sumByDay(rows, 2, new Date('2026-03-01T12:00:00Z'))
  // 144,000 requests fit into a day: 44,000 more than were accepted on the busier one.
  expect(planChange(days, 100)).toEqual({ shareOfLimit: 300_000 / 144_000, least: 40, most: 44_040 })
  expect(planChange(days, 80)).toMatchObject({ least: 0 })
})
