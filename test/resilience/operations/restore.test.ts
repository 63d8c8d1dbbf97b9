// Restoring accounts: point-in-time recovery, and a dump of the account tables.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { programArguments } from '../../../lab/build.ts'
import { postgresBinFolder, runAsPostgres } from '../../../lab/servers/as-postgres.ts'
import { findFreePort } from '../../../lab/servers/free-port.ts'
import { startPostgresWithBackups } from '../../../lab/servers/postgres-with-backups.ts'
import { keyContext, keySecret } from '../../../lab/service.ts'
import { createAccount, deleteAccount, findAccountId } from '../../../src/accounts/accounts.ts'
import { createNamedKey } from '../../../src/accounts/api-keys/api-keys.ts'
import { createSession, findSession } from '../../../src/accounts/sign-in/sessions.ts'
import { accountTables } from '../../../src/accounts/tables.ts'
import { catalogTables } from '../../../src/catalog/tables.ts'
import { type DatabasePool, openPool } from '../../../src/platform/database/pool.ts'
import { readState } from '../../support/account-state.ts'
import { followBackupPage, startBackup } from '../../support/backup-page.ts'
import { storesForTest } from '../../support/database.ts'
import { accountKey, byTest, namedKey, openTestPool, principalOf } from '../../support/keys.ts'

it('restores an account deleted by mistake with point-in-time recovery', async () => {
  expect(await drillRestore(10)).toEqual([])
})

it('assigns every table to the accounts or the catalog, so that backups are complete', async () => {
  const stores = await storesForTest()
  const tables = await stores.sql<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'schema\\_%'",
  )
  expect(tables.map(({ name }) => name).toSorted()).toEqual([...accountTables, ...catalogTables].toSorted())
})

it('restores a dump of the account tables into a new database', async () => {
  const stores = await storesForTest()
  const key = await accountKey(stores, 'acme', 'pro')
  await namedKey(stores, 'acme', 'ci', 'read')
  const folder = mkdtempSync(join(tmpdir(), 'larder-dump-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const page = readFileSync('docs/how-to/backup-and-restore.md', 'utf8')
  const command = (program: string) => new RegExp(`^${program} .*$`, 'm').exec(page)?.[0] ?? ''
  const larder = `larder() { (cd ${process.cwd()} && ${[process.execPath, ...programArguments()].join(' ')} "$@"); }`
  const follow = (program: string, databaseUrl: string) =>
    run('bash', ['-euc', `${larder}\n${command(program)}`], {
      cwd: folder,
      env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
    })
  await follow('pg_dump', stores.databaseUrl)

  const fresh = await storesForTest()
  await follow('pg_restore', fresh.databaseUrl)
  expect(await readState(fresh.databaseUrl)).toEqual(await readState(stores.databaseUrl))
  const database = openTestPool(fresh)
  onTestFinished(() => database.close())
  expect(await principalOf(database, keySecret, key)).toMatchObject({ plan: 'pro' })
  // Sequences continue.
  expect(await createAccount(database, keySecret, { name: 'next', plan: 'starter' }, byTest)).toMatchObject({
    id: 2,
  })
})

// Restore drill: an account is deleted by mistake, and the accounts as of just before are restored with point-in-time
// recovery into a separate server.

const run = promisify(execFile)
const secret = 'a secret that is only used by the restore drill'
const operator = { actor: 'operator', ipAddress: null } as const

/** Creates `accounts` before the backup, and half as many after it, which are only in the WAL. Returns what is wrong. */
async function drillRestore(accounts: number): Promise<string[]> {
  const server = await startPostgresWithBackups()
  const folder = join(server.repositoryFolders[0], '../restored')
  onTestFinished(async () => {
    // It does not exist if the drill failed earlier.
    const stop = ['-D', folder, '-m', 'immediate', 'stop']
    await runAsPostgres(join(postgresBinFolder(), 'pg_ctl'), stop).catch(() => undefined)
    await server.remove()
  })
  return withPool(server.databaseUrl, async database => {
    await createAccounts(database, 'early', accounts)
    await startBackup(server)
    await createAccounts(database, 'late', Math.ceil(accounts / 2))
    const credentials = await createPreciousAccount(database)
    const before = await tableDigests(database)
    const recoveryTime = await readTime(database)
    // Ensures that the deletion is later.
    await wait(50)
    if ((await deleteAccount(database, 'precious')) !== 'deleted')
      throw new Error('the account was not deleted')
    await createAccounts(database, 'afterwards', 3)
    // Archives the deletion.
    await startBackup(server)

    const port = await findFreePort()
    await followBackupPage(server, 'Restore to a point in time', { folder, port, time: recoveryTime })
    const restoredUrl = Object.assign(new URL(server.databaseUrl), { port }).href
    const differences = await withPool(restoredUrl, async copy => {
      const after = await tableDigests(copy)
      const found = accountTables
        .filter(table => after.get(table) !== before.get(table))
        .map(table => `${table} differs`)
      if (!(await principalOf(copy, secret, credentials.key)))
        found.push('the key of the account does not work')
      if (!(await findSession(copy, secret, credentials.session))) found.push('its session is missing')
      if (await findAccountId(copy, 'afterwards-1')) found.push('it has later changes')
      return found
    })
    if (await findAccountId(database, 'precious')) differences.push('the running server was modified')
    return differences
  })
}

interface Credentials {
  key: string
  session: string
}

async function createPreciousAccount(database: DatabasePool): Promise<Credentials> {
  const account = await createAccount(database, secret, { name: 'precious', plan: 'pro' }, operator)
  if (!account) throw new Error('the account name is taken')
  const wanted = { name: 'production', scope: 'read', expiresAt: null, capPerMinute: null } as const
  const key = await createNamedKey(keyContext(database, secret), account.id, wanted, operator)
  if ('error' in key) throw new Error(key.error)
  const visitor = { ipAddress: '192.0.2.1', userAgent: 'A drill' }
  return { key: key.key, session: await createSession(database, secret, account.id, visitor) }
}

/** With two keys each, and audit events. */
async function createAccounts(database: DatabasePool, name: string, count: number): Promise<void> {
  for (let index = 1; index <= count; index++) {
    const account = await createAccount(
      database,
      secret,
      { name: `${name}-${index}`, plan: 'starter' },
      operator,
    )
    if (!account) throw new Error('the account name is taken')
    const wanted = { name: 'ci', scope: 'read', expiresAt: null, capPerMinute: null } as const
    await createNamedKey(keyContext(database, secret), account.id, wanted, operator)
  }
}

/** A digest of all rows of each table. */
async function tableDigests(database: DatabasePool): Promise<Map<string, string>> {
  const digests = new Map<string, string>()
  for (const table of accountTables) {
    const { rows } = await database.query<{ digest: string }>({
      text: `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest
               from ${table} as t`,
    })
    digests.set(table, rows[0]?.digest ?? '')
  }
  return digests
}

async function readTime(database: DatabasePool): Promise<string> {
  const { rows } = await database.query<{ time: string }>({
    text: `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as time`,
  })
  return rows[0]?.time ?? ''
}

async function withPool<T>(url: string, work: (database: DatabasePool) => Promise<T>): Promise<T> {
  const database = openPool({
    url,
    connections: 2,
    connectTimeoutMs: 10_000,
    queryTimeoutMs: 60_000,
    applicationName: 'drill',
    onIdleError: () => undefined,
  })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
