// In-process rate-limit counters, used while Redis is unavailable (rule redis-outage).
import type { RateLimitResult, Window } from './window.ts'

// Bounds the memory if many clients send requests while Redis is unavailable; the oldest windows are evicted first.
const maxWindows = 100_000

export type LocalCounters = Map<string, { count: number; endsAt: number }>

/** Counts a request against the full limits, as if this process were the only one. */
export function consumeLocally(counts: LocalCounters, windows: Window[], now: number): RateLimitResult {
  const open = windows.map(window => {
    const stored = counts.get(window.name)
    const current = stored && stored.endsAt > now ? stored : { count: 0, endsAt: now + window.lengthMs }
    return { ...window, ...current, remaining: window.limit - current.count }
  })
  const exhausted = open.filter(window => window.remaining <= 0).sort((a, b) => b.endsAt - a.endsAt)[0]
  if (exhausted) {
    return { allowed: false, limit: exhausted.limit, remaining: 0, endsAt: exhausted.endsAt, now }
  }
  for (const window of open) {
    if (window.count === 0) counts.delete(window.name) // so that the map stays ordered by age
    counts.set(window.name, { count: window.count + 1, endsAt: window.endsAt })
  }
  for (const name of counts.keys()) {
    if (counts.size <= maxWindows) break
    counts.delete(name)
  }
  const tightest = open.reduce((min, window) => (window.remaining < min.remaining ? window : min))
  return {
    allowed: true,
    limit: tightest.limit,
    remaining: tightest.remaining - 1,
    endsAt: tightest.endsAt,
    now,
  }
}
