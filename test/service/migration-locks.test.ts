// larder migrate, next to sessions that hold locks.
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { LockWaitOptions } from '../../src/platform/database/lock-waits.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import { storesForTest, type TestStores } from '../support/database.ts'

/** `larder migrate` of a release with a changed function. */
const migrateWith = (stores: TestStores, options: Partial<LockWaitOptions> = {}) =>
  withConnection(stores.databaseUrl, client => migrate(client, options))

const changedFunction = "update schema_functions set checksum = '' where name = 'rank_tier_of'"
const changedFunctions = (stores: TestStores) =>
  stores.sql<{ name: string }>("select name from schema_functions where checksum = ''")

/** A transaction that keeps others from writing to the table, as `create index` does. */
async function openBlocker({ databaseUrl }: TestStores) {
  const blocker = new pg.Client({ connectionString: databaseUrl, application_name: 'the blocker' })
  await blocker.connect()
  onTestFinished(() => blocker.end())
  await blocker.query('begin')
  await blocker.query('lock table schema_functions in share mode')
  const { rows } = await blocker.query<{ pid: number }>('select pg_backend_pid() as pid')
  return { pid: rows[0]?.pid, end: () => blocker.query('commit') }
}

describe('a lock that another session holds', () => {
  it('is waited for without blocking reads, and the session is named', async () => {
    const stores = await storesForTest()
    await stores.sql(changedFunction)
    const blocker = await openBlocker(stores)
    const messages: string[] = []
    const migration = migrateWith(stores, { onWait: message => messages.push(message) })
    await expect.poll(() => messages.length).toBeGreaterThan(0)
    expect(messages[0]?.replace(/\d+ s /g, 'N s ').replace(/(?<=for )\d+/, 'N')).toBe(
      `larder migrate waits for a lock on schema_functions (N s of at most 600 s; requests are served meanwhile)
  held by pid ${blocker.pid}, the blocker, role larder, idle in transaction, transaction open for N s, query: select pg_backend_pid() as pid
  Wait until it ends, or end it: select pg_terminate_backend(${blocker.pid})`,
    )
    for (let n = 0; n < 50; n++) await stores.sql('select from schema_functions limit 1')
    expect(await changedFunctions(stores)).toEqual([{ name: 'rank_tier_of' }])
    await blocker.end()
    await migration
    expect(await changedFunctions(stores)).toEqual([])
  })

  it('ends the migration after the time limit, with the session and what to do', async () => {
    const stores = await storesForTest()
    await stores.sql(changedFunction)
    const { pid } = await openBlocker(stores)
    await expect(migrateWith(stores, { maxWaitMs: 1_500 })).rejects.toMatchObject({
      message: expect.stringMatching(
        new RegExp(`waited for a lock on schema_functions for 2 s\n  held by pid ${pid}, the blocker`),
      ),
      advice: expect.stringContaining(`select pg_terminate_backend(${pid})`),
    })
    expect(await changedFunctions(stores)).toEqual([{ name: 'rank_tier_of' }])
  })
})
