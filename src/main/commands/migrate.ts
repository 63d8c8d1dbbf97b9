import { migrate } from '../../platform/database/migrate.ts'
import { withConnection } from '../../platform/database/pool.ts'
import { loadConfig } from '../config.ts'

export async function migrateCommand(): Promise<void> {
  const { migrations, functions } = await withConnection(loadConfig().DATABASE_URL, migrate)
  for (const name of migrations) console.log(`applied ${name}`)
  for (const name of functions) console.log(`created function ${name}`)
  console.log('the schema is up to date')
}
