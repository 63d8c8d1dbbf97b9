import { fileURLToPath } from 'node:url'
import { everydayRecordFiles } from '../../food/everyday-foods.ts'
import { catalogSource } from '../../food/sources.ts'
import type { Input } from '../../importer/begin.ts'
import { runImport } from '../../importer/run.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { withConnection } from '../../platform/database/pool.ts'
import { loadConfig } from '../config.ts'
import { printResult } from './output.ts'
import { printPhase } from './progress.ts'

/** Labels of Open Food Facts, under the ODbL. */
const products = fileURLToPath(new URL('../../../data/well-known-products/products.jsonl', import.meta.url))

/** The everyday foods and some well-known products. */
export const demoInputs: Input[] = [
  ...everydayRecordFiles.map(({ file }): Input => ({ file, origin: { from: 'jsonl', source: 'per-line' } })),
  { file: products, origin: { from: catalogSource } },
]

export async function demoCommand(options: { json: boolean }): Promise<void> {
  const { DATABASE_URL, SYNONYMS_FILE, IMAGE_HOSTS, API_PORT } = loadConfig()
  const foods = await withConnection(DATABASE_URL, async client => {
    await migrate(client, { onWait: printPhase })
    await runImport(client, {
      inputs: demoInputs,
      synonymsFile: SYNONYMS_FILE,
      imageHosts: IMAGE_HOSTS,
    })
    // What /health reports: an everyday food can have several records, and the catalog other foods.
    const { rows } = await client.query<{ foods: number }>('select foods from catalog_stats')
    return rows[0]?.foods ?? 0
  })
  const text = `the catalog has ${foods.toLocaleString('en-US')} foods. Next: bin/larder serve, then
  curl 'http://127.0.0.1:${API_PORT}/search?q=banana'`
  printResult(options, { foods }, text)
}
