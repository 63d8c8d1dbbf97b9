// Applies an SQLite delta with the statements of docs/reference/packs.md, as a phone would.
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Both files are decompressed. */
export function applyDelta(packFile: string, deltaFile: string): void {
  const [, statements] =
    /```sql\n(attach [^`]*)```/.exec(readFileSync('docs/reference/packs.md', 'utf8')) ?? []
  if (statements === undefined) throw new Error('docs/reference/packs.md does not show how to apply a delta')
  const pack = new DatabaseSync(packFile)
  try {
    pack.exec(statements.replace('delta.sqlite', deltaFile))
  } finally {
    pack.close()
  }
}
