// Usage metering: requests are counted in Redis and flushed to PostgreSQL every few seconds.
import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { DatabasePool } from '../../platform/database/pool.ts'
import { flushUsage } from './flush.ts'
import { createUsageRecorder, type MeteredRequest } from './record.ts'

const flushIntervalMs = 10_000
/** How long shutdown waits for the last flush; other nodes flush what remains in Redis. */
const shutdownFlushMs = 2_000

export interface UsageMeterOptions {
  redis: Redis
  /** Needs a timeout long enough for a large batch: not the lookup pool. */
  database: DatabasePool
  onFlushed: (requests: number) => void
  onDropped: (requests: number) => void
  onError: (error: Error) => void
}

export interface UsageMeter {
  /** Never blocks or throws. */
  count(request: MeteredRequest): void
  stop(): Promise<void>
}

export function startUsageMeter({
  redis,
  database,
  onFlushed,
  onDropped,
  onError,
}: UsageMeterOptions): UsageMeter {
  const recorder = createUsageRecorder(redis, onDropped)
  let flushing: Promise<void> | undefined

  async function flush(): Promise<void> {
    if (redis.status !== 'ready') return
    try {
      onFlushed(await flushUsage(redis, database))
    } catch (error) {
      onError(error as Error)
    }
  }
  function flushOnce(): Promise<void> {
    flushing ??= flush().finally(() => {
      flushing = undefined
    })
    return flushing
  }
  const timer = setInterval(() => void flushOnce(), flushIntervalMs).unref()

  return {
    count: recorder.count,
    async stop() {
      clearInterval(timer)
      const last = async () => {
        await recorder.settle()
        await flushing
        await flushOnce()
      }
      await Promise.race([last(), wait(shutdownFlushMs, undefined, { ref: false })])
      if (recorder.waiting() > 0) onDropped(recorder.waiting())
    },
  }
}
