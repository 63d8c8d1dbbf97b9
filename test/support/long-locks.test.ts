import { describe, expect, it } from 'vitest'
import { parseMigration, readMigrations } from '../../src/platform/database/sql-files.ts'
import { findLongLocks } from './long-locks.ts'

/** Applied before there was a rule; the last one is 0023. */
const firstChecked = '0024'

it('no migration holds a strong lock for long', async () => {
  // A breaking one is applied while no node runs.
  const migrations = (await readMigrations()).filter(
    ({ name, isBreaking }) => name >= firstChecked && !isBreaking,
  )
  const faults = migrations.flatMap(migration =>
    findLongLocks(migration).map(fault => `${migration.name}, ${fault}`),
  )
  expect(faults).toEqual([])
})

it('would have found those of earlier migrations that rewrite foods or build its indexes', async () => {
  const migrations = await readMigrations()
  const found = migrations.filter(migration => findLongLocks(migration).length > 0).map(({ name }) => name)
  expect(found).toEqual(
    expect.arrayContaining([
      '0002_products.sql',
      '0003_search.sql',
      '0016_common_foods_first.sql',
      '0017_lookups.sql',
      '0025_everyday_popularity.sql',
    ]),
  )
  expect(found).not.toContain('0001_baseline.sql')
  expect(found).not.toContain('0023_availability.sql')
})

const faultsOf = (statements: string) => findLongLocks(parseMigration('0024_test.sql', statements))

describe('statements', () => {
  it.each([
    [
      'a new table with everything',
      `
      create table meals (id bigint generated always as identity primary key, name text not null default md5('a') unique);
      create index meals_name on meals (name);
      alter table meals add weight real check (weight > 0), alter name type varchar(9);
      insert into meals (name) select name from foods`,
    ],
    ['a column without a default', 'alter table foods add column starch_g real'],
    [
      'a column with a constant',
      "alter table foods add note text not null default '', add size integer default 0, add is_new boolean not null default false",
    ],
    ['a column with the time', 'alter table foods add seen_at timestamptz not null default now()'],
    [
      'a constraint in two steps',
      `
      alter table foods add constraint starch_check check (starch_g >= 0) not valid;
--! step
      alter table foods validate constraint starch_check`,
    ],
    [
      'an index built concurrently',
      `alter table foods add starch_g real;
--! step
      create index concurrently if not exists foods_starch on foods (starch_g)`,
    ],
    [
      'a unique constraint from an index',
      'alter table foods add constraint foods_code unique using index foods_code_key',
    ],
    [
      'not null after a valid check',
      `
      alter table foods add constraint note_given check (note is not null) not valid;
--! step
      alter table foods validate constraint note_given;
--! step
      alter table foods alter column note set not null, drop constraint note_given`,
    ],
    [
      'words in comments and strings',
      `
      -- create index concurrently would do
      comment on table foods is 'lock; cluster; alter table foods alter id type text'`,
    ],
  ])('accepts %s', (_name, statements) => {
    expect(faultsOf(statements)).toEqual([])
  })

  it.each([
    ['create index foods_starch on foods (starch_g)', 'concurrently'],
    ['create unique index if not exists foods_starch on foods (starch_g)', 'concurrently'],
    ['create index concurrently foods_starch on foods (starch_g)', 'if not exists'],
    [
      'alter table foods add a real; create index concurrently if not exists b on foods (a)',
      'without others',
    ],
    ['alter table foods alter column starch_g type numeric', 'change of type'],
    ['alter table foods alter starch_g set data type numeric', 'change of type'],
    ['alter table foods alter starch_g set not null', 'valid check'],
    [
      'alter table foods add constraint c check (starch_g is not null) not valid;\n--! step\nalter table foods alter starch_g set not null',
      'valid check',
    ],
    ['alter table foods add a real, add constraint c check (a > 0)', 'not valid'],
    ['alter table foods add foreign key (a) references b (id)', 'not valid'],
    [
      'alter table foods add constraint c check (a > 0) not valid; alter table foods validate constraint c',
      'without others',
    ],
    ['alter table foods add unique (a, b)', 'using index'],
    ['alter table foods add a real check (a > 0)', 'new column'],
    ['alter table foods add a bigint references accounts', 'new column'],
    ['alter table foods add a uuid default gen_random_uuid()', 'volatile'],
    ["alter table foods add a bigint not null default nextval('s')", 'volatile'],
    ['alter table foods add column a integer generated always as (b + 1) stored', 'rewrites'],
    ['alter table foods add a bigserial', 'rewrites'],
    ['alter table foods set unlogged', 'rewrites'],
    ['alter table foods add a real; alter table api_keys add b real', 'locks foods and api_keys'],
    ['alter table foods add a real; update foods set a = 1', 'changes rows'],
    ['lock table foods', 'not allowed'],
    ['reindex table foods', 'concurrent'],
  ])('rejects %s', (statements, fault) => {
    expect(faultsOf(statements).join()).toContain(fault)
  })
})
