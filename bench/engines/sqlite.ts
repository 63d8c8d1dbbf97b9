// SQLite FTS5 in a separate Node.js process, so that its CPU time can be read.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Engine, type ExportedCatalog, timed } from './engine.ts'
import { run, startLineProcess } from './line-process.ts'

const warmUpQueries = 200

export async function startSqlite({ folder, foodsFile }: ExportedCatalog): Promise<Engine> {
  const database = join(folder, 'foods.sqlite')
  const sizeFile = join(folder, 'sqlite-index-bytes')
  const script = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'sqlite-process.ts')]
  const buildSeconds = await timed(() =>
    run({ program: process.execPath, args: [...script, 'build', foodsFile, database, sizeFile] }),
  )
  const server = await startLineProcess({ program: process.execPath, args: [...script, 'serve', database] })
  return {
    name: 'SQLite FTS5',
    buildSeconds,
    indexBytes: Number(readFileSync(sizeFile, 'utf8')),
    sample: undefined,
    warmUpQueries,
    notes: () => ['SQLite FTS5: no typos and no synonyms, which need a tokenizer in C'],
    ...server,
  }
}
