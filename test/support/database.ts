import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import type pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { withConnection } from '../../src/database/pool.ts'
import { runImport } from '../../src/importer/run.ts'

export interface TestStores {
  databaseUrl: string
  redisUrl: string
  /** Runs SQL on the test's own database. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  drop(): Promise<void>
}

/** A migrated database and a Redis database that nobody else uses. */
export async function createStores(): Promise<TestStores> {
  const adminUrl = inject('databaseUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await withConnection(adminUrl, admin => admin.query(`create database ${name} template larder_template`))
  const databaseUrl = new URL(adminUrl)
  databaseUrl.pathname = `/${name}`

  const redis = new Redis(inject('redisUrl'))
  const redisUrl = `${inject('redisUrl')}/${1 + ((await redis.incr('test-databases')) % 999)}`
  redis.disconnect()

  return {
    databaseUrl: databaseUrl.href,
    redisUrl,
    sql: (text, values) =>
      withConnection(databaseUrl.href, async client => {
        const { rows } = await client.query(text, values)
        return rows
      }),
    drop: async () => {
      await withConnection(adminUrl, admin => admin.query(`drop database ${name} with (force)`))
    },
  }
}

/** The same, gone when the test ends. */
export async function storesForTest(): Promise<TestStores> {
  const stores = await createStores()
  onTestFinished(stores.drop)
  return stores
}

export async function loadDemoFoods(stores: TestStores): Promise<void> {
  await withConnection(stores.databaseUrl, client =>
    runImport(client, {
      inputs: [{ file: 'data/demo-foods.jsonl', origin: { from: 'foods', source: 'as-told' } }],
    }),
  )
}
