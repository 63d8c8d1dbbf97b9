// In-process rate-limit counters, used while Redis is unavailable (rule redis-outage).
import type { RateLimitResult, Window } from './window.ts'

// Bounds the memory if many clients send requests while Redis is unavailable; the oldest windows are evicted first.
const maxWindows = 100_000

export type LocalCounters = Map<string, { count: number; endsAt: number }>

/** The part of a limit that one of several nodes grants on its own; together they do not exceed it. */
export function shareOf(limit: number, nodes: number): number {
  return Math.max(1, Math.floor(limit / nodes))
}

/** Counts a request against this node's share of each limit. */
export function consumeLocally(
  counts: LocalCounters,
  windows: Window[],
  now: number,
  nodes = 1,
): RateLimitResult {
  const open = windows.map(window => {
    const stored = counts.get(window.name)
    const current = stored && stored.endsAt > now ? stored : { count: 0, endsAt: now + window.lengthMs }
    const limit = shareOf(window.limit, nodes)
    return { ...window, ...current, limit, remaining: limit - current.count }
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

/** Undoes a request that was counted in these windows at once before. */
export function refundLocally(counts: LocalCounters, windows: Window[]): void {
  for (const { name } of windows) {
    const stored = counts.get(name)
    if (stored !== undefined && stored.count > 0) stored.count--
  }
}
