// Runs a statement again to see its plan, on a separate connection, so that it neither takes one from requests nor changes the
// session of one. Everything is in one transaction, as a pooler of connections in transaction mode needs it.
import pg from 'pg'

export interface StatementPlan {
  /** From the node to the server and back, without work. */
  roundTripMs: number
  /** Of the statement on the server; undefined if it did not end in time. */
  serverMs: number | undefined
  /** What the other sessions of this role wait for, by number of sessions; CPU: they run. */
  waits: Record<string, number>
  /** The sessions that hold a lock for which reads wait. */
  blockers: string[]
  /** How many statements functions in it have run. */
  nestedStatements: number
  /** Of the slowest of these, or else of the statement itself; undefined if neither ended in time. */
  plan: string | undefined
  planMs: number | undefined
  /** Why there is no plan, or none of nested statements. */
  reason: string | undefined
}

const connectTimeoutMs = 1_000
const roundTrips = 3
const maxStatementMs = 5_000
// Shorter, so that the reason says what it waited for.
const maxLockMs = 500
/** Log lines of processes that share a pipe are not mixed up to 4,096 bytes. */
const maxPlanLength = 3_000
const maxLineLength = 120

// Sessions of other roles show neither their state nor what they wait for.
const waitsStatement = `
  select coalesce(wait_event_type || ':' || wait_event, 'CPU') as wait, count(*)::integer as sessions
    from pg_stat_activity
    where datname = current_database() and usename = current_user and state = 'active' and pid <> pg_backend_pid()
    group by 1`

const blockersStatement = `
  select format('%s (pid %s, role %s) locks %s', application_name, pid, usename, string_agg(relation::regclass::text, ', ')) as blocker
    from pg_locks join pg_stat_activity using (pid)
    where locktype = 'relation' and mode = 'AccessExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())
    group by application_name, pid, usename`

// With PostgreSQL 15, a role other than a superuser needs the library in its sessions, and the privilege to set these.
const nestedPlanSettings = {
  log_min_duration: '0',
  log_nested_statements: 'on',
  log_analyze: 'on',
  log_buffers: 'on',
  log_level: 'notice',
}

export async function explainStatement(
  url: string,
  { text, values }: Pick<pg.QueryConfig, 'text' | 'values'>,
): Promise<StatementPlan> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'larder explain',
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: maxStatementMs + connectTimeoutMs,
  })
  // The running statement fails too, and reports it.
  client.on('error', () => undefined)
  const nested: { ms: number; plan: string }[] = []
  client.on('notice', ({ message }) => {
    const [, ms, plan] = /^duration: ([\d.]+) ms {2}plan:\n(.*)$/s.exec(message ?? '') ?? []
    if (plan !== undefined) nested.push({ ms: Number(ms), plan })
  })
  await client.connect()
  try {
    await client.query(
      `begin read only; set local statement_timeout = ${maxStatementMs}; set local lock_timeout = ${maxLockMs}`,
    )
    const roundTripMs = await measureRoundTrip(client)
    const sessions = await readSessions(client)
    const whyNotNested = await inSavepoint(client, () => enableNestedPlans(client))
    const explained = await inSavepoint(client, async () => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>({
        text: `explain (analyze, buffers) ${text}`,
        ...(values && { values }),
      })
      return rows.map(row => row['QUERY PLAN']).join('\n')
    })
    const whole = typeof explained === 'string' ? explained : undefined
    const executionTime = /^Execution Time: ([\d.]+)/m.exec(whole ?? '')?.[1]
    const serverMs = executionTime === undefined ? undefined : Number(executionTime)
    // The statement itself is among them, as the last one.
    const inside = whole === undefined ? nested : nested.slice(0, -1)
    const slowest = inside.toSorted((one, other) => other.ms - one.ms)[0]
    return {
      roundTripMs,
      ...sessions,
      serverMs,
      nestedStatements: inside.length,
      plan: readable(slowest?.plan ?? whole),
      planMs: slowest?.ms ?? serverMs,
      reason: explained instanceof Error ? explained.message : whyNotNested?.message,
    }
  } finally {
    // Not a rollback: a transaction ends with its connection, whatever state it is in.
    await client.end()
  }
}

/** The fastest of some, because a busy machine delays single ones. */
async function measureRoundTrip(client: pg.Client): Promise<number> {
  let fastestMs = Number.POSITIVE_INFINITY
  for (let round = 0; round < roundTrips; round++) {
    const startedAt = performance.now()
    await client.query('select')
    fastestMs = Math.min(fastestMs, performance.now() - startedAt)
  }
  return fastestMs
}

async function readSessions(client: pg.Client): Promise<Pick<StatementPlan, 'waits' | 'blockers'>> {
  const waits = await client.query<{ wait: string; sessions: number }>(waitsStatement)
  const blockers = await client.query<{ blocker: string }>(blockersStatement)
  return {
    waits: Object.fromEntries(waits.rows.map(({ wait, sessions }) => [wait, sessions])),
    blockers: blockers.rows.map(({ blocker }) => blocker),
  }
}

/** Resolves to the error if it failed; the transaction goes on. */
async function inSavepoint<T>(client: pg.Client, work: () => Promise<T>): Promise<T | Error> {
  await client.query('savepoint before')
  try {
    return await work()
  } catch (error) {
    await client.query('rollback to savepoint before')
    return error as Error
  }
}

async function enableNestedPlans(client: pg.Client): Promise<undefined> {
  // Superusers only; others have it in session_preload_libraries.
  await inSavepoint(client, () => client.query(`load 'auto_explain'`))
  const { rows } = await client.query<{ is_loaded: boolean }>(
    `select current_setting('auto_explain.log_analyze', true) is not null as is_loaded`,
  )
  if (rows[0]?.is_loaded !== true) throw new Error('auto_explain is not loaded in sessions of this role')
  for (const [name, value] of Object.entries(nestedPlanSettings))
    await client.query(`set local auto_explain.${name} = '${value}'`)
}

/** Without the text of the statement, and without constants, which may be what somebody searched for. */
function readable(plan: string | undefined): string | undefined {
  if (plan === undefined) return undefined
  const lines = plan.replace(/'(?:[^']|'')*'/g, `'?'`).split('\n')
  const start = lines.findIndex(line => line.includes('(cost='))
  return withoutUnused(lines.slice(start)).map(shortened).join('\n').slice(0, maxPlanLength)
}

/** Half as indented, without costs. The plan of a search would otherwise be cut before the part that is slow. */
const shortened = (line: string) =>
  line
    .replace(/^ +/, indent => ' '.repeat(indent.length / 2))
    .replace(/\(cost=[\d.]+ (rows=\d+) width=\d+/, '($1')
    .slice(0, maxLineLength)

/** Without the parts that were not executed. */
function withoutUnused(lines: string[]): string[] {
  const kept: string[] = []
  let unusedIndent: number | undefined
  for (const line of lines) {
    const indent = line.search(/\S/)
    if (unusedIndent !== undefined && indent > unusedIndent) continue
    unusedIndent = line.includes('(never executed)') ? indent : undefined
    if (unusedIndent === undefined) kept.push(line)
  }
  return kept
}
