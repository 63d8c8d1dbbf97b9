import { runImport } from '../../src/importer/run.ts'
import { withConnection } from '../../src/platform/database/pool.ts'

/** Imports the demo foods into a migrated database. */
export async function loadDemoFoods(databaseUrl: string): Promise<void> {
  await withConnection(databaseUrl, client =>
    runImport(client, {
      inputs: [{ file: 'lab/catalogs/invented-foods.jsonl', origin: { from: 'jsonl', source: 'per-line' } }],
    }),
  )
}
