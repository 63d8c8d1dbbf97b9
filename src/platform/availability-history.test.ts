import { expect, it } from 'vitest'
import { availabilityByDay, availabilityDays } from './availability-history.ts'

const now = new Date('2026-03-10T01:00:30Z')

it('counts minutes since the first probe, and those without a result as unknown', () => {
  const days = availabilityByDay(
    [
      { day: '2026-03-07', up: 40, probed: 60, first: 1_340 },
      { day: '2026-03-09', up: 1_440, probed: 1_440, first: 0 },
      { day: '2026-03-10', up: 58, probed: 58, first: 2 },
    ],
    now,
  )
  expect(days).toHaveLength(availabilityDays)
  const facts = days.map(({ start, minutes, up, failed, unknown }) => [
    start.toISOString().slice(0, 10),
    minutes,
    up,
    failed,
    unknown,
  ])
  expect(facts.slice(-5)).toEqual([
    ['2026-03-06', 0, 0, 0, 0],
    ['2026-03-07', 100, 40, 20, 40],
    ['2026-03-08', 1_440, 0, 0, 1_440],
    ['2026-03-09', 1_440, 1_440, 0, 0],
    ['2026-03-10', 60, 58, 0, 2],
  ])
})

it('counts no minute before the first probe, and the probe of the present minute', () => {
  expect(availabilityByDay([], now).every(({ minutes }) => minutes === 0)).toBe(true)
  const today = availabilityByDay([{ day: '2026-03-10', up: 1, probed: 1, first: 60 }], now).at(-1)
  expect(today).toMatchObject({ minutes: 1, up: 1, unknown: 0 })
})
