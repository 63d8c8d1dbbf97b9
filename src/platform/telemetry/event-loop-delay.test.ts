import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { measureEventLoopDelay } from './event-loop-delay.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** What is observed when the process is busy for `busyMs` after `idleMs`. */
function observed(idleMs: number, busyMs: number): number[] {
  const seconds: number[] = []
  let now = 0
  const stop = measureEventLoopDelay(
    delay => seconds.push(delay),
    () => now,
  )
  while (now < idleMs) {
    now += 1
    vi.advanceTimersByTime(1)
  }
  now += busyMs
  vi.advanceTimersByTime(10)
  stop()
  return seconds
}

it('observes no delay while the process is idle', () => {
  const seconds = observed(1_000, 0)
  expect(seconds.length).toBeGreaterThanOrEqual(99)
  expect(Math.max(...seconds)).toBeLessThanOrEqual(0.001)
})

it('observes what every request that arrives during a long turn waits', () => {
  const waits = observed(0, 5_000)
  expect(waits.length).toBe(500)
  expect(waits[0]).toBeCloseTo(4.99)
  expect(waits.filter(wait => wait > 1).length).toBeCloseTo(400, -1)
})

it('observes nothing after it has ended', () => {
  const observe = vi.fn()
  measureEventLoopDelay(observe)()
  vi.advanceTimersByTime(1_000)
  expect(observe).not.toHaveBeenCalled()
})
