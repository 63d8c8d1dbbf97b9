import type { Redis } from 'ioredis'
import { createBatcher } from '../batching.ts'
import { consumeLocally, type LocalCounters } from './local-counters.ts'
import { consumeInRedis, countInRedis } from './redis.ts'
import type { RateLimitResult, Window } from './window.ts'

// After a failure, requests skip Redis for this long.
const pauseAfterFailureMs = 250

// Keeps each call well under a millisecond of Redis's time.
const requestsPerCall = 100

export interface RateLimiter {
  consume(windows: Window[]): Promise<RateLimitResult>
  /** Requests in the window so far; undefined while Redis is unavailable. */
  used(window: Window): Promise<number | undefined>
}

export interface RateLimiterEvents {
  /** Called when a request is counted in this process only. */
  onFallback: () => void
}

/** Counts requests in Redis, or in this process while Redis is unavailable. */
export function createRateLimiter(
  redis: Redis,
  timeoutMs: number,
  { onFallback }: RateLimiterEvents,
): RateLimiter {
  const consumeShared = createBatcher(
    (requests: Window[][]) => withTimeout(consumeInRedis(redis, requests), timeoutMs),
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
      return withTimeout(countInRedis(redis, window), timeoutMs).catch(() => undefined)
    },
  }
}

/** Rejects after the timeout. A reply that arrived while this process was busy still counts as in time. */
function withTimeout<Reply>(reply: Promise<Reply>, timeoutMs: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new Error('Redis timed out'))), timeoutMs)
    reply.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
