// Checks whether a database has the schema that this release was built for.
import pg from 'pg'
import type { Database } from './pool.ts'
import { type Migration, readFunctions, readMigrations, type SqlFile } from './sql-files.ts'

export interface AppliedMigration {
  name: string
  checksum: string
  is_breaking: boolean
}

/** The database schema is not compatible with this release. */
export class SchemaMismatch extends Error {
  readonly kind: 'edited' | 'older' | 'newer'
  readonly advice: string
  constructor(kind: SchemaMismatch['kind'], message: string, advice: string) {
    super(message)
    this.kind = kind
    this.advice = advice
  }
}

export interface SchemaCheck {
  mismatch: SchemaMismatch | undefined
  /** Functions whose definition in the database differs from this release. */
  differentFunctions: string[]
}

/** Throws DatabaseUnavailable if the database does not respond. */
export async function checkSchema(database: Database): Promise<SchemaCheck> {
  const [migrations, functions] = await Promise.all([readMigrations(), readFunctions()])
  const applied = await rowsOf<AppliedMigration>(
    database,
    'select name, checksum, is_breaking from schema_migrations order by name',
  )
  const recorded = await rowsOf<Pick<SqlFile, 'name' | 'checksum'>>(
    database,
    'select name, checksum from schema_functions',
  )
  const checksums = new Map(recorded.map(({ name, checksum }) => [name, checksum]))
  return {
    mismatch: findMismatch(migrations, applied),
    differentFunctions: functions
      .filter(({ name, checksum }) => checksums.get(name) !== checksum)
      .map(({ name }) => name),
  }
}

/** Until all steps of a migration are applied, each has a row of this name in place of that of the migration. */
export const nameOfStep = (migration: string, step: number) => `${migration} step ${step}`

/** The file of a row of schema_migrations. */
export const fileOf = (name: string) => name.replace(/ step \d+$/, '')

export function findMismatch(
  migrations: Migration[],
  applied: AppliedMigration[],
): SchemaMismatch | undefined {
  const appliedByFile = new Map(applied.map(migration => [fileOf(migration.name), migration]))
  const edited = migrations.find(
    ({ name, checksum }) => (appliedByFile.get(name)?.checksum ?? checksum) !== checksum,
  )
  if (edited !== undefined) {
    return new SchemaMismatch(
      'edited',
      `sql/migrations/${edited.name} was changed after it was applied to this database`,
      'Restore the file as it was released, and put the change into a new migration',
    )
  }
  const shipped = new Set(migrations.map(({ name }) => name))
  const breaking = applied.find(({ name, is_breaking }) => is_breaking && !shipped.has(fileOf(name)))
  if (breaking !== undefined) {
    return new SchemaMismatch(
      'newer',
      `the database schema is newer than this version of Larder can use: it has the breaking migration ${breaking.name}`,
      'Upgrade Larder to the version that migrated the database',
    )
  }
  const appliedNames = new Set(applied.map(({ name }) => name))
  const missing = migrations.filter(({ name }) => !appliedNames.has(name)).map(({ name }) => name)
  if (missing.length > 0) {
    return new SchemaMismatch(
      'older',
      `the database schema is older than this version of Larder expects: ${missing.join(', ')} not applied`,
      'Run: larder migrate',
    )
  }
  return undefined
}

const undefinedTable = '42P01'

/** A database that was never migrated has none of the bookkeeping tables. */
async function rowsOf<Row extends pg.QueryResultRow>(database: Database, text: string): Promise<Row[]> {
  try {
    return (await database.query<Row>({ text })).rows
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return []
    throw error
  }
}
