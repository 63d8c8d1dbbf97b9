// What keys are used for: counted at once in Redis, in PostgreSQL some seconds later.
import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { DatabasePool } from '../../platform/database/pool.ts'
import { flushUsage } from './flush.ts'
import { createUsageRecorder, type MeteredRequest } from './record.ts'

const foldEveryMs = 10_000
/** How long a stopping node tries to bring in what it counted; the others bring in what is in Redis. */
const lastFoldMs = 2_000

export interface UsageMeterOptions {
  redis: Redis
  /** With time for a large batch: not the connections of lookups. */
  database: DatabasePool
  onFlushed: (requests: number) => void
  onDropped: (requests: number) => void
  onError: (error: Error) => void
}

export interface UsageMeter {
  /** Neither waits nor fails. */
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
  const counter = createUsageRecorder(redis, onDropped)
  let folding: Promise<void> | undefined

  async function fold(): Promise<void> {
    if (redis.status !== 'ready') return
    try {
      onFlushed(await flushUsage(redis, database))
    } catch (error) {
      onError(error as Error)
    }
  }
  function foldAlone(): Promise<void> {
    folding ??= fold().finally(() => {
      folding = undefined
    })
    return folding
  }
  const timer = setInterval(() => void foldAlone(), foldEveryMs).unref()

  return {
    count: counter.count,
    async stop() {
      clearInterval(timer)
      const last = async () => {
        await counter.settle()
        await folding
        await foldAlone()
      }
      await Promise.race([last(), wait(lastFoldMs, undefined, { ref: false })])
      if (counter.waiting() > 0) onDropped(counter.waiting())
    },
  }
}
