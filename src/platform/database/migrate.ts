// Brings a database to the schema of this release: migrations forward only, each step in its own transaction, and the SQL
// functions around them (docs/decisions/0016-sql-functions.md).
import { setTimeout as wait } from 'node:timers/promises'
import { type Client, escapeIdentifier } from 'pg'
import { nodesBefore } from './live-nodes.ts'
import {
  type LockingSession,
  type LockWaitOptions,
  MigrationBlocked,
  withLockingSession,
  withLocks,
} from './lock-waits.ts'
import { inTransaction } from './pool.ts'
import { type AppliedMigration, fileOf, findMismatch, nameOfStep } from './schema-check.ts'
import { type Migration, readFunctions, readMigrations, type SqlFile } from './sql-files.ts'

// Any fixed number: concurrent runs on one database wait for the same lock.
const lock = 7_264_081_946
const otherRunPollMs = 250

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

export interface MigrateOptions extends Partial<LockWaitOptions> {
  /** Default: those of this release. */
  migrations?: Migration[]
}

export async function migrate(client: Client, options: MigrateOptions = {}): Promise<MigrationResult> {
  const [migrations, functions] = await Promise.all([options.migrations ?? readMigrations(), readFunctions()])
  return withLockingSession(client, options, session => migrateInSession(session, migrations, functions))
}

async function migrateInSession(
  session: LockingSession,
  migrations: Migration[],
  functions: SqlFile[],
): Promise<MigrationResult> {
  const { client } = session
  await waitForOtherRuns(session)
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
    const isNewer = applied.some(({ name }) => !shipped.has(fileOf(name)))

    // A migration may use a new function in a generated column or an index.
    await inLockedTransaction(session, 'new functions', () => createFunctions(client, added))
    for (const migration of pending) {
      // Nodes cannot run on an empty database.
      if (migration.isBreaking && applied.length > 0) await assertNoEarlierNodes(client, migration)
      await applyMigration(session, migration, appliedNames)
    }
    // Functions of a newer release are kept: nodes of this release work with them too.
    const replaced = isNewer ? [] : changed
    await inLockedTransaction(session, 'changed functions', async () => {
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

/** Polls: a session that waits in pg_advisory_lock has a snapshot, for which `create index concurrently` would wait. */
async function waitForOtherRuns({ client, onWait }: LockingSession): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await client.query<{ is_locked: boolean }>(
      'select pg_try_advisory_lock($1) as is_locked',
      [lock],
    )
    if (rows[0]?.is_locked) return
    if (attempt === 1) onWait('waiting for another larder migrate to finish')
    await wait(otherRunPollMs)
  }
}

const inLockedTransaction = <T>(session: LockingSession, name: string, work: () => Promise<T>) =>
  withLocks(session, { name }, () => inTransaction(session.client, work))

async function assertNoEarlierNodes(client: Client, { name }: Migration): Promise<void> {
  const nodes = await nodesBefore(client, name)
  if (nodes.length === 0) return
  throw new MigrationBlocked(
    `${name} would break the running nodes: ${nodes.join(', ')}`,
    'Stop them, run larder migrate again, then start the nodes of this version',
  )
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

async function applyMigration(
  session: LockingSession,
  { name, checksum, isBreaking, steps }: Migration,
  appliedNames: ReadonlySet<string>,
): Promise<void> {
  const { client } = session
  for (const [index, { statements, isConcurrent }] of steps.entries()) {
    const stepName = nameOfStep(name, index + 1)
    if (appliedNames.has(stepName)) continue
    const isLast = index === steps.length - 1
    const recordStep = async () => {
      if (isLast)
        await client.query('delete from schema_migrations where starts_with(name, $1)', [`${name} `])
      await client.query('insert into schema_migrations (name, checksum, is_breaking) values ($1, $2, $3)', [
        isLast ? name : stepName,
        checksum,
        isBreaking,
      ])
    }
    const work = {
      name: steps.length === 1 ? name : `${name}, step ${index + 1} of ${steps.length},`,
      isConcurrent,
    }
    if (isConcurrent) {
      await withLocks(session, work, async () => {
        await dropInvalidIndex(client, statements)
        await client.query(statements)
      })
      await inTransaction(client, recordStep)
    } else {
      await withLocks(session, work, () =>
        inTransaction(client, async () => {
          await client.query(statements)
          await recordStep()
        }),
      )
    }
  }
}

/** What `create index concurrently` leaves behind when it fails: `if not exists` would take it for the index. */
async function dropInvalidIndex(client: Client, statements: string): Promise<void> {
  const [, index] = /\bindex\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(statements) ?? []
  if (index === undefined) return
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  if (rowCount !== 0) await client.query(`drop index concurrently ${escapeIdentifier(index)}`)
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
