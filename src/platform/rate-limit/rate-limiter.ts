import type { Redis } from 'ioredis'
import { createBatcher } from '../batching.ts'
import { consumeLocally, type LocalCounters } from './local-counters.ts'
import { consumeInRedis, countInRedis, withTimeout } from './redis.ts'
import type { RateLimitResult, Window } from './window.ts'

// After a failure, requests are counted locally for this long.
const pauseAfterFailureMs = 250

// Keeps each call well under a millisecond of Redis's time.
const requestsPerCall = 100

export interface RateLimiter {
  /** Counts a request in all windows or in none. */
  consume(windows: Window[]): Promise<RateLimitResult>
  /** Requests in the window so far; undefined while Redis is unavailable. */
  used(window: Window): Promise<number | undefined>
}

/** Counts requests in Redis, or in this process while Redis is unavailable; `onFallback` is called for each of those. */
export function createRateLimiter(redis: Redis, timeoutMs: number, onFallback: () => void): RateLimiter {
  const consumeShared = createBatcher(
    (requests: Window[][]) => withTimeout(consumeInRedis(redis, requests), timeoutMs),
    requestsPerCall,
  )
  const counts: LocalCounters = new Map()
  let pausedUntil = 0

  function consumeInProcess(windows: Window[]): RateLimitResult {
    onFallback()
    return consumeLocally(counts, windows, Date.now())
  }

  return {
    async consume(windows) {
      if (redis.status !== 'ready' || performance.now() < pausedUntil) return consumeInProcess(windows)
      try {
        return await consumeShared(windows)
      } catch {
        pausedUntil = performance.now() + pauseAfterFailureMs
        return consumeInProcess(windows)
      }
    },
    async used(window) {
      if (redis.status !== 'ready') return undefined
      return withTimeout(countInRedis(redis, window), timeoutMs).catch(() => undefined)
    },
  }
}
