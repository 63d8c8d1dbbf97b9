// Purges what a change of the catalog ended from caches in front of the API. Every process does it when it notices the change:
// until then it may have sent them responses of the previous catalog.
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { catalogKey, everyResponseKey, foodKey } from '../api/surrogate-keys.ts'
import type { CatalogStatsCache } from '../catalog/catalog-stats.ts'
import { readChanges } from '../catalog/changes.ts'
import { isChangeByImport } from '../food/food-row.ts'
import type { Database } from '../platform/database/pool.ts'

export interface EdgePurgeDeps {
  urls: readonly string[]
  /** The primary: a replica may not have the journal of a change that another one has shown. */
  database: Database
  catalog: Pick<CatalogStatsCache, 'onChange'>
  /** How long after a change replicas may still have the previous catalog. */
  settleMs: number
  /** After this time, caches have dropped the responses themselves. */
  maxAgeMs: number
  logger: Pick<FastifyBaseLogger, 'warn'>
}

// More are purged together with everything else.
const maxFoods = 5_000
// CDNs accept 256 in one request.
const keysPerRequest = 250
// A response of the previous catalog may have been on its way while the caches were purged.
const againAfterMs = 1_000
const retryMs = 1_000
const timeoutMs = 5_000

export function startEdgePurge({ urls, database, catalog, settleMs, maxAgeMs, logger }: EdgePurgeDeps): {
  stop(): void
} {
  if (urls.length === 0) return { stop: () => undefined }
  const stopping = new AbortController()
  /** Up to where the caches know the journal; undefined while unknown. */
  let cursor: Promise<string | undefined> = readCursor(undefined)

  async function readCursor(since: string | undefined): Promise<string | undefined> {
    try {
      return (await readChanges(database, since))?.next
    } catch {
      return undefined
    }
  }

  /** The foods that changed since the cursor, which moves on; undefined if that is unknown or they are too many. */
  async function readChangedFoods(): Promise<number[] | undefined> {
    let since = await cursor
    const foods: number[] = []
    try {
      while (since !== undefined && foods.length <= maxFoods) {
        const page = await readChanges(database, since)
        foods.push(...(page?.changes.map(({ food_id }) => food_id) ?? []))
        since = page?.next
        if (page === undefined || page.hasMore) continue
        cursor = Promise.resolve(since)
        return foods
      }
    } catch {
      // The journal cannot be read.
    }
    cursor = readCursor(undefined)
    return undefined
  }

  async function keysOf(isByImport: boolean): Promise<string[]> {
    const foods = await readChangedFoods()
    // Without an entry, somebody changed the catalog by hand.
    if (!isByImport || foods === undefined || foods.length === 0) return [everyResponseKey]
    return [catalogKey, ...new Set(foods.map(foodKey))]
  }

  async function purge(url: string, keys: string[], until: number): Promise<void> {
    for (let sent = 0; sent < keys.length; sent += keysPerRequest) {
      const some = keys.slice(sent, sent + keysPerRequest).join(' ')
      while (!stopping.signal.aborted && !(await isAccepted(url, some)) && performance.now() < until)
        await pause(retryMs)
    }
  }

  async function isAccepted(url: string, keys: string): Promise<boolean> {
    try {
      const { ok, status } = await fetch(url, {
        method: 'PURGE',
        headers: { 'surrogate-key': keys },
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)]),
      })
      if (!ok) logger.warn({ edge: new URL(url).host, status }, 'edge purge rejected; will be retried')
      return ok
    } catch (error) {
      const { name, message } = error as Error
      if (!stopping.signal.aborted)
        logger.warn({ edge: new URL(url).host, name, message }, 'edge purge failed; will be retried')
      return false
    }
  }

  const pause = (ms: number) =>
    wait(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)

  /** One change after the other, because they share the cursor. */
  let reading: Promise<unknown> = Promise.resolve()
  catalog.onChange((before, now) => {
    const isByImport = before !== undefined && now !== undefined && isChangeByImport(before, now)
    const keys = reading.then(() => keysOf(isByImport))
    reading = keys
    const until = performance.now() + maxAgeMs
    for (const url of urls)
      void keys.then(async ended => {
        await purge(url, ended, until)
        await pause(settleMs + againAfterMs)
        await purge(url, ended, until)
      })
  })

  return { stop: () => stopping.abort() }
}
