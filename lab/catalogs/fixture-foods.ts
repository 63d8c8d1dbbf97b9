import { runImport } from '../../src/importer/run.ts'
import { withConnection } from '../../src/platform/database/pool.ts'

/** Imports the fixture foods into a migrated database. */
export async function loadFixtureFoods(databaseUrl: string): Promise<void> {
  await withConnection(databaseUrl, client =>
    runImport(client, {
      inputs: [{ file: 'lab/catalogs/fixture-foods.jsonl', origin: { from: 'jsonl', source: 'per-line' } }],
    }),
  )
}
