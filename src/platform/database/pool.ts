import pg from 'pg'

export interface PoolSettings {
  url: string
  connections: number
  connectTimeoutMs: number
  queryTimeoutMs: number
  /** Maximum time a statement waits for a lock. Default: the server's lock_timeout. */
  lockTimeoutMs?: number
  applicationName: string
  /** Called when an idle connection is lost. */
  onIdleError: (error: Error) => void
}

/** The query interface that the rest of the program uses. */
export interface Database {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>
}

/** A statement that has ended, or failed. */
export interface EndedStatement {
  /** Host and port of the PostgreSQL server. */
  server: string
  /** Before it had a connection. */
  waitedMs: number
  /** With the wait. */
  durationMs: number
}

export type OnStatement = (statement: EndedStatement) => void

export interface DatabasePool extends Database {
  /** Runs `work` in a transaction on one connection. */
  transaction<T>(work: (database: Database) => Promise<T>): Promise<T>
  /** For the statements of one request: together they get the timeout of a single statement. */
  withDeadline(ms?: number, onStatement?: OnStatement): Database
  connections(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** PostgreSQL is temporarily unavailable (503), as opposed to an error in Larder (500). */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown, message = 'PostgreSQL cannot be reached') {
    super(message, { cause })
  }
}

/** A statement took longer than it may, or waited too long for a lock. */
export class DatabaseTimeout extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super(cause, 'PostgreSQL did not answer in time')
  }
}

// Ids and counts stay far below 2^53 and confidence has three decimals, so JavaScript numbers are exact.
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

// Longer than the pauses between bursts, because every new connection costs PostgreSQL a process.
const idleTimeoutMs = 300_000

// The same for all pools: behind PgBouncer they share sessions, which keep what any of them has set. A statement that times out closes
// its connection; PostgreSQL notices that within 100 ms and ends the statement, or statements would pile up behind a lock. After a
// minute without its host, PostgreSQL ends a session (by default after more than two hours), and a statement too: no timeout is longer.
const sessionSettings = [
  'client_connection_check_interval = 100',
  'statement_timeout = 60000',
  'tcp_keepalives_idle = 30',
  'tcp_keepalives_interval = 10',
  'tcp_keepalives_count = 3',
]

export function openPool(settings: PoolSettings): DatabasePool {
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.connections,
    connectionTimeoutMillis: settings.connectTimeoutMs,
    query_timeout: settings.queryTimeoutMs,
    application_name: settings.applicationName,
    idleTimeoutMillis: idleTimeoutMs,
    keepAlive: true,
    types,
    // Not passed as startup parameters, because PgBouncer rejects those.
    onConnect: async client => {
      const { lockTimeoutMs } = settings
      const lockTimeout = lockTimeoutMs === undefined ? [] : [`lock_timeout = ${lockTimeoutMs}`]
      await client.query([...sessionSettings, ...lockTimeout].map(setting => `set ${setting}`).join('; '))
    },
  })
  // A server that goes down breaks idle connections. The pool replaces them; without a listener the process would exit.
  pool.on('error', settings.onIdleError)
  const server = serverOf(settings.url)
  async function query<Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig & { query_timeout?: number },
    onStatement?: OnStatement,
  ) {
    const startedAt = performance.now()
    let connectedAt: number | undefined
    try {
      const client = await pool.connect()
      connectedAt = performance.now()
      return await queryAndRelease<Row>(client, statement)
    } catch (error) {
      throw classifyError(error, startedAt, statement.query_timeout ?? settings.queryTimeoutMs)
    } finally {
      const endedAt = performance.now()
      const waitedMs = (connectedAt ?? endedAt) - startedAt
      onStatement?.({ server, waitedMs, durationMs: endedAt - startedAt })
    }
  }
  async function transaction<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch(error => {
      throw new DatabaseUnavailable(error)
    })
    let isBroken = false
    // A connection lost between two statements emits an error, which would end the process without a listener.
    const onError = () => {
      isBroken = true
    }
    client.on('error', onError)
    async function run<Row extends pg.QueryResultRow>(statement: pg.QueryConfig) {
      const startedAt = performance.now()
      try {
        return await client.query<Row>(statement)
      } catch (cause) {
        const error = classifyError(cause, startedAt, settings.queryTimeoutMs)
        isBroken ||= error instanceof DatabaseUnavailable
        throw error
      }
    }
    try {
      await run({ text: 'begin' })
      const result = await work({ query: run })
      await run({ text: 'commit' })
      return result
    } catch (error) {
      // The server rolls back when a connection is lost; a broken connection is not returned to the pool.
      if (!isBroken) await run({ text: 'rollback' })
      throw error
    } finally {
      client.off('error', onError)
      client.release(isBroken)
    }
  }
  return {
    query,
    transaction,
    withDeadline(ms = settings.queryTimeoutMs, onStatement = undefined) {
      const end = performance.now() + ms
      return {
        query: statement =>
          query(
            { ...statement, query_timeout: Math.max(1, Math.ceil(end - performance.now())) },
            onStatement,
          ),
      }
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

/** After any error the connection is closed: the statement may still run. */
async function queryAndRelease<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  // A lost connection emits an error in addition to failing the statement.
  const onError = () => undefined
  client.on('error', onError)
  let isBroken = true
  try {
    const result = await client.query<Row>(statement)
    isBroken = false
    return result
  } finally {
    client.off('error', onError)
    client.release(isBroken)
  }
}

/** Host and port, without credentials; for a socket, its folder. */
function serverOf(url: string): string {
  const { host, searchParams } = new URL(url)
  return host || (searchParams.get('host') ?? 'localhost')
}

// SQLSTATE: 08 connection, 28 and 3D no access, 40 query cancelled by replication, 53 out of resources,
// 57 shutdown or timeout, 25006 read-only (a former primary during a failover), 55000 a database that does not accept
// connections, 55P03 lock not available.
const transientStates = /^(08|28|3D|40|53|57|25006|55000|55P03)/
const timeoutStates = ['57014', '55P03']
// Timers may fire a little early.
const slackMs = 5

/** Why a statement failed; the error itself if PostgreSQL is available. */
function classifyError(error: unknown, startedAt: number, timeoutMs: number): unknown {
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error
    if (timeoutStates.includes(code)) return new DatabaseTimeout(error)
    return transientStates.test(code) ? new DatabaseUnavailable(error) : error
  }
  if (error instanceof TypeError || error instanceof RangeError) return error
  // Anything else is a lost connection or a timeout of pg, which differ only in how long they took.
  const hasTimedOut = performance.now() - startedAt >= timeoutMs - slackMs
  return hasTimedOut ? new DatabaseTimeout(error) : new DatabaseUnavailable(error)
}

/** A command lost its connection to PostgreSQL. */
export class ConnectionLost extends Error {
  /** The SQLSTATE, if PostgreSQL sent one before closing the connection. */
  readonly state: string | undefined
  /** The connection was lost during the commit, so it is unknown whether it took effect. */
  readonly isCommitUnknown: boolean
  readonly advice = 'Check that PostgreSQL is running and run the command again'
  constructor(cause: unknown, isCommitUnknown: boolean) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`the connection to PostgreSQL was lost (${reason})`, { cause })
    this.state = cause instanceof pg.DatabaseError ? cause.code : undefined
    this.isCommitUnknown = isCommitUnknown
  }
}

/** The commit failed, and it is unknown whether it took effect. */
class CommitUnconfirmed extends Error {}

/** A single connection for a CLI command, without timeouts because imports may run for long. */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, types, application_name: 'larder' })
  let connectionError: Error | undefined
  // A lost connection emits an error in addition to failing the running statement; without a listener the process
  // would exit with a stack trace.
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

/** A second connection to the same database as the same user, for work that runs alongside the first one's. */
export async function withSecondConnection<T>(
  { host, port, user, password, database, ssl }: pg.Client,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const second = new pg.Client({
    ...{ host, port, ssl, types, application_name: 'larder' },
    ...(user !== undefined && { user }),
    ...(password !== undefined && password !== null && { password }),
    ...(database !== undefined && { database }),
  })
  // The running statement fails too, and reports it.
  second.on('error', () => undefined)
  await second.connect()
  try {
    return await work(second)
  } finally {
    await second.end()
  }
}

/** PostgreSQL closes the connection after these errors. Severities may be localized, SQLSTATE codes are not. */
function endsConnection(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  return /^(FATAL|PANIC)$/.test(error.severity ?? '') || /^(08|57P)/.test(error.code ?? '')
}

/** What the work writes is undone. */
export async function rollBackAfter<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    return await work()
  } finally {
    // The server rolls back when the connection is lost.
    await client.query('rollback').catch(() => undefined)
  }
}

const inside = new WeakSet<pg.ClientBase>()

/** Inside another transaction of the client, the work is part of that one. */
export async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  if (inside.has(client)) return work()
  await client.query('begin')
  inside.add(client)
  let result: T
  try {
    result = await work()
  } catch (error) {
    // The server rolls back when the connection is lost. Either way the first error is the one to report.
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    inside.delete(client)
  }
  await client.query('commit').catch(cause => {
    throw new CommitUnconfirmed('the commit was not confirmed', { cause })
  })
  return result
}
