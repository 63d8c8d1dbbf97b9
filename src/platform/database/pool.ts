import pg from 'pg'

export interface PoolSettings {
  url: string
  connections: number
  connectTimeoutMs: number
  queryTimeoutMs: number
  /** How long a statement waits for a lock; when not given, as the server has it. */
  lockTimeoutMs?: number
  applicationName: string
  /** A connection broke while nobody used it. */
  onIdleError: (error: Error) => void
}

/** What the rest of the program needs of a database. */
export interface Database {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>
}

export interface DatabasePool extends Database {
  /** All or nothing: what `work` asks goes over one connection. */
  transaction<T>(work: (database: Database) => Promise<T>): Promise<T>
  /** For statements of one request: together they get the time that one would have. */
  withDeadline(ms?: number): Database
  connections(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** PostgreSQL cannot answer now: try again later (503), as against a fault of ours (500). */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('PostgreSQL cannot be reached or does not answer in time', { cause })
  }
}

// Ids and counts stay far below 2^53, confidence has three decimals: plain numbers are exact.
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

// Longer than pauses between bursts: a new connection costs PostgreSQL a process.
const keptIdleMs = 300_000

export function openPool(settings: PoolSettings): DatabasePool {
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.connections,
    connectionTimeoutMillis: settings.connectTimeoutMs,
    query_timeout: settings.queryTimeoutMs,
    application_name: settings.applicationName,
    idleTimeoutMillis: keptIdleMs,
    keepAlive: true,
    types,
    // An abandoned statement must end on the server too, or its connections pile up behind a lock. Not a
    // start-up parameter: PgBouncer refuses those.
    onConnect: async client => {
      const { queryTimeoutMs, lockTimeoutMs } = settings
      const forLocks = lockTimeoutMs === undefined ? '' : `; set lock_timeout = ${lockTimeoutMs}`
      await client.query(`set statement_timeout = ${queryTimeoutMs}${forLocks}`)
    },
  })
  // A server that goes away breaks idle connections; the pool replaces them, the process lives on.
  pool.on('error', settings.onIdleError)
  async function query<Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig & { query_timeout?: number },
  ) {
    try {
      return await pool.query<Row>(statement)
    } catch (error) {
      throw isTransient(error) ? new DatabaseUnavailable(error) : error
    }
  }
  async function transaction<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch(error => {
      throw new DatabaseUnavailable(error)
    })
    let isBroken = false
    // A connection that breaks between two statements says so here, and would end the process if nobody listened.
    const onError = () => {
      isBroken = true
    }
    client.on('error', onError)
    async function ask<Row extends pg.QueryResultRow>(statement: pg.QueryConfig) {
      try {
        return await client.query<Row>(statement)
      } catch (error) {
        isBroken ||= isTransient(error)
        throw isTransient(error) ? new DatabaseUnavailable(error) : error
      }
    }
    try {
      await ask({ text: 'begin' })
      const result = await work({ query: ask })
      await ask({ text: 'commit' })
      return result
    } catch (error) {
      // Of a broken connection the server rolls back by itself; it is not given to the next.
      if (!isBroken) await ask({ text: 'rollback' })
      throw error
    } finally {
      client.off('error', onError)
      client.release(isBroken)
    }
  }
  return {
    query,
    transaction,
    withDeadline(ms = settings.queryTimeoutMs) {
      const end = performance.now() + ms
      return {
        query: statement =>
          query({ ...statement, query_timeout: Math.max(1, Math.ceil(end - performance.now())) }),
      }
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

// SQLSTATE: 08 connection, 28 and 3D no access, 40 a read that a replica cancelled, 53 out of resources,
// 57 shutdown or time-out, 25006 read-only (a former primary during a failover), 55P03 lock not available.
const transientStates = /^(08|28|3D|40|53|57|25006|55P03)/

function isTransient(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return transientStates.test(error.code ?? '')
  // What is not an answer of the server is a broken connection or pg's own time-out; a mistake in our
  // code would be one of these two.
  return !(error instanceof TypeError || error instanceof RangeError)
}

/** PostgreSQL ended the connection of a command, or the network did. */
export class ConnectionLost extends Error {
  /** PostgreSQL's code, when it could still say why. */
  readonly state: string | undefined
  /** The commit was under way: whether it took effect is not known. */
  readonly isCommitUnknown: boolean
  readonly advice = 'Check that PostgreSQL is running and run the command again'
  constructor(cause: unknown, isCommitUnknown: boolean) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`the connection to PostgreSQL was lost (${reason})`, { cause })
    this.state = cause instanceof pg.DatabaseError ? cause.code : undefined
    this.isCommitUnknown = isCommitUnknown
  }
}

/** The commit failed in a way that says nothing about whether it took effect. */
class CommitUnconfirmed extends Error {}

/** One connection for a command of the operator: no timeouts, as an import may take its time. */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, types, application_name: 'larder' })
  let connectionError: Error | undefined
  // A broken connection reports itself here as well as to the statement that runs; without a listener the process
  // would end with a stack trace.
  client.on('error', error => {
    connectionError ??= error
  })
  await client.connect()
  try {
    return await work(client)
  } catch (error) {
    const failure = error instanceof CommitUnconfirmed ? error.cause : error
    if (endsConnection(failure)) throw new ConnectionLost(failure, failure !== error)
    if (connectionError) throw new ConnectionLost(connectionError, failure !== error)
    throw failure
  } finally {
    await client.end()
  }
}

/** After these errors PostgreSQL closes the connection. The severity may be in another language; the codes are not. */
function endsConnection(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  return /^(FATAL|PANIC)$/.test(error.severity ?? '') || /^(08|57P)/.test(error.code ?? '')
}

/** All or nothing. */
export async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  let result: T
  try {
    result = await work()
  } catch (error) {
    // Of a broken connection the server rolls back by itself. Either way the first error is the one to report.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
  await client.query('commit').catch(cause => {
    throw new CommitUnconfirmed('the commit was not confirmed', { cause })
  })
  return result
}
