// The files of `sql/migrations/` and `sql/functions/`, as this release ships them.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export interface SqlFile {
  /** The file name for a migration, the name without `.sql` for a function. */
  name: string
  statements: string
  checksum: string
}

export interface Migration extends SqlFile {
  /** Earlier releases cannot use a database with this migration: its first line is `--! breaking`. */
  isBreaking: boolean
  /** Separated by lines `--! step`. Each is committed before the next, so that it holds its locks for a short time. */
  steps: MigrationStep[]
}

export interface MigrationStep {
  statements: string
  /** A single statement such as `create index concurrently`, which PostgreSQL does not allow in a transaction. */
  isConcurrent: boolean
}

const root = new URL('../../../sql/', import.meta.url)

/** In the order in which they are applied. */
export async function readMigrations(): Promise<Migration[]> {
  const files = await readSqlFiles('migrations/')
  return files.map(({ name, statements }) => parseMigration(name, statements))
}

export function parseMigration(name: string, statements: string): Migration {
  return {
    name,
    statements,
    checksum: checksumOf(statements),
    isBreaking: /^--! breaking\b/.test(statements),
    steps: statements
      .split(/^--! step$/m)
      .map(step => ({ statements: step, isConcurrent: /\bconcurrently\b/i.test(withoutComments(step)) })),
  }
}

const withoutComments = (statements: string) => statements.replace(/--.*$/gm, '')

export async function readFunctions(): Promise<SqlFile[]> {
  const files = await readSqlFiles('functions/')
  return files.map(({ name, statements }) => ({
    name: name.replace(/\.sql$/, ''),
    statements,
    checksum: checksumOf(statements),
  }))
}

async function readSqlFiles(folder: string): Promise<{ name: string; statements: string }[]> {
  const names = (await readdir(new URL(folder, root))).filter(name => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async name => ({ name, statements: await readFile(new URL(folder + name, root), 'utf8') })),
  )
}

const checksumOf = (statements: string) => createHash('sha256').update(statements).digest('hex')
