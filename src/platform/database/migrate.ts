// Creates the tables and SQL functions of this release in an empty database, and replaces functions that have changed
// (docs/decisions/0016-sql-functions.md).
import type { Client } from 'pg'
import { type LockWaitOptions, withLocks } from './lock-waits.ts'
import { inTransaction } from './pool.ts'
import { checkSchema } from './schema-check.ts'
import { readBaseline, readFunctions, type SqlFunction } from './sql-files.ts'

// Any fixed number: concurrent runs on one database wait for the same lock.
const lock = 7_264_081_946

const bookkeepingTables = `
  create table if not exists schema_baseline (
    singleton boolean primary key default true check (singleton),
    checksum text not null,
    created_at timestamptz not null default now()
  );
  create table if not exists schema_functions (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`

export interface MigrationResult {
  /** Whether the database was empty. */
  createdTables: boolean
  /** Names of the functions created or replaced, not of those that were unchanged. */
  functions: string[]
}

/** Throws a SchemaMismatch if the database has other tables. */
export function migrate(client: Client, options: Partial<LockWaitOptions> = {}): Promise<MigrationResult> {
  return withLocks(client, options, () => inTransaction(client, () => migrateNow(client)))
}

async function migrateNow(client: Client): Promise<MigrationResult> {
  await client.query('select pg_advisory_xact_lock($1)', [lock])
  await client.query(bookkeepingTables)
  const { mismatch, differentFunctions } = await checkSchema({ query: statement => client.query(statement) })
  if (mismatch?.kind === 'different') throw mismatch
  const functions = await readFunctions()
  // Before the tables, whose generated columns and triggers call them.
  await createFunctions(
    client,
    functions.filter(({ name }) => differentFunctions.includes(name)),
  )
  await client.query('delete from schema_functions where name <> all ($1)', [
    functions.map(({ name }) => name),
  ])
  if (mismatch !== undefined) {
    const { statements, checksum } = await readBaseline()
    await client.query(statements)
    await client.query('insert into schema_baseline (checksum) values ($1)', [checksum])
  }
  return { createdTables: mismatch !== undefined, functions: differentFunctions }
}

async function createFunctions(client: Client, functions: SqlFunction[]): Promise<void> {
  // On an empty database the tables that a function reads do not exist yet.
  await client.query('set local check_function_bodies = off')
  for (const { name, statements, checksum } of functions) {
    await client.query(statements)
    await client.query(
      `insert into schema_functions (name, checksum) values ($1, $2)
         on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
      [name, checksum],
    )
  }
}
