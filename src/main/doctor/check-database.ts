import { type DatabasePool, openPool } from '../../platform/database/pool.ts'
import { checkSchema } from '../../platform/database/schema-check.ts'
import { describeCause } from '../commands/errors.ts'
import type { Config } from '../config.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning, problem } = findingsOf('database')
const catalog = findingsOf('catalog')

const minVersion = 15
/** A nightly sync has failed twice. */
const maxDaysSinceSync = 3
const timeoutMs = 5_000

export async function checkDatabase({ DATABASE_URL: url }: Pick<Config, 'DATABASE_URL'>): Promise<Finding[]> {
  const { host } = new URL(url)
  const database = openPool({
    ...{ url, connections: 1, connectTimeoutMs: timeoutMs, queryTimeoutMs: timeoutMs },
    ...{ applicationName: 'larder', onIdleError: () => undefined },
  })
  try {
    const server = await checkServer(host, database)
    const { mismatch, differentFunctions } = await checkSchema(database)
    if (mismatch !== undefined) return [server, problem(`${mismatch.message}. ${mismatch.advice}`)]
    const functions = `SQL functions differ from this release: ${differentFunctions.join(', ')}. Run larder migrate, unless a newer release migrated the database`
    const schema = differentFunctions.length === 0 ? ok('the schema is up to date') : warning(functions)
    return [server, schema, await checkCatalog(database)]
  } catch (error) {
    return [problem(`${host}: ${describeCause(error, 'DATABASE_URL')}`)]
  } finally {
    await database.close()
  }
}

async function checkServer(host: string, database: DatabasePool): Promise<Finding> {
  const { rows } = await database.query<{ version: string; major: number; isReplica: boolean }>({
    text: `select current_setting('server_version') as version, pg_is_in_recovery() as "isReplica",
                  current_setting('server_version_num')::integer / 10000 as major`,
  })
  const { version = '', major = 0, isReplica } = rows[0] ?? {}
  if (major < minVersion)
    return problem(`PostgreSQL ${version} at ${host} is too old. Upgrade it to ${minVersion} or newer`)
  return isReplica
    ? problem(`${host} is a replica, which cannot be written to. Set DATABASE_URL to the primary server`)
    : ok(`PostgreSQL ${version} at ${host}`)
}

async function checkCatalog(database: DatabasePool): Promise<Finding> {
  const { rows } = await database.query<{ foods: number; days: number | null }>({
    text: `select foods, (select floor((extract(epoch from now()) - max(cursor)) / 86400)::integer from sync_cursors) as days
             from catalog_stats`,
  })
  const { foods = 0, days = null } = rows[0] ?? {}
  if (foods === 0)
    return catalog.warning('the catalog is empty. Run larder bootstrap, or larder demo for a small one')
  const counted = `${foods.toLocaleString('en')} foods`
  if (days === null) return catalog.ok(`${counted}, not synced`)
  return days > maxDaysSinceSync
    ? catalog.warning(`${counted}, last synced ${days} days ago. Check that larder sync runs every night`)
    : catalog.ok(`${counted}, last synced ${days} days ago`)
}
