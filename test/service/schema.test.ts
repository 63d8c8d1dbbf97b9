import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { migrate } from '../../src/platform/database/migrate.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import { storesForTest } from '../support/database.ts'

it('applies each migration once when run concurrently', async () => {
  const stores = await storesForTest()
  await stores.sql('drop schema public cascade; create schema public')
  const applied = await Promise.all(
    Array.from({ length: 5 }, () => withConnection(stores.databaseUrl, migrate)),
  )
  const files = applied.flatMap(({ migrations }) => migrations)
  expect(files.length).toBeGreaterThan(0)
  expect(new Set(files).size).toBe(files.length)
  expect(await stores.sql('select name from schema_migrations order by name')).toEqual(
    [...files].sort().map(name => ({ name })),
  )
})

it('rolls back a failed migration', async () => {
  const stores = await storesForTest()
  await stores.sql("delete from schema_migrations where name = '0001_baseline.sql'")
  await expect(withConnection(stores.databaseUrl, migrate)).rejects.toThrow('already exists')
  expect(await stores.sql("select from schema_migrations where name = '0001_baseline.sql'")).toEqual([])
})

describe('SQL functions', () => {
  it('are named after their files', async () => {
    const stores = await storesForTest()
    const functions = await stores.sql<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
         and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e') order by name`,
    )
    const files = readdirSync('sql/functions').map(file => file.replace(/\.sql$/, ''))
    expect(functions.map(({ name }) => name)).toEqual(files.toSorted())
  })

  it('are replaced when their file changes, keeping generated columns that use them', async () => {
    const stores = await storesForTest()
    const definition = () =>
      stores.sql("select pg_get_functiondef(oid) as text from pg_proc where proname = 'compute_static_rank'")
    const current = await definition()
    await stores.sql(
      `create or replace function compute_static_rank(
         source text, confidence numeric, has_image boolean, popularity integer, is_usable boolean default true)
         returns integer immutable parallel safe language sql return 1;
       update schema_functions set checksum = 'of an older file' where name = 'compute_static_rank'`,
    )
    expect(await definition()).not.toEqual(current)
    expect(await withConnection(stores.databaseUrl, migrate)).toEqual({
      migrations: [],
      functions: ['compute_static_rank'],
    })
    expect(await definition()).toEqual(current)
    expect(await withConnection(stores.databaseUrl, migrate)).toEqual({ migrations: [], functions: [] })
    expect(
      await stores.sql(
        "select is_generated from information_schema.columns where table_name = 'foods' and column_name = 'static_rank'",
      ),
    ).toEqual([{ is_generated: 'ALWAYS' }])
  })

  it('lose their record when their file is deleted', async () => {
    const stores = await storesForTest()
    await stores.sql("insert into schema_functions (name, checksum) values ('no_longer_used', '')")
    await withConnection(stores.databaseUrl, migrate)
    expect(await stores.sql("select from schema_functions where name = 'no_longer_used'")).toEqual([])
  })
})

describe('applied migrations', () => {
  it('stop migrate if one was edited, naming the file', async () => {
    const stores = await storesForTest()
    await stores.sql(
      "update schema_migrations set checksum = 'of another text' where name = '0001_baseline.sql'",
    )
    await expect(withConnection(stores.databaseUrl, migrate)).rejects.toThrow(
      'sql/migrations/0001_baseline.sql was changed after it was applied',
    )
  })

  it('of a newer release are left unchanged, and stop migrate if one is breaking', async () => {
    const stores = await storesForTest()
    await stores.sql(
      `insert into schema_migrations (name, checksum, is_breaking) values ('9998_next.sql', '', false);
       update schema_functions set checksum = 'of the next release'`,
    )
    expect(await withConnection(stores.databaseUrl, migrate)).toEqual({ migrations: [], functions: [] })
    await stores.sql(
      "insert into schema_migrations (name, checksum, is_breaking) values ('9999_break.sql', '', true)",
    )
    await expect(withConnection(stores.databaseUrl, migrate)).rejects.toThrow('9999_break.sql')
  })

  it('are stored with their breaking flag', async () => {
    const stores = await storesForTest()
    const marked = readdirSync('sql/migrations').filter(name =>
      readFileSync(`sql/migrations/${name}`, 'utf8').startsWith('--! breaking'),
    )
    const stored = await stores.sql<{ name: string }>(
      'select name from schema_migrations where is_breaking order by name',
    )
    expect(stored.map(({ name }) => name)).toEqual(marked)
  })
})
