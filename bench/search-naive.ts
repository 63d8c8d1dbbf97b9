// Compares with the naive approach: trigrams over whole names.
import { createClient } from '@larder/client'
import type { Client } from 'pg'
import { everyNth, type Query } from '../lab/catalogs/search-queries.ts'
import { printTable } from '../lab/report.ts'
import { mean } from '../lab/statistics.ts'
import { withConnection } from '../src/platform/database/pool.ts'
import type { Catalog } from './search-catalog.ts'
import { type FoundFood, isRelevant } from './search-quality.ts'

const sampleSize = 20

interface Result {
  ms: number
  isFirstRelevant: boolean
}

export async function compareWithNaive(catalog: Catalog, queries: Query[]): Promise<void> {
  const sampled = everyNth(queries, sampleSize).slice(0, sampleSize)
  const { url, key } = catalog.endpoint()
  const client = createClient({ baseUrl: url, apiKey: key })
  const larder = await runQueries(sampled, q => client.search(q))
  const naive = await withTrigrams(catalog.databaseUrl, client =>
    runQueries(sampled, q => foodsByTrigrams(client, q)),
  )
  printTable(
    [`the same ${sampled.length} queries`, 'mean ms', 'max ms', 'S@1'],
    [resultRow('pg_trgm over names, in PostgreSQL', naive), resultRow('Larder, over HTTP', larder)],
  )
}

async function runQueries(queries: Query[], find: (q: string) => Promise<FoundFood[]>): Promise<Result[]> {
  const results: Result[] = []
  for (const query of queries) {
    const started = performance.now()
    const [first] = await find(query.q)
    results.push({
      ms: performance.now() - started,
      isFirstRelevant: first !== undefined && isRelevant(query, first),
    })
  }
  return results
}

function resultRow(name: string, results: Result[]): string[] {
  const times = results.map(({ ms }) => ms)
  return [
    name,
    mean(times).toFixed(1),
    Math.max(...times).toFixed(1),
    mean(results.map(({ isFirstRelevant }) => Number(isFirstRelevant))).toFixed(2),
  ]
}

/**
 * The scratch schema is created in a transaction that is never committed, so nothing of it remains and no other session
 * sees it.
 */
function withTrigrams<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  return withConnection(databaseUrl, async client => {
    await client.query('begin')
    try {
      await createTrigramIndex(client)
      return await work(client)
    } finally {
      await client.query('rollback')
    }
  })
}

async function createTrigramIndex(client: Client): Promise<void> {
  // Cancels the index build after Ctrl-C.
  await client.query(`set local client_connection_check_interval = '1s'`)
  await client.query(`set local maintenance_work_mem = '512MB'`)
  await client.query('create schema bench_naive')
  // An already installed extension stays in its schema.
  await client.query('create extension if not exists pg_trgm schema bench_naive')
  const { rows } = await client.query<{ schema: string }>(
    `select extnamespace::regnamespace::text as schema from pg_extension where extname = 'pg_trgm'`,
  )
  await client.query(`set local search_path = bench_naive, ${rows[0]?.schema}, public`)
  await client.query('create table bench_naive.names as select id, name, brand from public.foods')
  await client.query('create index on bench_naive.names using gin (name gin_trgm_ops)')
  await client.query('analyze bench_naive.names')
}

async function foodsByTrigrams(client: Client, q: string): Promise<FoundFood[]> {
  const { rows } = await client.query<FoundFood>({
    name: 'naive',
    text: 'select id, name, brand from bench_naive.names where name % $1 order by similarity(name, $1) desc limit 10',
    values: [q],
  })
  return rows
}
