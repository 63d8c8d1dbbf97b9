import { loadConfig } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { inTransaction, withConnection } from '../database/pool.ts'
import { loadPlainFoods } from '../importer/plain-foods.ts'
import { refreshCatalog } from '../importer/refresh.ts'

const demoFoods = new URL('../../data/demo-foods.jsonl', import.meta.url)

export async function demoCommand(): Promise<void> {
  const { DATABASE_URL, API_PORT } = loadConfig()
  const count = await withConnection(DATABASE_URL, async client => {
    await migrate(client)
    return inTransaction(client, async () => {
      const loaded = await loadPlainFoods(client, demoFoods)
      await refreshCatalog(client)
      return loaded
    })
  })
  console.log(`loaded ${count} demo foods. Next: bin/larder serve, then`)
  console.log(`  curl 'http://127.0.0.1:${API_PORT}/search?q=banana'`)
}
