// Usage metering: requests are counted in Redis and flushed to PostgreSQL every few seconds.
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabasePool } from '../../platform/database/pool.ts'
import type { RedisClient } from '../../platform/rate-limit/redis.ts'
import { flushUsage } from './flush.ts'
import { createUsageRecorder, type MeteredRequest } from './record.ts'

const flushIntervalMs = 10_000
/** How long shutdown waits for the last flush; other nodes flush what remains in Redis. */
const shutdownFlushMs = 2_000

export interface UsageMeterOptions {
  redis: RedisClient
  /** Every connection that may hold counters: where they belong changes when a shard is added. */
  flushFrom: RedisClient[]
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
  flushFrom,
  database,
  onFlushed,
  onDropped,
  onError,
}: UsageMeterOptions): UsageMeter {
  const recorder = createUsageRecorder(redis, onDropped)
  // By connection, so that a shard that hangs does not hold up the others.
  const flushing = new Map<RedisClient, Promise<void>>()

  async function flush(client: RedisClient): Promise<void> {
    if (client.status !== 'ready') return
    try {
      onFlushed(await flushUsage(client, database))
    } catch (error) {
      onError(error as Error)
    }
  }
  function flushOnce(client: RedisClient): Promise<void> {
    let running = flushing.get(client)
    if (running === undefined) {
      running = flush(client).finally(() => flushing.delete(client))
      flushing.set(client, running)
    }
    return running
  }
  const flushAll = () => Promise.all(flushFrom.map(flushOnce))
  const timer = setInterval(() => void flushAll(), flushIntervalMs).unref()

  return {
    count: recorder.count,
    async stop() {
      clearInterval(timer)
      const last = async () => {
        await recorder.settle()
        await Promise.all(flushing.values())
        await flushAll()
      }
      await Promise.race([last(), wait(shutdownFlushMs, undefined, { ref: false })])
      if (recorder.waiting() > 0) onDropped(recorder.waiting())
    },
  }
}
