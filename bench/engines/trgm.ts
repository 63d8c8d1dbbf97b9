// Plain pg_trgm in a separate database on the same server.
import { createReadStream } from 'node:fs'
import pg from 'pg'
import { tokenize } from '../../src/language/tokenize.ts'
import { copyInto } from '../../src/platform/database/copy-into.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import { cpuSeconds } from '../cpu-time.ts'
import type { JudgedFood } from '../people/query-set.ts'
import { type Engine, type ExportedCatalog, exportedColumns, maxStaticRank, timed } from './engine.ts'

const timeoutMs = 10_000
const warmUpQueries = 3

export interface TrgmOptions {
  /** Any database of the server. */
  serverUrl: string
  /** Created, and dropped at the end. */
  database: string
  /** Queries of each set. */
  sample: number
}

export async function startTrgm(catalog: ExportedCatalog, options: TrgmOptions): Promise<Engine> {
  const { serverUrl, database, sample } = options
  await withConnection(serverUrl, async client => {
    await client.query(`drop database if exists ${pg.escapeIdentifier(database)} with (force)`)
    await client.query(`create database ${pg.escapeIdentifier(database)}`)
  })
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  const client = new pg.Client({ connectionString: url.href, application_name: 'larder bench' })
  await client.connect()
  const buildSeconds = await timed(() => build(client, catalog))
  const { processId, indexBytes } = await describe(client)
  let timeouts = 0
  return {
    name: 'pg_trgm',
    buildSeconds,
    indexBytes,
    sample,
    warmUpQueries,
    async search(q) {
      const started = performance.now()
      let foods: JudgedFood[] = []
      try {
        foods = await find(client, tokenize(q).join(' '))
      } catch (error) {
        if (!(error instanceof pg.DatabaseError && error.code === '57014')) throw error
        timeouts++
      }
      return { ms: performance.now() - started, foods }
    },
    cpuSeconds: async () => ({ PostgreSQL: cpuSeconds(processId) }),
    memoryBytes: () => undefined,
    notes: () => [
      `pg_trgm: about ${sample} queries of each set, because it is slow; ${timeouts} ended after ${timeoutMs / 1000} s and count as empty`,
    ],
    async close() {
      await client.end()
      await withConnection(serverUrl, async server => {
        await server.query(`drop database if exists ${pg.escapeIdentifier(database)}`)
      })
    },
  }
}

async function build(client: pg.Client, { foodsFile }: ExportedCatalog): Promise<void> {
  await client.query('create extension pg_trgm')
  await client.query(`
    create unlogged table foods (
      id bigint primary key, name text, brand text, normalized_name text, normalized_brand text,
      static_rank integer, is_usable boolean, is_group_best boolean, food text,
      search_text text generated always as (normalized_name || ' ' || normalized_brand) stored
    )`)
  await copyInto(client, 'foods', exportedColumns, createReadStream(foodsFile))
  await client.query(`set maintenance_work_mem = '512MB'`)
  await client.query('create index foods_name on foods using gin (normalized_name gin_trgm_ops)')
  await client.query('create index foods_text on foods using gin (search_text gin_trgm_ops)')
  await client.query('vacuum analyze foods')
  // Parallel workers would hide CPU time.
  await client.query('set max_parallel_workers_per_gather = 0')
  await client.query(`set statement_timeout = ${timeoutMs}`)
}

async function describe(client: pg.Client): Promise<{ processId: number; indexBytes: number }> {
  const { rows } = await client.query<{ processId: number; indexBytes: string }>(`
    select pg_backend_pid() as "processId",
           pg_relation_size('foods_name') + pg_relation_size('foods_text') as "indexBytes"`)
  const { processId = 0, indexBytes = '0' } = rows[0] ?? {}
  return { processId, indexBytes: Number(indexBytes) }
}

async function find(client: pg.Client, q: string): Promise<JudgedFood[]> {
  const { rows } = await client.query<{ food: string }>({
    name: 'find',
    text: `
      select food
        from foods
       where (normalized_name % $1 or $1 <% search_text) and is_group_best
       order by similarity(normalized_name, $1) + word_similarity($1, search_text)
                  + 0.2 * is_usable::integer + 0.2 * static_rank / ${maxStaticRank} desc, id
       limit 10`,
    values: [q],
  })
  return rows.map(({ food }) => JSON.parse(food))
}
