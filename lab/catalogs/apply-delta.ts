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

/** The tables in which two packs differ; none if they are equal row by row. */
export function differencesOf(onePack: string, otherPack: string): string[] {
  const database = new DatabaseSync(onePack)
  try {
    database.prepare('attach ? as other').run(otherPack)
    return ['foods', 'meta'].filter(table => {
      const rows = (from: string) => `select * from ${from}.${table}`
      const difference = `select 1 from (${rows('main')} except ${rows('other')})
        union all select 1 from (${rows('other')} except ${rows('main')}) limit 1`
      return database.prepare(difference).all().length > 0
    })
  } finally {
    database.close()
  }
}
