// The weekly check of a repository: every file has its checksum, and a restored server has exactly the accounts of the running one.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { accountTables } from '../../accounts/tables.ts'
import { withConnection, withSecondConnection } from '../../platform/database/pool.ts'
import type { Config } from '../config.ts'
import { checkDatabase } from '../doctor/check-database.ts'
import { pgBackRest, runAsPostgres } from './pgbackrest.ts'
import { restoreServer } from './restore.ts'

/** A point in the WAL, and the accounts there. */
export interface KnownState {
  restorePoint: string
  digests: Map<string, string>
}

const lockAttempts = 50
const lockPauseMs = 200
/** Less than deadlock_timeout, so that a writer is never the one that is cancelled. */
const lockTimeoutMs = 500
const queryCanceled = '57014'

/** Writers wait for the moment in which the restore point is written, and not while the digests are computed. */
export function markKnownState(databaseUrl: string): Promise<KnownState> {
  return withConnection(databaseUrl, reader =>
    withSecondConnection(reader, async locker => {
      const restorePoint = `larder_${randomUUID()}`
      await lockAccounts(locker)
      await reader.query('begin isolation level repeatable read')
      await reader.query('select pg_create_restore_point($1)', [restorePoint])
      await locker.query('rollback')
      const digests = await readDigests(reader)
      await reader.query('rollback')
      return { restorePoint, digests }
    }),
  )
}

async function lockAccounts(client: pg.Client): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin')
      await client.query(`set local statement_timeout = ${lockTimeoutMs}`)
      await client.query(`lock table ${accountTables.join()} in share mode`)
      return
    } catch (error) {
      await client.query('rollback')
      const isBusy = error instanceof pg.DatabaseError && error.code === queryCanceled
      if (!isBusy || attempt === lockAttempts) throw error
      await wait(lockPauseMs)
    }
  }
}

/** The rows of each table, in any order. */
async function readDigests(client: pg.Client): Promise<Map<string, string>> {
  // Rows are hashed as text, which depends on these settings of a server.
  await client.query(
    "set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres'",
  )
  const digests = new Map<string, string>()
  for (const table of accountTables) {
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as digest from ${table} as t`,
    )
    digests.set(table, rows[0]?.digest ?? '')
  }
  return digests
}

/** Why the repository cannot be relied on; null if it can. */
export async function checkRepository(
  config: Config,
  repository: number,
  state: KnownState,
): Promise<string | null> {
  // Older versions of pgBackRest succeed although they report errors.
  const report = await pgBackRest(`--repo=${repository}`, '--output=text', 'verify')
  if (report.includes('status: error')) return `pgbackrest verify: ${report.trim().replaceAll(/\s+/g, ' ')}`
  const folder = `${config.BACKUP_CHECK_DIR}/${state.restorePoint}-${repository}`
  await runAsPostgres('mkdir', ['-p', '-m', '700', config.BACKUP_CHECK_DIR])
  try {
    const restored = await restoreServer({
      folder,
      repository,
      target: { type: 'name', value: state.restorePoint },
      databaseUrl: config.DATABASE_URL,
    })
    try {
      return await compare(config, restored.databaseUrl, state)
    } finally {
      await restored.stop()
    }
  } finally {
    await runAsPostgres('rm', ['-rf', folder])
  }
}

async function compare(config: Config, databaseUrl: string, { digests }: KnownState): Promise<string | null> {
  const findings = await checkDatabase({ ...config, DATABASE_URL: databaseUrl })
  const problems = findings.filter(({ part, level }) => part === 'database' && level === 'problem')
  if (problems.length > 0) return `restored server: ${problems.map(({ message }) => message).join('; ')}`
  const restored = await withConnection(databaseUrl, async client => {
    await client.query('begin')
    return readDigests(client)
  })
  const different = accountTables.filter(table => restored.get(table) !== digests.get(table))
  return different.length === 0 ? null : `restored server: other rows in ${different.join(', ')}`
}
