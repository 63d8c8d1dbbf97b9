import { expect, it } from 'vitest'
import { nextSyncAt } from './nightly-sync.ts'

it.each([
  ['2026-11-16T01:00:00Z', 0, '2026-11-16T03:20:00.000Z'],
  ['2026-11-16T03:20:00Z', 0, '2026-11-17T03:20:00.000Z'],
  ['2026-12-31T23:59:59Z', 0.5, '2027-01-01T03:40:00.000Z'],
])('after %s, with a spread of %s: %s', (now, spread, expected) => {
  expect(nextSyncAt(new Date(now), spread).toISOString()).toBe(expected)
})
