import { migrate } from '../../platform/database/migrate.ts'
import { withConnection } from '../../platform/database/pool.ts'
import { loadConfig } from '../config.ts'
import { printResult } from './output.ts'

export async function migrateCommand(options: { json: boolean }): Promise<void> {
  const applied = await withConnection(loadConfig().DATABASE_URL, migrate)
  const lines = [
    ...applied.migrations.map(name => `applied ${name}`),
    ...applied.functions.map(name => `created function ${name}`),
    'the schema is up to date',
  ]
  printResult(options, applied, lines.join('\n'))
}
