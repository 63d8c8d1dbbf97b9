// Brings a database to the schema of this release: migrations forward only, each in its own transaction, and the SQL
// functions around them (docs/decisions/0016-sql-functions.md).
import type { Client } from 'pg'
import { inTransaction } from './pool.ts'
import { type AppliedMigration, findMismatch } from './schema-check.ts'
import { type Migration, readFunctions, readMigrations, type SqlFile } from './sql-files.ts'

// Any fixed number: concurrent runs on one database wait for the same lock.
const lock = 7_264_081_946

const bookkeepingTables = `
  create table if not exists schema_migrations (
    name text primary key,
    checksum text not null,
    is_breaking boolean not null,
    applied_at timestamptz not null default now()
  );
  create table if not exists schema_functions (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`

export interface MigrationResult {
  /** File names, in the order in which they were applied. */
  migrations: string[]
  /** Names of the functions created or replaced, not of those that were unchanged. */
  functions: string[]
}

export async function migrate(client: Client): Promise<MigrationResult> {
  const migrations = await readMigrations()
  const functions = await readFunctions()
  await client.query('select pg_advisory_lock($1)', [lock])
  try {
    await client.query(bookkeepingTables)
    const applied = await appliedMigrations(client)
    const mismatch = findMismatch(migrations, applied)
    if (mismatch !== undefined && mismatch.kind !== 'older') throw mismatch
    const appliedNames = new Set(applied.map(({ name }) => name))
    const pending = migrations.filter(({ name }) => !appliedNames.has(name))
    const recorded = await recordedChecksums(client)
    const added = functions.filter(({ name }) => !recorded.has(name))
    const changed = functions.filter(({ name, checksum }) => (recorded.get(name) ?? checksum) !== checksum)
    const shipped = new Set(migrations.map(({ name }) => name))
    const isNewer = applied.some(({ name }) => !shipped.has(name))

    // A migration may use a new function in a generated column or an index.
    await inTransaction(client, () => createFunctions(client, added))
    for (const migration of pending) await applyMigration(client, migration)
    // Functions of a newer release are kept: nodes of this release work with them too.
    const replaced = isNewer ? [] : changed
    await inTransaction(client, async () => {
      // A migration may have dropped a function to change its parameters, so recreate all of them after a migration.
      await createFunctions(client, pending.length > 0 && !isNewer ? functions : replaced)
      if (!isNewer) await deleteRemovedFunctions(client, functions)
    })
    return {
      migrations: pending.map(({ name }) => name),
      functions: [...added, ...replaced].map(({ name }) => name),
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock])
  }
}

async function appliedMigrations(client: Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'select name, checksum, is_breaking from schema_migrations order by name',
  )
  return rows
}

async function recordedChecksums(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_functions',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

async function applyMigration(client: Client, migration: Migration): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(migration.statements)
    await client.query('insert into schema_migrations (name, checksum, is_breaking) values ($1, $2, $3)', [
      migration.name,
      migration.checksum,
      migration.isBreaking,
    ])
  })
}

async function createFunctions(client: Client, functions: SqlFile[]): Promise<void> {
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

/** A migration that drops a function does not delete its row. */
async function deleteRemovedFunctions(client: Client, functions: SqlFile[]): Promise<void> {
  await client.query('delete from schema_functions where name <> all ($1)', [
    functions.map(({ name }) => name),
  ])
}
