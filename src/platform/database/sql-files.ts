// The files of `sql/`, as this release ships them: the baseline, which is one file for each owner of tables, and the functions.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export interface Baseline {
  statements: string
  /** Leaves out comments, so that explaining a table better does not make it another schema. */
  checksum: string
}

export interface SqlFunction {
  name: string
  statements: string
  checksum: string
}

const root = new URL('../../../sql/', import.meta.url)
/** Features refer to its tables, and it refers to none of theirs. */
const core = 'core.sql'

export async function readBaseline(): Promise<Baseline> {
  const files = await readSqlFiles('./')
  const inOrder = [...files.filter(({ name }) => name === core), ...files.filter(({ name }) => name !== core)]
  const statements = inOrder.map(file => file.statements).join('\n')
  return { statements, checksum: checksumOf(statements.replace(/--.*$/gm, '').replace(/\s+/g, ' ')) }
}

export async function readFunctions(): Promise<SqlFunction[]> {
  const files = await readSqlFiles('functions/')
  return files.map(({ name, statements }) => ({
    name: name.replace(/\.sql$/, ''),
    statements,
    checksum: checksumOf(statements),
  }))
}

async function readSqlFiles(folder: string): Promise<{ name: string; statements: string }[]> {
  const folderUrl = new URL(folder, root)
  const names = (await readdir(folderUrl)).filter(name => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async name => ({ name, statements: await readFile(new URL(name, folderUrl), 'utf8') })),
  )
}

const checksumOf = (statements: string) => createHash('sha256').update(statements).digest('hex')
