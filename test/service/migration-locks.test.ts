// Migrations in steps, next to sessions that hold locks and nodes that serve.
import { hostname } from 'node:os'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ask } from '../../lab/clients/http.ts'
import { spawnService, startService } from '../../lab/service.ts'
import { version } from '../../src/main/version.ts'
import { type MigrateOptions, migrate } from '../../src/platform/database/migrate.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import { findMismatch } from '../../src/platform/database/schema-check.ts'
import { parseMigration, readMigrations } from '../../src/platform/database/sql-files.ts'
import { storesForTest, type TestStores } from '../support/database.ts'

const name = '9999_next.sql'
const shipped = await readMigrations()

/** `larder migrate` of a release with one more migration. */
const migrateWith = (stores: TestStores, statements: string, options: MigrateOptions = {}) =>
  withConnection(stores.databaseUrl, client =>
    migrate(client, { ...options, migrations: [...shipped, parseMigration(name, statements)] }),
  )

const recorded = async (stores: TestStores) =>
  (
    await stores.sql<{ name: string }>(
      `select name from schema_migrations where name like '9999%' order by name`,
    )
  ).map(row => row.name)

/** A transaction that has read `foods`, as a backup does. */
async function openReader({ databaseUrl }: TestStores) {
  const reader = new pg.Client({ connectionString: databaseUrl, application_name: 'the backup' })
  await reader.connect()
  onTestFinished(() => reader.end())
  await reader.query('begin isolation level repeatable read')
  await reader.query('select count(*) from foods')
  const { rows } = await reader.query<{ pid: number }>('select pg_backend_pid() as pid')
  return { pid: rows[0]?.pid, end: () => reader.query('commit') }
}

describe('steps', () => {
  it('continue with the one that failed, and keep earlier releases out if the migration is breaking', async () => {
    const stores = await storesForTest()
    const statements = `--! breaking
create table first_step ();
--! step
insert into made_later values (1);
--! step
create table last_step ();`
    await expect(migrateWith(stores, statements)).rejects.toThrow('made_later')
    expect(await recorded(stores)).toEqual([`${name} step 1`])
    const applied = await withConnection(
      stores.databaseUrl,
      async client => (await client.query('select name, checksum, is_breaking from schema_migrations')).rows,
    )
    expect(findMismatch(shipped, applied)?.kind).toBe('newer')
    const next = [...shipped, parseMigration(name, statements)]
    expect(findMismatch(next, applied)?.kind).toBe('older')
    const edited = [...shipped, parseMigration(name, `${statements} `)]
    expect(findMismatch(edited, applied)?.kind).toBe('edited')

    await stores.sql('create table made_later (n integer)')
    expect(await migrateWith(stores, statements)).toMatchObject({ migrations: [name] })
    expect(await recorded(stores)).toEqual([name])
    expect(await stores.sql('select n from made_later')).toEqual([{ n: 1 }])
  })

  it('replace the invalid index of a failed one', async () => {
    const stores = await storesForTest()
    await stores.sql('create table twice as select 1 as n from generate_series(1, 2)')
    const statements = 'create unique index concurrently if not exists twice_n on twice (n);'
    const isValid = () => stores.sql(`select indisvalid from pg_index where indexrelid = 'twice_n'::regclass`)
    await expect(migrateWith(stores, statements)).rejects.toThrow('twice_n')
    expect(await isValid()).toEqual([{ indisvalid: false }])
    await stores.sql('delete from twice where ctid = (select max(ctid) from twice)')
    await migrateWith(stores, statements)
    expect(await isValid()).toEqual([{ indisvalid: true }])
  })

  it('build an index once while other runs wait', async () => {
    const stores = await storesForTest('fixture-foods')
    const statements = 'create index concurrently if not exists foods_test on foods (lower(name));'
    const results = await Promise.all(Array.from({ length: 4 }, () => migrateWith(stores, statements)))
    expect(results.flatMap(({ migrations }) => migrations)).toEqual([name])
  })
})

describe('a lock that another session holds', () => {
  const statements = 'alter table foods add column next_value real;'

  it('is waited for without blocking reads, and the session is named', async () => {
    const stores = await storesForTest('fixture-foods')
    const reader = await openReader(stores)
    const messages: string[] = []
    const migration = migrateWith(stores, statements, { onWait: message => messages.push(message) })
    await expect.poll(() => messages.length).toBeGreaterThan(0)
    expect(messages[0]?.replace(/\d+ s /g, 'N s ').replace(/(?<=for )\d+/, 'N')).toBe(
      `${name} waits for a lock on foods (N s of at most 600 s; requests are served meanwhile)
  held by pid ${reader.pid}, the backup, role larder, idle in transaction, transaction open for N s, query: select pg_backend_pid() as pid
  Wait until it ends, or end it: select pg_terminate_backend(${reader.pid})`,
    )
    for (let n = 0; n < 50; n++) await stores.sql('select from foods limit 1')
    expect(await recorded(stores)).toEqual([])
    await reader.end()
    await migration
    expect(await recorded(stores)).toEqual([name])
  })

  it('ends the migration after the time limit, with the session and what to do', async () => {
    const stores = await storesForTest('fixture-foods')
    const { pid } = await openReader(stores)
    await expect(migrateWith(stores, statements, { maxWaitMs: 1_500 })).rejects.toMatchObject({
      message: expect.stringMatching(
        new RegExp(`waited for a lock on foods for 2 s\n  held by pid ${pid}, the backup`),
      ),
      advice: expect.stringContaining(`select pg_terminate_backend(${pid})`),
    })
    expect(await recorded(stores)).toEqual([])
  })

  it('does not disturb the transaction that an index waits for', async () => {
    const stores = await storesForTest('fixture-foods')
    const reader = await openReader(stores)
    const messages: string[] = []
    const index = 'create index concurrently if not exists foods_test on foods (lower(name));'
    const migration = migrateWith(stores, index, { onWait: message => messages.push(message) })
    await expect.poll(() => messages.length).toBeGreaterThan(0)
    expect(messages[0]).toContain('waits for older transactions')
    expect(messages[0]).toContain(`held by pid ${reader.pid}, the backup`)
    await reader.end()
    await migration
  })
})

describe('a breaking migration', () => {
  const statements = '--! breaking\ncreate table next_table ();'

  it('is refused while a node of an earlier release runs, which is named', async () => {
    const stores = await storesForTest()
    const node = await startService(stores)
    expect((await ask(node.apiUrl, '/foods/categories')).status).toBe(200)
    await expect(migrateWith(stores, statements)).rejects.toMatchObject({
      message: expect.stringMatching(
        new RegExp(
          `^${name} would break the running nodes: ${version} on ${hostname()} \\(connections: \\d+\\)$`,
        ),
      ),
      advice: expect.stringContaining('Stop them'),
    })
    expect(await recorded(stores)).toEqual([])
    await node.stop()
    expect(await migrateWith(stores, statements)).toMatchObject({ migrations: [name] })
  })

  it('is applied when the node was killed', async () => {
    const stores = await storesForTest()
    const node = await spawnService(stores, {}, undefined, ['--only', 'website'])
    await expect(migrateWith(stores, statements)).rejects.toThrow('would break')
    await node.stop('SIGKILL')
    await expect
      .poll(() => migrateWith(stores, statements).catch((error: Error) => error.message))
      .toMatchObject({ migrations: [name] })
  })

  it('is refused while a node without a version runs, and applied next to commands and nodes that know it', async () => {
    const stores = await storesForTest()
    const connect = async (application_name: string) => {
      const client = new pg.Client({ connectionString: stores.databaseUrl, application_name })
      await client.connect()
      return client
    }
    const others = [await connect('larder'), await connect(`larder principal changes ${version}+9999 web-1`)]
    const old = await connect('larder lookup')
    onTestFinished(async () => {
      await Promise.all(others.map(client => client.end()))
    })
    await expect(migrateWith(stores, statements)).rejects.toThrow(
      `would break the running nodes: an earlier version on an unknown host (connections: 1)`,
    )
    await old.end()
    await expect
      .poll(() => migrateWith(stores, statements).catch((error: Error) => error.message))
      .toMatchObject({ migrations: [name] })
  })
})
