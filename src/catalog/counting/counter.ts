// Counts how many callers make each search: collected in the process, counted in Redis every few seconds, stored in PostgreSQL
// every few minutes.
import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { Database } from '../../platform/database/pool.ts'
import { type CallerId, createRecorder } from './record.ts'
import { type CountedSearch, searches, searchItems, storeSearches } from './searches.ts'

const sendEveryMs = 2_000
const storeEveryMs = 600_000
/** How long shutdown waits; another node stores what remains in Redis. */
const shutdownMs = 2_000

export interface SearchCounterOptions {
  redis: Redis
  /** Needs a timeout long enough for a batch: not the lookup pool. */
  database: Database
  onDropped: (searches: number) => void
  onError: (error: Error) => void
}

export interface SearchCounter {
  countSearch(search: CountedSearch, caller: CallerId): void
  /** A result of a search was opened. */
  countOpened(query: string, foodId: number, caller: CallerId): void
}

export function startSearchCounter({
  redis,
  database,
  onDropped,
  onError,
}: SearchCounterOptions): SearchCounter & { stop(): Promise<void> } {
  const recorder = createRecorder(redis, searches, onDropped)
  let sending: Promise<void> | undefined
  const send = () => {
    sending ??= recorder.send().finally(() => (sending = undefined))
  }
  /** Unless another node has just done it. */
  const storeIfDue = async () => {
    const claimed = await redis.set(`${searches.subject}:stored`, '1', 'PX', storeEveryMs * 0.9, 'NX')
    if (claimed === 'OK') await storeSearches(redis, database)
  }
  let storing: Promise<void> | undefined
  const store = () => {
    storing ??= storeIfDue()
      .catch(onError)
      .finally(() => (storing = undefined))
  }
  const timers = [setInterval(send, sendEveryMs).unref(), setInterval(store, storeEveryMs).unref()]

  return {
    countSearch({ query, foodIds }, caller) {
      recorder.count(searchItems.asked(query), caller)
      if (foodIds.length === 0) recorder.count(searchItems.foundNothing(query), caller)
    },
    countOpened: (query, foodId, caller) => recorder.count(searchItems.opened(query, foodId), caller),
    async stop() {
      for (const timer of timers) clearInterval(timer)
      const last = async () => {
        await Promise.all([sending, storing])
        await recorder.send()
        await storeSearches(redis, database).catch(onError)
      }
      await Promise.race([last(), wait(shutdownMs, undefined, { ref: false })])
    },
  }
}
