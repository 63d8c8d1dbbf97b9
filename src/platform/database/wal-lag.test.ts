import { expect, it } from 'vitest'
import { walHistory } from './wal-lag.ts'

it('requires the WAL position that the primary had at the maximum lag ago', () => {
  const history = walHistory(60_000)
  expect([history.requiredFor(1_000), history.lagAt(100)]).toEqual([undefined, undefined])
  history.record(100, 1, 0)
  // Nothing older is known yet, so the first position is required.
  expect(history.requiredFor(1_000)).toBe(100)
  history.record(200, 1, 500)
  history.record(300, 1, 1_200)
  expect(history.requiredFor(1_000)).toBe(100)
  history.record(300, 1, 1_600)
  expect(history.requiredFor(1_000)).toBe(200)
  expect([history.lagAt(300), history.lagAt(299), history.lagAt(150)]).toEqual([0, 400, 1_100])
})

it('does not advance the required position while the primary is down', () => {
  const history = walHistory(60_000)
  for (const [position, time] of [
    [100, 0],
    [200, 900],
    [300, 1_000],
  ] as const) {
    history.record(position, 1, time)
  }
  expect(history.requiredFor(1_000)).toBe(100)
})

it('discards the positions of a previous timeline', () => {
  const history = walHistory(60_000)
  history.record(900, 1, 0)
  history.record(800, 2, 500)
  expect([history.timeline(), history.requiredFor(1_000), history.lagAt(850)]).toEqual([2, 800, 0])
})

it('discards samples older than the retention time', () => {
  const history = walHistory(1_000)
  for (let time = 0; time <= 5_000; time += 250) history.record(time, 1, time)
  expect(history.lagAt(0)).toBe(1_000)
})
