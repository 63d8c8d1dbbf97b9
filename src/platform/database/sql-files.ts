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
}

const root = new URL('../../../sql/', import.meta.url)

/** In the order in which they are applied. */
export async function readMigrations(): Promise<Migration[]> {
  const files = await readSqlFiles('migrations/')
  return files.map(file => ({ ...file, isBreaking: /^--! breaking\b/.test(file.statements) }))
}

export async function readFunctions(): Promise<SqlFile[]> {
  const files = await readSqlFiles('functions/')
  return files.map(file => ({ ...file, name: file.name.replace(/\.sql$/, '') }))
}

async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(new URL(folder, root))).filter(name => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async name => {
      const statements = await readFile(new URL(folder + name, root), 'utf8')
      return { name, statements, checksum: createHash('sha256').update(statements).digest('hex') }
    }),
  )
}
