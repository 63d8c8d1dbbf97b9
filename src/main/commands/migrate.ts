import type { Client } from 'pg'
import { type MigrationResult, migrate } from '../../platform/database/migrate.ts'
import { inTransaction, withConnection } from '../../platform/database/pool.ts'
import { writeMissingSearchIndex } from '../../search/index/terms.ts'
import { loadConfig } from '../config.ts'
import { printResult } from './output.ts'
import { printPhase } from './progress.ts'

export async function migrateCommand(options: { json: boolean }): Promise<void> {
  const { builtSearchIndex, ...applied } = await withConnection(
    loadConfig().DATABASE_URL,
    migrateAndBuildSearchIndex,
  )
  const lines = [
    ...applied.functions.map(name => `created function ${name}`),
    ...(applied.createdTables ? ['created the tables'] : []),
    ...(builtSearchIndex ? ['built the search index'] : []),
    'the schema is up to date',
  ]
  printResult(options, applied, lines.join('\n'))
}

export async function migrateAndBuildSearchIndex(
  client: Client,
): Promise<MigrationResult & { builtSearchIndex: boolean }> {
  const applied = await migrate(client, { onWait: printPhase })
  const builtSearchIndex = await inTransaction(client, () => writeMissingSearchIndex(client))
  return { ...applied, builtSearchIndex }
}
