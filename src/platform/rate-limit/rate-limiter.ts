import type { Redis } from 'ioredis'
import { createBatcher } from '../batching.ts'
import { consumeLocally, type LocalCounters } from './local-counters.ts'
import { consumeInRedis, countInRedis } from './redis.ts'
import type { RateLimitResult, Window } from './window.ts'

// After a failure requests do not wait for Redis again until this has passed.
const pauseAfterFailureMs = 250

// Keeps one call well under a millisecond of Redis's time.
const requestsPerCall = 100

export interface RateLimiter {
  consume(windows: Window[]): Promise<RateLimitResult>
  /** Requests in the window so far; undefined while Redis does not answer. */
  used(window: Window): Promise<number | undefined>
}

export interface RateLimiterEvents {
  /** A request was counted by this process alone. */
  onFallback: () => void
}

/** Counts in Redis; while Redis does not answer, in this process. */
export function createRateLimiter(
  redis: Redis,
  timeoutMs: number,
  { onFallback }: RateLimiterEvents,
): RateLimiter {
  const consumeShared = createBatcher(
    (requests: Window[][]) => inTime(consumeInRedis(redis, requests), timeoutMs),
    requestsPerCall,
  )
  const counts: LocalCounters = new Map()
  let pausedUntil = 0

  return {
    async consume(windows) {
      if (redis.status === 'ready' && performance.now() >= pausedUntil) {
        try {
          return await consumeShared(windows)
        } catch {
          pausedUntil = performance.now() + pauseAfterFailureMs
        }
      }
      onFallback()
      return consumeLocally(counts, windows, Date.now())
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
