import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { programArguments } from '../../lab/build.ts'
import { environmentFor } from '../../lab/service.ts'
import { accountTables } from '../../src/accounts/tables.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import { SchemaMismatch } from '../../src/platform/database/schema-check.ts'
import { readBaseline } from '../../src/platform/database/sql-files.ts'
import { storesForTest, type TestStores } from '../support/database.ts'

const emptyDatabase = 'drop schema public cascade; create schema public'

it('creates the tables once when run concurrently', async () => {
  const stores = await storesForTest()
  await stores.sql(emptyDatabase)
  const results = await Promise.all(
    Array.from({ length: 5 }, () => withConnection(stores.databaseUrl, migrate)),
  )
  expect(results.filter(({ createdTables }) => createdTables)).toHaveLength(1)
  const { checksum } = await readBaseline()
  expect(await stores.sql('select checksum from schema_baseline')).toEqual([{ checksum }])
  expect(await stores.sql('select foods from catalog_stats')).toEqual([{ foods: 0 }])
})

it('leaves nothing behind when it fails', async () => {
  const stores = await storesForTest()
  await stores.sql(`${emptyDatabase}; create table synonyms ()`)
  await expect(withConnection(stores.databaseUrl, migrate)).rejects.toThrow('already exists')
  const tables = "select relname as name from pg_class where relnamespace = 'public'::regnamespace"
  expect(await stores.sql(tables)).toEqual([{ name: 'synonyms' }])
})

describe('a database with other tables', () => {
  it.each([
    ['another baseline', "update schema_baseline set checksum = 'of other files'"],
    ['no record of its baseline', 'drop table schema_baseline, schema_functions'],
  ])('is left unchanged: %s', async (_name, statements) => {
    const stores = await storesForTest()
    await stores.sql(`${statements}; create or replace function rank_tier_of(static_rank integer, thresholds integer[])
      returns smallint immutable parallel safe language sql return 1`)
    const body = "select prosqlbody::text as body from pg_proc where proname = 'rank_tier_of'"
    const before = await stores.sql(body)
    await expect(withConnection(stores.databaseUrl, migrate)).rejects.toMatchObject({ kind: 'different' })
    expect(await stores.sql(body)).toEqual(before)
  })

  it('can be replaced by an empty one with the same accounts, by the commands of the message', async () => {
    const [old, next] = [await storesForTest('fixture-foods'), await storesForTest()]
    await next.sql(emptyDatabase)
    await old.sql(
      `insert into accounts (name, plan) values ('acme', 'pro'), ('other', 'starter');
       insert into api_keys (account_id, kind, name, scope, secret_hash, prefix, last_four)
         select id, 'account', 'account key', 'full', name::bytea, 'lk', 'abcd' from accounts;
       insert into audit_log (account_id, actor, action) select id, 'operator', 'create account' from accounts;
       insert into usage (account_id, day, key_id, endpoint, status, requests)
         select account_id, current_date, id, '/search', 200, 7 from api_keys;
       insert into recovery_codes (account_id, code_hash) select id, 'code' from accounts;
       insert into passkeys (account_id, name, credential_id, public_key, user_handle, sign_count)
         select id, 'phone', name::bytea, 'key', 'handle', 3 from accounts;
       insert into identities (provider, subject, account_id) select 'github', name, id from accounts;
       insert into sent_reminders (account_id, reminder) select id, 'unused key' from accounts;
       insert into subscriptions (account_id, stripe_customer_id, status) select id, name, 'active' from accounts;
       insert into billing_events (id, type) values ('evt_1', 'invoice.paid');
       update schema_baseline set checksum = 'of other files'`,
    )
    const failure = await withConnection(old.databaseUrl, migrate).catch((error: unknown) => error)
    if (!(failure instanceof SchemaMismatch)) throw new Error('migrate did not refuse')
    const commands = failure.advice.split('\n').filter(line => line.startsWith('  '))
    const larder = `larder() { (cd ${process.cwd()} && ${[process.execPath, ...programArguments()].join(' ')} "$@"); }`
    execFileSync('bash', ['-eo', 'pipefail', '-c', [larder, ...commands].join('\n')], {
      cwd: mkdtempSync(join(tmpdir(), 'larder-accounts-')),
      env: {
        ...process.env,
        ...environmentFor(next),
        DATABASE_URL: old.databaseUrl,
        NEW_URL: next.databaseUrl,
      },
    })
    const contentsOf = (stores: TestStores) =>
      Promise.all(accountTables.map(table => stores.sql(`select * from ${table} order by ${table}::text`)))
    expect(await contentsOf(next)).toEqual(await contentsOf(old))
    expect(await next.sql('select name, plan from accounts order by name')).toEqual([
      { name: 'acme', plan: 'pro' },
      { name: 'other', plan: 'starter' },
    ])
    // The sequence of the identity column continues too.
    expect(await next.sql("insert into accounts (name) values ('third') returning id")).toEqual([{ id: 3 }])
    expect(await next.sql('select from foods')).toEqual([])
  })
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
      createdTables: false,
      functions: ['compute_static_rank'],
    })
    expect(await definition()).toEqual(current)
    expect(await withConnection(stores.databaseUrl, migrate)).toEqual({ createdTables: false, functions: [] })
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
