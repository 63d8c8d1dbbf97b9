// Checks whether a database has the schema that this release was built for.
import pg from 'pg'
import type { Database } from './pool.ts'
import { type Baseline, readBaseline, readFunctions, type SqlFunction } from './sql-files.ts'

/** The database schema is not compatible with this release. */
export class SchemaMismatch extends Error {
  readonly kind: 'missing' | 'different'
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

const startAgain = `Create an empty database, whose URL is NEW_URL here, copy the accounts into it, then import the foods:
  pg_dump --format=custom --data-only --file=accounts.dump $(larder tables accounts | sed 's/^/--table=public./') "$DATABASE_URL"
  DATABASE_URL="$NEW_URL" larder migrate
  pg_restore --data-only --single-transaction --dbname="$NEW_URL" accounts.dump`

/** Throws DatabaseUnavailable if the database does not respond. */
export async function checkSchema(database: Database): Promise<SchemaCheck> {
  const [baseline, functions] = await Promise.all([readBaseline(), readFunctions()])
  const recorded = await rowsOf<Pick<SqlFunction, 'name' | 'checksum'>>(
    database,
    'select name, checksum from schema_functions',
  )
  const checksums = new Map(recorded.map(({ name, checksum }) => [name, checksum]))
  return {
    mismatch: await findMismatch(database, baseline),
    differentFunctions: functions
      .filter(({ name, checksum }) => checksums.get(name) !== checksum)
      .map(({ name }) => name),
  }
}

async function findMismatch(database: Database, baseline: Baseline): Promise<SchemaMismatch | undefined> {
  const [created] = await rowsOf<{ checksum: string }>(database, 'select checksum from schema_baseline')
  if (created?.checksum === baseline.checksum) return undefined
  const [found] = await rowsOf<{ has_foods: boolean }>(
    database,
    "select to_regclass('foods') is not null as has_foods",
  )
  return created === undefined && found?.has_foods !== true
    ? new SchemaMismatch('missing', 'the database has no tables of Larder', 'Run: larder migrate')
    : new SchemaMismatch('different', 'the database has the schema of another version of Larder', startAgain)
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
