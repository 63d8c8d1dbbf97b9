// Counts the requests of keys in memory, and adds them to PostgreSQL every few seconds.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabasePool } from '../../platform/database/pool.ts'
import { storeUsage, type UsageBatch } from './store-usage.ts'

const flushIntervalMs = 10_000
/** How long shutdown waits for the last flush. */
const shutdownFlushMs = 2_000
// While PostgreSQL is unavailable: about 10 MB; further requests are not counted.
const maxBufferedCounts = 100_000
const dayMs = 86_400_000

export interface MeteredRequest {
  accountId: number
  keyId: number
  /** As written in the OpenAPI description; empty for requests that only update the last use of the key. */
  endpoint: string
  status: number
}

export interface UsageMeter {
  /** Never blocks or throws. */
  count(request: MeteredRequest): void
  stop(): Promise<void>
}

export interface UsageMeterOptions {
  /** Needs a timeout long enough for a large batch: not the lookup pool. */
  database: DatabasePool
  onFlushed: (requests: number) => void
  onDropped: (requests: number) => void
  onError: (error: Error) => void
}

export function startUsageMeter({ database, onFlushed, onDropped, onError }: UsageMeterOptions): UsageMeter {
  const counter = createUsageCounter(database, onDropped)
  const flush = () => counter.flush().then(onFlushed, onError)
  const timer = setInterval(() => void flush(), flushIntervalMs).unref()
  return {
    count: counter.count,
    async stop() {
      clearInterval(timer)
      // The first one may be of what could not be stored before.
      const last = flush().then(flush)
      await Promise.race([last, wait(shutdownFlushMs, undefined, { ref: false })])
      if (counter.waiting() > 0) onDropped(counter.waiting())
    },
  }
}

export interface UsageCounter {
  count(request: MeteredRequest): void
  /** Returns the number of requests stored. After an error they are kept, and the next call stores them. */
  flush(): Promise<number>
  /** Requests not yet stored. */
  waiting(): number
}

export function createUsageCounter(
  database: DatabasePool,
  onDropped: (requests: number) => void,
): UsageCounter {
  let counts = new Map<string, number>()
  /** Kept with its id until it is stored for certain: PostgreSQL may have stored it and the answer was lost. */
  let batch: UsageBatch | undefined
  let flushing: Promise<number> | undefined

  async function storeBatch(): Promise<number> {
    if (batch === undefined) {
      if (counts.size === 0) return 0
      batch = { id: randomUUID(), counts }
      counts = new Map()
    }
    const stored = await storeUsage(database, batch)
    batch = undefined
    return stored
  }

  return {
    count({ accountId, keyId, endpoint, status }) {
      const field = `${Math.floor(Date.now() / dayMs)}|${accountId}|${keyId}|${endpoint}|${status}`
      const before = counts.get(field)
      if (before === undefined && counts.size + (batch?.counts.size ?? 0) >= maxBufferedCounts)
        return onDropped(1)
      counts.set(field, (before ?? 0) + 1)
    },
    flush() {
      flushing ??= storeBatch().finally(() => (flushing = undefined))
      return flushing
    },
    waiting: () => sum(counts) + (batch === undefined ? 0 : sum(batch.counts)),
  }
}

function sum(counts: ReadonlyMap<string, number>): number {
  let total = 0
  for (const count of counts.values()) total += count
  return total
}
