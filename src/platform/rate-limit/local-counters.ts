// The same counting inside one process, for the time that Redis is away (decision 26).
import type { RateLimitResult, Window } from './window.ts'

// Bounds the memory when many addresses call while Redis is away; the oldest windows are forgotten first.
const windowsKept = 100_000

export type LocalCounters = Map<string, { count: number; endsAt: number }>

export function consumeLocally(counts: LocalCounters, windows: Window[], now: number): RateLimitResult {
  const open = windows.map(window => {
    const kept = counts.get(window.name)
    const current = kept && kept.endsAt > now ? kept : { count: 0, endsAt: now + window.lengthMs }
    return { ...window, ...current, left: window.limit - current.count }
  })
  const refusing = open.filter(window => window.left <= 0).sort((a, b) => b.endsAt - a.endsAt)[0]
  if (refusing) {
    return { allowed: false, limit: refusing.limit, remaining: 0, endsAt: refusing.endsAt, now }
  }
  for (const window of open) {
    if (window.count === 0) counts.delete(window.name) // so that the map stays ordered by age
    counts.set(window.name, { count: window.count + 1, endsAt: window.endsAt })
  }
  for (const name of counts.keys()) {
    if (counts.size <= windowsKept) break
    counts.delete(name)
  }
  const tightest = open.reduce((least, window) => (window.left < least.left ? window : least))
  return {
    allowed: true,
    limit: tightest.limit,
    remaining: tightest.left - 1,
    endsAt: tightest.endsAt,
    now,
  }
}
