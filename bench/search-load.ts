// One side of the throughput of search, as a process of its own that search-throughput.ts starts: callers over HTTP, or
// the statements of the same searches on bare PostgreSQL.
import { on, once } from 'node:events'
import pg from 'pg'
import { median, quantile } from '../lab/statistics.ts'
import { type Database, openPool } from '../src/platform/database/pool.ts'
import { searchFoods } from '../src/search/query/search.ts'
import { answerTo, type Endpoint, searchAt } from './search-client.ts'

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

/** Does what the query with this number asks for, as the client with that one. */
type Work = (query: number, client: number) => Promise<unknown>

// Whoever started it is gone: so is the reason to go on.
process.once('disconnect', () => process.exit())

// First what there is to do, then for each round how many seconds.
const [task]: Task[] = await once(process, 'message')
if (task === undefined) throw new Error('there is nothing to do')
const work = await prepare(task)
const messages = on(process, 'message')
process.send?.('ready')
for await (const [seconds] of messages) process.send?.(await load(task, work, seconds))

async function prepare({ of, queries, clients }: Task): Promise<Work> {
  if ('databaseUrl' in of)
    return replayOn(of.databaseUrl, await recordSearches(of.databaseUrl, queries), clients)
  const search = searchAt(of, clients)
  return query => answerTo(search, { q: queries[query] ?? '' })
}

/** The statements that each search sends. */
async function recordSearches(databaseUrl: string, queries: string[]): Promise<pg.QueryConfig[][]> {
  const pool = openPool({
    url: databaseUrl,
    connections: 1,
    connectTimeoutMs: 10_000,
    queryTimeoutMs: 60_000,
    applicationName: 'bench:search records',
    onIdleError: error => {
      throw error
    },
  })
  const searches: pg.QueryConfig[][] = []
  for (const q of queries) {
    const statements: pg.QueryConfig[] = []
    const recorder: Database = {
      query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig) {
        statements.push(statement)
        return pool.query<Row>(statement)
      },
    }
    await searchFoods(recorder, { q, limit: 10 })
    searches.push(statements)
  }
  await pool.close()
  return searches
}

async function replayOn(databaseUrl: string, searches: pg.QueryConfig[][], clients: number): Promise<Work> {
  const connections = Array.from(
    { length: clients },
    () => new pg.Client({ connectionString: databaseUrl, application_name: 'bench:search replays' }),
  )
  for (const connection of connections) await connection.connect()
  return async (query, client) => {
    // They have names, so each is parsed once a connection, as in Larder.
    for (const statement of searches[query] ?? []) await connections[client]?.query(statement)
  }
}

/** Every client takes the next query as soon as it has its answer, from the first query on in every round. */
async function load({ queries, clients }: Task, work: Work, seconds: number): Promise<Round> {
  const times: number[] = []
  const started = performance.now()
  const end = started + seconds * 1000
  let next = 0
  const busy = Array.from({ length: clients }, async (_, client) => {
    for (let now = started; now < end; ) {
      const begun = performance.now()
      await work(next++ % queries.length, client)
      now = performance.now()
      times.push(now - begun)
    }
  })
  await Promise.all(busy)
  return {
    perSecond: (1000 * times.length) / (performance.now() - started),
    p50Ms: median(times),
    p99Ms: quantile(times, 0.99),
  }
}
