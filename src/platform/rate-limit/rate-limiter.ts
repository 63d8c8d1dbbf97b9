import type { Redis } from 'ioredis'
import { together } from '../batching.ts'
import { type LocalCounts, takeLocally } from './local-counters.ts'
import { countInRedis, takeFromRedis } from './redis.ts'
import type { Taken, Window } from './window.ts'

// After a failure requests do not wait for Redis again until this has passed.
const pauseAfterFailureMs = 250

// Keeps one call well under a millisecond of Redis's time.
const requestsACall = 100

export interface Limiter {
  take(windows: Window[]): Promise<Taken>
  /** Requests in the window so far; undefined while Redis does not answer. */
  used(window: Window): Promise<number | undefined>
}

export interface LimiterEvents {
  /** A request was counted by this process alone. */
  onFallback: () => void
}

/** Counts in Redis; while Redis does not answer, in this process. */
export function limiter(redis: Redis, timeoutMs: number, { onFallback }: LimiterEvents): Limiter {
  const takeShared = together(
    (requests: Window[][]) => inTime(takeFromRedis(redis, requests), timeoutMs),
    requestsACall,
  )
  const counts: LocalCounts = new Map()
  let pausedUntil = 0

  return {
    async take(windows) {
      if (redis.status === 'ready' && performance.now() >= pausedUntil) {
        try {
          return await takeShared(windows)
        } catch {
          pausedUntil = performance.now() + pauseAfterFailureMs
        }
      }
      onFallback()
      return takeLocally(counts, windows, Date.now())
    },
    async used(window) {
      if (redis.status !== 'ready') return undefined
      return inTime(countInRedis(redis, window), timeoutMs).catch(() => undefined)
    },
  }
}

/** Fails when the answer takes longer. What arrived while this process was itself busy still counts as in time. */
function inTime<Answer>(answer: Promise<Answer>, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new Error('Redis does not answer'))), timeoutMs)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
