// Catalog reads from DATABASE_READ_URL. The primary takes over while it fails, and nothing is cached while replicas behind it may
// differ.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Database, type DatabasePool, DatabaseTimeout, DatabaseUnavailable } from './pool.ts'

/** Not for writes: a statement that failed may run again on the primary. */
export type CatalogReads = Pick<DatabasePool, 'query' | 'withDeadline'>

const leaveAloneMs = 1_000
const settleMs = 10_000
// With less time left, a retry would not finish.
const minRetryMs = 20
// Cancelled by the replay of WAL, waiting for a lock that it holds, or before it has replayed a migration.
const conflictStates = /^(40|42|55P03|57014)/

/** What is known about the endpoint is shared by all of its pools, which have the same timeouts as those of the primary. */
export function createReadEndpoint(timeouts: { connectTimeoutMs: number; queryTimeoutMs: number }) {
  const { connectTimeoutMs, queryTimeoutMs } = timeouts
  let answeredAt = Number.NEGATIVE_INFINITY
  let leftAloneUntil = 0
  let settledAt = 0
  let lastVersion: string | undefined

  function noteAnswer(): void {
    answeredAt = performance.now()
    if (leftAloneUntil > 0) settledAt = answeredAt + settleMs
    leftAloneUntil = 0
  }

  function isLeftAlone(): boolean {
    const now = performance.now()
    if (now < leftAloneUntil) return true
    // One request tries it again, and the others do not wait for that.
    if (leftAloneUntil > 0) leftAloneUntil = now + leaveAloneMs
    return false
  }

  function isForPrimary(error: unknown): boolean {
    const cause = error instanceof DatabaseUnavailable ? error.cause : error
    if (cause instanceof pg.DatabaseError && conflictStates.test(cause.code ?? '')) {
      noteAnswer()
      return true
    }
    if (!(error instanceof DatabaseUnavailable)) return false
    // A retry of what only takes long would double the load at a peak.
    if (performance.now() - answeredAt < connectTimeoutMs) return !(error instanceof DatabaseTimeout)
    leftAloneUntil = performance.now() + leaveAloneMs
    return true
  }

  function reads(endpoint: DatabasePool, primary: DatabasePool): CatalogReads {
    const withDeadline: DatabasePool['withDeadline'] = (ms = queryTimeoutMs, onStatement = undefined) => {
      const end = performance.now() + connectTimeoutMs + ms
      const onEndpoint = endpoint.withDeadline(ms, onStatement)
      // Once a statement has needed the primary, the others of the same response read the same catalog.
      let onPrimary: Database | undefined = isLeftAlone() ? primary.withDeadline(ms, onStatement) : undefined
      return {
        async query(statement) {
          try {
            if (onPrimary === undefined) {
              const result = await onEndpoint.query<never>(statement)
              noteAnswer()
              return result
            }
          } catch (error) {
            const leftMs = end - performance.now()
            if (!isForPrimary(error) || leftMs < minRetryMs) throw error
            onPrimary ??= primary.withDeadline(Math.min(leftMs, ms), onStatement)
          }
          const timeout = wait(end - performance.now(), undefined, { ref: false })
          const timedOut = timeout.then(() => Promise.reject(new DatabaseTimeout(new Error('timed out'))))
          return await Promise.race([onPrimary.query<never>(statement), timedOut])
        },
      }
    }
    return { query: statement => withDeadline().query(statement), withDeadline }
  }

  return {
    reads,
    /** Whether all replicas must have this version of the catalog: ten seconds after the one before, or after a failure. */
    isSettled(version: string | undefined): boolean {
      if (version !== lastVersion) settledAt = performance.now() + settleMs
      lastVersion = version
      return performance.now() >= settledAt
    },
  }
}
