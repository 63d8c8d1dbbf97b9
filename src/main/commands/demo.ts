import { fileURLToPath } from 'node:url'
import { runImport } from '../../importer/run.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { withConnection } from '../../platform/database/pool.ts'
import { loadConfig } from '../config.ts'
import { printResult } from './output.ts'

const demoFoods = fileURLToPath(new URL('../../../data/demo-foods.jsonl', import.meta.url))

export async function demoCommand(options: { json: boolean }): Promise<void> {
  const { DATABASE_URL, SYNONYMS_FILE, IMAGE_HOSTS, API_PORT } = loadConfig()
  const { accepted, skipped } = await withConnection(DATABASE_URL, async client => {
    await migrate(client)
    return runImport(client, {
      inputs: [{ file: demoFoods, origin: { from: 'jsonl', source: 'per-line' } }],
      synonymsFile: SYNONYMS_FILE,
      imageHosts: IMAGE_HOSTS,
    })
  })
  const foods = accepted + skipped
  const text = `loaded ${foods} demo foods. Next: bin/larder serve, then
  curl 'http://127.0.0.1:${API_PORT}/search?q=banana'`
  printResult(options, { foods }, text)
}
