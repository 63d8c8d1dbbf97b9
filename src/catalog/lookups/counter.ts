// Counts how many callers look up each food: collected in the process, counted in Redis every few seconds, stored in PostgreSQL
// every few minutes. The next import adds them to the popularity of the foods.
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../platform/database/pool.ts'
import type { RedisClient } from '../../platform/rate-limit/redis.ts'
import { createLookupRecorder, type LookupRecorder, lookupsSubject } from './record.ts'
import { storeLookups } from './store.ts'

const sendEveryMs = 2_000
const storeEveryMs = 600_000
/** How long shutdown waits; another node stores what remains in Redis. */
const shutdownMs = 2_000

export interface LookupCounterOptions {
  redis: RedisClient
  /** Needs a timeout long enough for a batch: not the lookup pool. */
  database: Database
  onDropped: (lookups: number) => void
  onError: (error: Error) => void
}

export interface LookupCounter extends Pick<LookupRecorder, 'count'> {
  stop(): Promise<void>
}

export function startLookupCounter({
  redis,
  database,
  onDropped,
  onError,
}: LookupCounterOptions): LookupCounter {
  const recorder = createLookupRecorder(redis, onDropped)
  let sending: Promise<void> | undefined
  const send = () => {
    sending ??= recorder.send().finally(() => (sending = undefined))
  }
  let storing: Promise<void> | undefined
  const store = () => {
    storing ??= storeIfDue(redis, database)
      .catch(onError)
      .finally(() => (storing = undefined))
  }
  const timers = [setInterval(send, sendEveryMs).unref(), setInterval(store, storeEveryMs).unref()]

  return {
    count: recorder.count,
    async stop() {
      for (const timer of timers) clearInterval(timer)
      const last = async () => {
        await Promise.all([sending, storing])
        await recorder.send()
        await storeLookups(redis, database).catch(onError)
      }
      await Promise.race([last(), wait(shutdownMs, undefined, { ref: false })])
    },
  }
}

/** Unless another node has just done it. */
async function storeIfDue(redis: RedisClient, database: Database): Promise<void> {
  const claimed = await redis.set(`${lookupsSubject}:stored`, '1', 'PX', storeEveryMs * 0.9, 'NX')
  if (claimed === 'OK') await storeLookups(redis, database)
}
