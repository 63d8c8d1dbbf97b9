import type { Client } from 'pg'
import { tableGroups } from '../../catalog/tables.ts'
import { withLocks } from '../../platform/database/lock-waits.ts'
import { type MigrationResult, migrate } from '../../platform/database/migrate.ts'
import { inTransaction, withConnection } from '../../platform/database/pool.ts'
import { grantPrivileges } from '../../platform/database/privileges.ts'
import { writeMissingSearchIndex } from '../../search/index/terms.ts'
import { type Config, loadConfig } from '../config.ts'
import { printResult } from './output.ts'
import { printPhase } from './progress.ts'

export async function migrateCommand(options: { json: boolean }): Promise<void> {
  const config = loadConfig()
  const { grantedTo, builtSearchIndex, ...applied } = await withConnection(config.DATABASE_URL, client =>
    migrateAndGrant(client, config),
  )
  const lines = [
    ...applied.functions.map(name => `created function ${name}`),
    ...(applied.createdTables ? ['created the tables'] : []),
    ...(builtSearchIndex ? ['built the search index'] : []),
    ...grantedTo.map(role => `granted privileges to ${role}`),
    'the schema is up to date',
  ]
  printResult(options, { ...applied, roles: grantedTo }, lines.join('\n'))
}

export async function migrateAndGrant(
  client: Client,
  config: Pick<Config, 'DATABASE_IMPORT_ROLE' | 'DATABASE_SERVE_ROLE'>,
): Promise<MigrationResult & { builtSearchIndex: boolean; grantedTo: string[] }> {
  const roles = { importRole: config.DATABASE_IMPORT_ROLE, serveRole: config.DATABASE_SERVE_ROLE }
  const applied = await migrate(client, { onWait: printPhase })
  const builtSearchIndex = await inTransaction(client, () => writeMissingSearchIndex(client))
  await withLocks(client, 'a change of owner', { onWait: printPhase }, () =>
    grantPrivileges(client, roles, tableGroups),
  )
  return {
    ...applied,
    builtSearchIndex,
    grantedTo: [roles.importRole, roles.serveRole].filter(role => role !== undefined),
  }
}
