import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import type pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { runImport } from '../../src/importer/run.ts'
import { demoInputs } from '../../src/main/commands/demo.ts'
import { type DatabasePool, openPool, withConnection } from '../../src/platform/database/pool.ts'

export interface TestStores {
  databaseUrl: string
  redisUrl: string
  /** Runs SQL on the test's database. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** The PostgreSQL backends of this database. */
  backendIds(): Promise<number[]>
  drop(): Promise<void>
}

/** For tests of functions that take a pool. */
export interface StoresWithPool extends TestStores {
  pool: DatabasePool
}

/** The databases that global-setup.ts prepares: cloning one is many times faster than migrating and importing. */
export const templates = { empty: 'larder_template', 'fixture-foods': 'larder_fixture_template' } as const

/** Removes all foods, for tests that import into the same database. */
export const emptyCatalog = `
  truncate foods, food_details, superseded_records, partial_records, merged_food_ids, food_changes, excluded_records, duplicate_line_digests, sync_cursors,
    catalog_scope, catalog_breakdown, category_counts, category_quantiles, brand_counts, popular_page_anchors, terms, changed_terms, search_index_parts, peer_statistics;
  update catalog_stats set foods = 0, search_index_build = null`

/** `demo` is what `larder demo` loads, which takes some seconds: for tests of what a newcomer sees. */
export type Contents = keyof typeof templates | 'demo'

/** Creates a migrated database and a Redis database for one test. */
export async function createStores(contents: Contents = 'empty'): Promise<StoresWithPool> {
  const adminUrl = inject('databaseUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await withConnection(adminUrl, admin =>
    admin.query(`create database ${name} template ${templates[contents === 'demo' ? 'empty' : contents]}`),
  )
  const databaseUrl = new URL(adminUrl)
  databaseUrl.pathname = `/${name}`
  if (contents === 'demo')
    await withConnection(databaseUrl.href, client => runImport(client, { inputs: demoInputs }))

  // Kept open: a new connection for every statement would cost PostgreSQL a process each time.
  const pool = openPool({
    url: databaseUrl.href,
    connections: 4,
    connectTimeoutMs: 10_000,
    queryTimeoutMs: 60_000,
    applicationName: 'test',
    onIdleError: () => undefined,
  })

  async function sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> {
    const { rows } = await pool.query<Row>({ text, ...(values && { values }) })
    return rows
  }

  const redis = new Redis(inject('redisUrl'))
  const redisUrl = `${inject('redisUrl')}/${1 + ((await redis.incr('test-databases')) % 999)}`
  redis.disconnect()

  return {
    databaseUrl: databaseUrl.href,
    redisUrl,
    pool,
    sql,
    backendIds: async () => {
      const rows = await sql<{ pid: number }>(
        'select pid from pg_stat_activity where datname = current_database()',
      )
      return rows.map(({ pid }) => pid)
    },
    drop: async () => {
      await pool.close()
      await withConnection(adminUrl, admin => admin.query(`drop database ${name} with (force)`))
    },
  }
}

/** The same, removed when the test ends. */
export async function storesForTest(contents: Contents = 'empty'): Promise<TestStores> {
  const stores = await createStores(contents)
  onTestFinished(stores.drop)
  return stores
}
