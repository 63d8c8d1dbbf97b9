import { expect, it } from 'vitest'
import { walHistory } from './wal-lag.ts'

it('asks of a replica what the primary had written the lag ago', () => {
  const history = walHistory(60_000)
  expect([history.requiredFor(1_000), history.lagAt(100)]).toEqual([undefined, undefined])
  history.note(100, 1, 0)
  // Nothing older is known yet: the first position counts.
  expect(history.requiredFor(1_000)).toBe(100)
  history.note(200, 1, 500)
  history.note(300, 1, 1_200)
  expect(history.requiredFor(1_000)).toBe(100)
  history.note(300, 1, 1_600)
  expect(history.requiredFor(1_000)).toBe(200)
  expect([history.lagAt(300), history.lagAt(299), history.lagAt(150)]).toEqual([0, 400, 1_100])
})

it('asks for no more while the primary does not answer', () => {
  const history = walHistory(60_000)
  for (const [position, at] of [
    [100, 0],
    [200, 900],
    [300, 1_000],
  ] as const) {
    history.note(position, 1, at)
  }
  expect(history.requiredFor(1_000)).toBe(100)
})

it('forgets what an earlier primary had written', () => {
  const history = walHistory(60_000)
  history.note(900, 1, 0)
  history.note(800, 2, 500)
  expect([history.timeline(), history.requiredFor(1_000), history.lagAt(850)]).toEqual([2, 800, 0])
})

it('keeps no more than it needs', () => {
  const history = walHistory(1_000)
  for (let at = 0; at <= 5_000; at += 250) history.note(at, 1, at)
  expect(history.lagAt(0)).toBe(1_000)
})
