import { fileURLToPath } from 'node:url'
import { usdaSource } from '../../food/sources.ts'
import { runImport } from '../../importer/run.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { withConnection } from '../../platform/database/pool.ts'
import { loadConfig } from '../config.ts'
import { lockWaitsOf } from './migrate.ts'
import { printResult } from './output.ts'

/** The everyday foods with the values of USDA, which are in the public domain. */
const everydayFoods = fileURLToPath(new URL('../../../data/everyday-foods/usda.jsonl', import.meta.url))

export async function demoCommand(options: { json: boolean }): Promise<void> {
  const config = loadConfig()
  const { DATABASE_URL, SYNONYMS_FILE, IMAGE_HOSTS, API_PORT } = config
  const { accepted, skipped } = await withConnection(DATABASE_URL, async client => {
    await migrate(client, lockWaitsOf(config))
    return runImport(client, {
      inputs: [{ file: everydayFoods, origin: { from: 'jsonl', source: usdaSource } }],
      synonymsFile: SYNONYMS_FILE,
      imageHosts: IMAGE_HOSTS,
    })
  })
  const foods = accepted + skipped
  const text = `loaded ${foods} everyday foods. Next: bin/larder serve, then
  curl 'http://127.0.0.1:${API_PORT}/search?q=banana'`
  printResult(options, { foods }, text)
}
