// The drill of the operator's manual: an account is deleted by mistake, and the accounts of the moment before come
// back in a server of their own. On servers of its own, with the scripts of deploy/backup as they are.
import { execFile } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseEnv, promisify } from 'node:util'
import { createAccount, deleteAccount, findAccountId } from '../../src/accounts/accounts.ts'
import { createApiKeyCache } from '../../src/accounts/api-keys/api-key-cache.ts'
import { createNamedKey } from '../../src/accounts/api-keys/api-keys.ts'
import { restoreAccount } from '../../src/accounts/restore-account.ts'
import { createSession, findSession } from '../../src/accounts/sign-in/sessions.ts'
import { accountTables } from '../../src/accounts/tables.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { type DatabasePool, openPool, withConnection } from '../../src/platform/database/pool.ts'
import { postgresPrograms, runAsPostgres } from '../servers/as-postgres.ts'
import { findFreePort } from '../servers/free-port.ts'

const run = promisify(execFile)
const secret = 'the secret of a drill, which nobody else uses'
const operator = { actor: 'operator', ipAddress: null } as const
const scripts = ['archive-wal', 'base-backup', 'pitr-restore', 'dump-accounts']

export interface DrillFigures {
  accounts: number
  /** Of the whole server, as it lies in the files of the backup. */
  backupBytes: number
  backupMs: number
  /** From the command to a server that answers as of the wanted moment. */
  restoreMs: number
  /** Whether each table of accounts has the rows that it had at that moment, and the deleted account's key opens. */
  isWhole: boolean
  differences: string[]
}

/** `accounts` before the copy is made, and half as many after it, which only the log holds. */
export async function drillRestore(accounts: number): Promise<DrillFigures> {
  const directory = mkdtempSync(join(tmpdir(), 'larder-restore-'))
  const services = (command: string) =>
    run('scripts/dev-services', [command], { env: environmentFor(directory) })
  const restored = join(directory, 'restored')
  try {
    await services('start')
    const databaseUrl = parseEnv((await services('urls')).stdout)['DATABASE_URL'] ?? ''
    const folder = join(directory, 'backup')
    await runAsPostgres('mkdir', ['-p', join(folder, 'wal')])
    const script = await installScripts(directory)
    await withConnection(databaseUrl, async client => {
      await migrate(client)
      // What archive.conf says, with the folder of the drill.
      const conf = parseConf(readFileSync('deploy/backup/archive.conf', 'utf8'))
      conf['archive_command'] = `${script('archive-wal')} "%p" "%f" ${join(folder, 'wal')}`
      for (const [name, value] of Object.entries(conf)) {
        await client.query(`alter system set ${name} = ${client.escapeLiteral(value)}`)
      }
    })
    await services('stop')
    await services('start')
    return await withPool(databaseUrl, database =>
      playDrill(database, databaseUrl, { accounts, folder, restored, script }),
    )
  } finally {
    await stopRestored(restored)
    await services('remove')
  }
}

interface Stage {
  accounts: number
  folder: string
  restored: string
  script: (name: string) => string
}

async function playDrill(
  database: DatabasePool,
  databaseUrl: string,
  { accounts, folder, restored, script }: Stage,
): Promise<DrillFigures> {
  await makeAccounts(database, 'early', accounts)
  const backupStarted = performance.now()
  const copied = await runAsPostgres(script('base-backup'), [folder, `--dbname=${databaseUrl}`])
  const backupMs = performance.now() - backupStarted
  // Copies are named by whole seconds, and one is used for moments after its own only.
  await wait(1_100)
  await makeAccounts(database, 'late', Math.ceil(accounts / 2))
  const kept = await makePrecious(database)

  const before = await readTables(database)
  const moment = await readMoment(database)
  // The deletion has a later moment for sure.
  await wait(50)
  if ((await deleteAccount(database, 'precious')) !== 'deleted') throw new Error('it was not deleted')
  await makeAccounts(database, 'afterwards', 3)
  await untilArchived(database)

  const restoreStarted = performance.now()
  const port = await findFreePort()
  await runAsPostgres(script('pitr-restore'), [moment, folder, restored, String(port)])
  const restoreMs = performance.now() - restoreStarted

  const restoredUrl = new URL(databaseUrl)
  restoredUrl.port = String(port)
  const differences = await withPool(restoredUrl.href, async copy => {
    const after = await readTables(copy)
    const found = accountTables
      .filter(table => after.get(table) !== before.get(table))
      .map(table => `${table} differs`)
    if (!(await createApiKeyCache(copy, secret).find(kept.key)))
      found.push('the key of the account does not open')
    if (!(await findSession(copy, secret, kept.session))) found.push('its session is gone')
    if (await findAccountId(copy, 'afterwards-1')) found.push('it knows what came after')
    return found
  })
  if (await findAccountId(database, 'precious')) differences.push('the running server was changed')
  differences.push(...(await bringBack(database, restoredUrl.href, kept)))
  const size = await run('du', ['--bytes', '--summarize', copied.trim()])
  return {
    accounts: accounts + Math.ceil(accounts / 2) + 1,
    backupBytes: Number.parseInt(size.stdout, 10),
    backupMs,
    restoreMs,
    isWhole: differences.length === 0,
    differences,
  }
}

/** The one account, out of the restored server into the running one. */
async function bringBack(database: DatabasePool, restoredUrl: string, kept: Kept): Promise<string[]> {
  const copied = await withPool(restoredUrl, copy => restoreAccount(copy, database, 'precious', operator))
  if ('error' in copied) return [`the account could not be brought back: ${copied.error}`]
  const holder = await createApiKeyCache(database, secret).find(kept.key)
  const session = await findSession(database, secret, kept.session)
  if (session) return ['the account is back with a session, which may have been ended for a reason']
  return holder ? [] : ['the account is back without its key']
}

interface Kept {
  key: string
  session: string
}

async function makePrecious(database: DatabasePool): Promise<Kept> {
  const account = await createAccount(database, secret, { name: 'precious', plan: 'pro' }, operator)
  if (!account) throw new Error('there is an account of this name')
  const wanted = { name: 'production', scope: 'read', expiresAt: null, capPerMinute: null } as const
  const key = await createNamedKey(database, secret, account.id, wanted, operator)
  if ('error' in key) throw new Error(key.error)
  const visitor = { ipAddress: '192.0.2.1', userAgent: 'A drill' }
  return { key: key.key, session: await createSession(database, secret, account.id, visitor) }
}

/** With two keys each, and a line in the audit for all of it. */
async function makeAccounts(database: DatabasePool, name: string, count: number): Promise<void> {
  for (let place = 1; place <= count; place++) {
    const account = await createAccount(
      database,
      secret,
      { name: `${name}-${place}`, plan: 'starter' },
      operator,
    )
    if (!account) throw new Error('there is an account of this name')
    const wanted = { name: 'ci', scope: 'read', expiresAt: null, capPerMinute: null } as const
    await createNamedKey(database, secret, account.id, wanted, operator)
  }
}

/** A digest of all rows, by table. */
async function readTables(database: DatabasePool): Promise<Map<string, string>> {
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

async function readMoment(database: DatabasePool): Promise<string> {
  const { rows } = await database.query<{ moment: string }>({
    text: `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as moment`,
  })
  return rows[0]?.moment ?? ''
}

/** What an operator waits a minute for (archive_timeout): the log up to now is in the folder. */
async function untilArchived(database: DatabasePool): Promise<void> {
  const { rows } = await database.query<{ wanted: string }>({
    text: 'select pg_walfile_name(pg_switch_wal()) as wanted',
  })
  for (;;) {
    const { rows: seen } = await database.query<{ last: string | null }>({
      text: 'select last_archived_wal as last from pg_stat_archiver',
    })
    if ((seen[0]?.last ?? '') >= (rows[0]?.wanted ?? '')) return
    await wait(50)
  }
}

/** Where PostgreSQL's own user may read them, which a checkout need not be. */
async function installScripts(directory: string): Promise<(name: string) => string> {
  const folder = join(directory, 'scripts')
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  for (const name of scripts) {
    copyFileSync(join('deploy/backup', name), join(folder, name))
    chmodSync(join(folder, name), 0o755)
  }
  return name => join(folder, name)
}

function parseConf(text: string): Record<string, string> {
  const lines = [...text.matchAll(/^(\w+) = (?:'(.*)'|(\S+))$/gm)]
  return Object.fromEntries(lines.map(([, name = '', quoted, plain]) => [name, quoted ?? plain ?? '']))
}

async function stopRestored(folder: string): Promise<void> {
  const pgCtl = join(postgresPrograms(), 'pg_ctl')
  // Not there when the drill failed before.
  await runAsPostgres(pgCtl, ['-D', folder, '-m', 'immediate', 'stop']).catch(() => undefined)
}

function environmentFor(directory: string): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, REDIS_URL: __, ...environment } = process.env
  return { ...environment, LARDER_SERVICES_DIR: directory, LARDER_SHARED_BUFFERS: '16MB' }
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
