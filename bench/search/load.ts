// The load process of throughput.ts: sends searches over HTTP, or replays their statements on bare PostgreSQL.
import { on, once } from 'node:events'
import pg from 'pg'
import { median, quantile } from '../../lab/statistics.ts'
import { type Database, openPool } from '../../src/platform/database/pool.ts'
import { createFoodSearch } from '../../src/search/query/search.ts'
import { type Endpoint, searchAt, searchOrThrow } from './client.ts'

export interface Task {
  of: Endpoint | { databaseUrl: string }
  queries: string[]
  clients: number
}

export interface Round {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/** Runs a query (by index) as a client (by index). */
type Work = (query: number, client: number) => Promise<unknown>

// The parent process has exited.
process.once('disconnect', () => process.exit())

// The first message is the task, each further one the duration of a round in seconds.
const [task]: Task[] = await once(process, 'message')
if (task === undefined) throw new Error('no task received')
const work = await prepare(task)
const messages = on(process, 'message')
process.send?.('ready')
for await (const [seconds] of messages) process.send?.(await load(task, work, seconds))

async function prepare({ of, queries, clients }: Task): Promise<Work> {
  if ('databaseUrl' in of)
    return replayOn(of.databaseUrl, await recordSearches(of.databaseUrl, queries), clients)
  const search = searchAt(of, clients)
  return query => searchOrThrow(search, { q: queries[query] ?? '' })
}

/** Records the statements of each search. */
async function recordSearches(databaseUrl: string, queries: string[]): Promise<pg.QueryConfig[][]> {
  const pool = openPool({
    url: databaseUrl,
    connections: 1,
    connectTimeoutMs: 10_000,
    queryTimeoutMs: 60_000,
    applicationName: 'bench search record',
    onIdleError: error => {
      throw error
    },
  })
  let statements: pg.QueryConfig[] = []
  const recorder: Database = {
    query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig) {
      statements.push(statement)
      return pool.query<Row>(statement)
    },
  }
  const search = createFoodSearch({ ...recorder, withDeadline: () => recorder })
  // Loads the vocabulary, which is not part of a search.
  await search.find({ q: queries[0] ?? '', limit: 10 })
  const searches: pg.QueryConfig[][] = []
  for (const q of queries) {
    statements = []
    await search.find({ q, limit: 10 })
    searches.push(statements)
  }
  await pool.close()
  return searches
}

async function replayOn(databaseUrl: string, searches: pg.QueryConfig[][], clients: number): Promise<Work> {
  const connections = Array.from(
    { length: clients },
    () => new pg.Client({ connectionString: databaseUrl, application_name: 'bench search replay' }),
  )
  for (const connection of connections) await connection.connect()
  return async (query, client) => {
    // The statements are named, so each is parsed once per connection, as in Larder.
    for (const statement of searches[query] ?? []) await connections[client]?.query(statement)
  }
}

/** Closed loop: each client sends the next query when it has its response. Every round starts with the first query. */
async function load({ queries, clients }: Task, work: Work, seconds: number): Promise<Round> {
  const times: number[] = []
  const started = performance.now()
  const end = started + seconds * 1000
  let next = 0
  const running = Array.from({ length: clients }, async (_, client) => {
    for (let now = started; now < end; ) {
      const startedAt = performance.now()
      await work(next++ % queries.length, client)
      now = performance.now()
      times.push(now - startedAt)
    }
  })
  await Promise.all(running)
  return {
    perSecond: (1000 * times.length) / (performance.now() - started),
    p50Ms: median(times),
    p99Ms: quantile(times, 0.99),
  }
}
