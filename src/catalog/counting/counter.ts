// Counts how many callers look up each food and make each search: collected in the process, counted in Redis every few seconds,
// stored in PostgreSQL every few minutes. The next import adds lookups to the popularity of the foods.
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../platform/database/pool.ts'
import type { RedisClient } from '../../platform/rate-limit/redis.ts'
import { type CallerId, type CountedKind, createRecorder, type Recorder } from './record.ts'
import { type CountedSearch, searches, searchItems, storeSearches } from './searches.ts'
import { lookups, storeLookups } from './store-lookups.ts'

const sendEveryMs = 2_000
const storeEveryMs = 600_000
/** How long shutdown waits; another node stores what remains in Redis. */
const shutdownMs = 2_000

export interface UseCounterOptions {
  /** The connection that holds the keys of a subject. */
  redisOf: (subject: string) => RedisClient
  /** Needs a timeout long enough for a batch: not the lookup pool. */
  database: Database
  onDropped: (uses: number) => void
  onError: (error: Error) => void
}

export interface UseCounter {
  countLookup(foodId: number, caller: CallerId): void
  countSearch(search: CountedSearch, caller: CallerId): void
  /** A result of a search was opened. */
  countOpened(query: string, foodId: number, caller: CallerId): void
}

export function startUseCounter(options: UseCounterOptions): UseCounter & { stop(): Promise<void> } {
  const byFood = startCounter<number>(options, lookups, storeLookups)
  const bySearch = startCounter<string>(options, searches, storeSearches)
  return {
    countLookup: byFood.count,
    countSearch({ query, foodIds }, caller) {
      bySearch.count(searchItems.asked(query), caller)
      if (foodIds.length === 0) bySearch.count(searchItems.foundNothing(query), caller)
    },
    countOpened: (query, foodId, caller) => bySearch.count(searchItems.opened(query, foodId), caller),
    async stop() {
      await Promise.all([byFood.stop(), bySearch.stop()])
    },
  }
}

interface Counter<Item> extends Pick<Recorder<Item>, 'count'> {
  stop(): Promise<void>
}

function startCounter<Item extends number | string>(
  { redisOf, database, onDropped, onError }: UseCounterOptions,
  kind: CountedKind,
  storeCounts: (redis: RedisClient, database: Database) => Promise<void>,
): Counter<Item> {
  const redis = redisOf(kind.subject)
  const recorder = createRecorder<Item>(redis, kind, onDropped)
  let sending: Promise<void> | undefined
  const send = () => {
    sending ??= recorder.send().finally(() => (sending = undefined))
  }
  /** Unless another node has just done it. */
  const storeIfDue = async () => {
    const claimed = await redis.set(`${kind.subject}:stored`, '1', 'PX', storeEveryMs * 0.9, 'NX')
    if (claimed === 'OK') await storeCounts(redis, database)
  }
  let storing: Promise<void> | undefined
  const store = () => {
    storing ??= storeIfDue()
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
        await storeCounts(redis, database).catch(onError)
      }
      await Promise.race([last(), wait(shutdownMs, undefined, { ref: false })])
    },
  }
}
