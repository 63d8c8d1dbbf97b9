// Routes catalog reads to the primary, or with replicas to the first server in rotation. If that one fails, a read is
// retried on another.
import pg from 'pg'
import {
  type Database,
  type DatabasePool,
  DatabaseTimeout,
  DatabaseUnavailable,
  type OnStatement,
} from './pool.ts'

/** Not for writes: a statement that failed may run again on another server. */
export interface CatalogReads extends Database {
  /**
   * Runs all statements of one response on the same server, with the timeout of a single statement. If the server is
   * unavailable, `work` is retried on another one.
   */
  onSingleServer<T>(work: (database: Database) => Promise<T>, onStatement?: OnStatement): Promise<T>
}

export function readFromPrimary(pool: DatabasePool): CatalogReads {
  return {
    query: pool.query,
    onSingleServer: (work, onStatement) => work(pool.withDeadline(undefined, onStatement)),
  }
}

export interface Timeouts {
  connectTimeoutMs: number
  queryTimeoutMs: number
}

/** The pool of a server, and the timeouts that it was opened with. */
export interface ServerPool extends Timeouts {
  pool: DatabasePool
}

export interface Servers {
  /** By index. */
  pools: ServerPool[]
  /** Indexes of the servers in rotation, best first. */
  inOrder(): number[]
  isUp(index: number): boolean
  eject(index: number): void
}

const primary = 0
// With less time left, a retry would not finish.
const minRetryMs = 20
// Timers may fire a little early.
const slackMs = 5

export function readFromServers(servers: Servers): CatalogReads {
  const { pools, inOrder, isUp, eject } = servers

  async function onSingleServer<T>(
    work: (database: Database) => Promise<T>,
    onStatement?: OnStatement,
  ): Promise<T> {
    const startedAt = performance.now()
    // With no server in rotation, try the primary: its error is the one to report.
    const first = inOrder()[0] ?? primary
    try {
      return await work(serverAt(first).pool.withDeadline(undefined, onStatement))
    } catch (error) {
      if (!ejectOrRetry(first, error, performance.now() - startedAt)) throw error
      return await retryAfter(error, work, startedAt, [first], onStatement)
    }
  }

  /** Retries on one more server; on further ones only while each proves to be down, so that peaks are not multiplied. */
  async function retryAfter<T>(
    error: unknown,
    work: (database: Database) => Promise<T>,
    startedAt: number,
    tried: number[],
    onStatement: OnStatement | undefined,
  ): Promise<T> {
    const others = inOrder().filter(index => !tried.includes(index))
    // Another replica may not have replayed the change either.
    const next = isReplayConflict(error) && others.includes(primary) ? primary : others[0]
    if (next === undefined) throw error
    const retriedAt = performance.now()
    const remainingMs = Math.max(...[...tried, next].map(budgetOf)) - (retriedAt - startedAt)
    if (remainingMs < minRetryMs) throw error
    const { pool, queryTimeoutMs } = serverAt(next)
    try {
      const database = pool.withDeadline(Math.min(remainingMs, queryTimeoutMs), onStatement)
      return await withTimeout(remainingMs, work(database))
    } catch (retryError) {
      if (!ejectOrRetry(next, retryError, performance.now() - retriedAt) || isUp(next)) throw retryError
      return await retryAfter(retryError, work, startedAt, [...tried, next], onStatement)
    }
  }

  function ejectOrRetry(index: number, error: unknown, waitedMs: number): boolean {
    if (!(error instanceof DatabaseUnavailable)) return isBehindMigration(error)
    const { cause } = error
    const isServerError = cause instanceof pg.DatabaseError
    const state = isServerError ? (cause.code ?? '') : ''
    // Cancelled by, or waiting for a lock held by, WAL replay.
    if (/^(40|55P03)/.test(state)) return true
    // Retrying elsewhere would double the load at peak, so retry only if the server is known to be down.
    if (error instanceof DatabaseTimeout) return !isUp(index)
    // A write reached a replica: the primary is down, and no other server accepts writes.
    if (state === '25006') return false
    // A later failure may only mean that no pool connection was free.
    if (isServerError || waitedMs < serverAt(index).connectTimeoutMs - slackMs) eject(index)
    return true
  }

  function budgetOf(index: number): number {
    const { connectTimeoutMs, queryTimeoutMs } = serverAt(index)
    return connectTimeoutMs + queryTimeoutMs
  }

  function serverAt(index: number): ServerPool {
    const server = pools[index]
    if (server === undefined) throw new Error(`unknown server index ${index}`)
    return server
  }

  return { query: statement => onSingleServer(database => database.query(statement)), onSingleServer }
}

/** A table or column does not exist on the replica yet. */
function isBehindMigration(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code ?? '').startsWith('42')
}

/** Cancelled by WAL replay, blocked by it, or run before the replica had replayed a migration. */
function isReplayConflict(error: unknown): boolean {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  return cause instanceof pg.DatabaseError && /^(40|42|55P03)/.test(cause.code ?? '')
}

function withTimeout<T>(ms: number, result: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DatabaseTimeout(new Error('timed out'))), ms)
    result.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
