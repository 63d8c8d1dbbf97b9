import { loadConfig } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { withConnection } from '../database/pool.ts'

export async function migrateCommand(): Promise<void> {
  const applied = await withConnection(loadConfig().DATABASE_URL, migrate)
  for (const name of applied) console.log(`applied ${name}`)
  console.log('the schema is up to date')
}
