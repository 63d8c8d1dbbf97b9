import { fileURLToPath } from 'node:url'
import { loadConfig } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { withConnection } from '../database/pool.ts'
import { runImport, unwatched } from '../importer/run.ts'

const demoFoods = fileURLToPath(new URL('../../data/demo-foods.jsonl', import.meta.url))

export async function demoCommand(): Promise<void> {
  const { DATABASE_URL, API_PORT } = loadConfig()
  const { kept } = await withConnection(DATABASE_URL, async client => {
    await migrate(client)
    return runImport(client, demoFoods, { from: 'foods', source: 'as-told' }, unwatched)
  })
  console.log(`loaded ${kept} demo foods. Next: bin/larder serve, then`)
  console.log(`  curl 'http://127.0.0.1:${API_PORT}/search?q=banana'`)
}
