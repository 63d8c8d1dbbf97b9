import { fileURLToPath } from 'node:url'
import { runImport } from '../../importer/run.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { withConnection } from '../../platform/database/pool.ts'
import { loadConfig } from '../config.ts'

const demoFoods = fileURLToPath(new URL('../../../data/demo-foods.jsonl', import.meta.url))

export async function demoCommand(): Promise<void> {
  const { DATABASE_URL, SYNONYMS_FILE, API_PORT } = loadConfig()
  const { accepted, skipped } = await withConnection(DATABASE_URL, async client => {
    await migrate(client)
    return runImport(client, {
      inputs: [{ file: demoFoods, origin: { from: 'jsonl', source: 'per-line' } }],
      synonymsFile: SYNONYMS_FILE,
    })
  })
  console.log(`loaded ${accepted + skipped} demo foods. Next: bin/larder serve, then`)
  console.log(`  curl 'http://127.0.0.1:${API_PORT}/search?q=banana'`)
}
