import { catalogTables } from '../../catalog/tables.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { withConnection } from '../../platform/database/pool.ts'
import { grantPrivileges } from '../../platform/database/privileges.ts'
import { loadConfig } from '../config.ts'

export async function migrateCommand(): Promise<void> {
  const config = loadConfig()
  const roles = { importRole: config.DATABASE_IMPORT_ROLE, serveRole: config.DATABASE_SERVE_ROLE }
  const { migrations, functions } = await withConnection(config.DATABASE_URL, async client => {
    const result = await migrate(client)
    await grantPrivileges(client, roles, catalogTables)
    return result
  })
  for (const name of migrations) console.log(`applied ${name}`)
  for (const name of functions) console.log(`created function ${name}`)
  for (const role of [roles.importRole, roles.serveRole])
    if (role) console.log(`granted privileges to ${role}`)
  console.log('the schema is up to date')
}
