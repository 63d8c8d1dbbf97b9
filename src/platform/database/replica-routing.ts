// Where the catalog is read: one server, or the first of several that can answer.
import pg from 'pg'
import { type Database, type DatabasePool, DatabaseUnavailable } from './pool.ts'

export interface CatalogReads extends Database {
  /**
   * All statements of one answer: they go to one server, and get together the time that one would have. When the server
   * cannot answer, `work` begins anew on another one.
   */
  onSingleServer<T>(work: (database: Database) => Promise<T>): Promise<T>
}

export function readFromPrimary(pool: DatabasePool): CatalogReads {
  return { query: pool.query, onSingleServer: work => work(pool.withDeadline()) }
}

export interface Servers {
  /** By place. */
  pools: DatabasePool[]
  /** The places of those that can be asked now, the best first. */
  inOrder(): number[]
  isUp(place: number): boolean
  eject(place: number): void
  connectTimeoutMs: number
  queryTimeoutMs: number
}

const primary = 0
// Less than this is not enough for an answer.
const minRetryMs = 20
// Timers may fire a little early.
const slackMs = 5

export function readFromServers(servers: Servers): CatalogReads {
  const { pools, inOrder, isUp, eject, connectTimeoutMs, queryTimeoutMs } = servers

  async function onSingleServer<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const begun = performance.now()
    // When none can be asked the primary is: its fault is the one to tell.
    const first = inOrder()[0] ?? primary
    try {
      return await work(poolAt(first).withDeadline())
    } catch (error) {
      const waited = performance.now() - begun
      if (!canAnotherAnswer(first, error, waited)) throw error
      const left = connectTimeoutMs + queryTimeoutMs - waited
      const others = inOrder().filter(place => place !== first)
      // What one replica has not replayed yet, the next may not have either.
      const second = isOfReplay(error) && others.includes(primary) ? primary : others[0]
      if (second === undefined || left < minRetryMs) throw error
      return await tryOnce(second, work, left)
    }
  }

  async function tryOnce<T>(place: number, work: (database: Database) => Promise<T>, ms: number): Promise<T> {
    const begun = performance.now()
    try {
      return await within(ms, work(poolAt(place).withDeadline(Math.min(ms, queryTimeoutMs))))
    } catch (error) {
      const waited = performance.now() - begun
      // It had less time than others: that this ran out says nothing about the server.
      if (waited < ms - slackMs) canAnotherAnswer(place, error, waited)
      throw error
    }
  }

  function canAnotherAnswer(place: number, error: unknown, waitedMs: number): boolean {
    if (!(error instanceof DatabaseUnavailable)) return isBehindAMigration(error)
    const { cause } = error
    const isAnswer = cause instanceof pg.DatabaseError
    const state = isAnswer ? (cause.code ?? '') : ''
    // The question took too long. Asking it again elsewhere would double the load of the busiest moment, unless the
    // server has been found to hang.
    if (state === '57014' || (!isAnswer && waitedMs >= queryTimeoutMs - slackMs)) return !isUp(place)
    // A write went to a replica: the primary is away, and no other server takes it.
    if (state === '25006') return false
    // Cancelled by what the replica replays, or waited for a lock that it replays.
    if (/^(40|55P03)/.test(state)) return true
    // Later it may be that no connection was free.
    if (isAnswer || waitedMs < connectTimeoutMs - slackMs) eject(place)
    return true
  }

  function poolAt(place: number): DatabasePool {
    const pool = pools[place]
    if (pool === undefined) throw new Error(`there is no server ${place}`)
    return pool
  }

  return { query: statement => onSingleServer(database => database.query(statement)), onSingleServer }
}

/** A table or column that a replica does not have yet. */
function isBehindAMigration(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code ?? '').startsWith('42')
}

/** Cancelled by what the replica replays, waiting for it, or asked before it was there. */
function isOfReplay(error: unknown): boolean {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  return cause instanceof pg.DatabaseError && /^(40|42|55P03)/.test(cause.code ?? '')
}

function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DatabaseUnavailable(new Error('no time is left'))), ms)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
