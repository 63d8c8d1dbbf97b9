// larder backup run: makes the backups that are due, and the check, and stores what it saw. Meanwhile it looks every minute whether
// changes are archived.
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, withConnection } from '../../platform/database/pool.ts'
import { CliError, describeError } from '../commands/errors.ts'
import { exitCodes } from '../commands/exit-codes.ts'
import type { Config } from '../config.ts'
import { checkRepository, markKnownState } from './check.ts'
import { type BackupType, pgBackRest, type RepositoryInfo, readRepositories } from './pgbackrest.ts'
import {
  listRepositories,
  newestBackupAt,
  type Repository,
  storeArchived,
  storeCheck,
  storeFailure,
  storeRepositories,
} from './repositories.ts'

const hour = 3_600_000
const intervalMs = { full: 7 * 24 * hour, diff: 24 * hour, incr: 6 * hour }
const checkIntervalMs = { afterSuccess: 7 * 24 * hour, afterFailure: 24 * hour }

/** Undefined: none is due. */
export function dueBackup({ newest }: RepositoryInfo, now: Date): BackupType | undefined {
  const age = (...types: BackupType[]) =>
    Math.min(...types.map(type => now.getTime() - (newest[type]?.getTime() ?? Number.NEGATIVE_INFINITY)))
  if (age('full') >= intervalMs.full) return 'full'
  if (age('full', 'diff') >= intervalMs.diff) return 'diff'
  return age('full', 'diff', 'incr') >= intervalMs.incr ? 'incr' : undefined
}

export function isCheckDue(repository: Repository, now: Date): boolean {
  if (newestBackupAt(repository) === null) return false
  const { checked_at, check_failure } = repository
  const interval = checkIntervalMs[check_failure === null ? 'afterSuccess' : 'afterFailure']
  return checked_at === null || now.getTime() - checked_at.getTime() >= interval
}

type Report = (line: string) => void

/** With a type, makes that backup in every repository. */
export function runBackups(config: Config, type: BackupType | undefined, report: Report): Promise<void> {
  return alone(config, async database => {
    const infos = await prepareRepositories(database)
    for (const info of infos) {
      const due = type ?? dueBackup(info, new Date())
      const failure = info.failure ?? (due === undefined ? null : await backUp(info.repository, due, report))
      if (failure !== null) report(`repository ${info.repository}: ${failure}`)
      await storeFailure(database, info.repository, failure)
      await storeRepositories(database, await readRepositories())
    }
    const due = (await listRepositories(database)).filter(repository => isCheckDue(repository, new Date()))
    await checkRepositories(config, database, due, report)
  })
}

/** Checks every repository now. */
export function runCheck(config: Config, report: Report): Promise<void> {
  return alone(config, async database => {
    await storeRepositories(database, await readRepositories())
    await checkRepositories(config, database, await listRepositories(database), report)
  })
}

async function prepareRepositories(database: Database): Promise<RepositoryInfo[]> {
  let infos = await readRepositories()
  if (infos.some(({ isCreated }) => !isCreated)) {
    const failure = await createRepositories()
    infos = (await readRepositories()).map(info =>
      info.isCreated || failure === undefined ? info : { ...info, failure },
    )
  }
  await storeRepositories(database, infos)
  return infos
}

const createAttempts = 20
const createPauseMs = 1_000

/** Returns why not all could be created: one may be out of reach. */
async function createRepositories(): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      await pgBackRest('stanza-create')
      return undefined
    } catch (error) {
      const message = describeError(error, { debug: false })
      // The archiver has the lock while it finds out that there is no repository yet.
      if (!message.includes('unable to acquire lock') || attempt === createAttempts) return message
      await wait(createPauseMs)
    }
  }
}

async function backUp(repository: number, type: BackupType, report: Report): Promise<string | null> {
  const startedAt = performance.now()
  try {
    await pgBackRest(`--repo=${repository}`, `--type=${type}`, 'backup')
  } catch (error) {
    return describeError(error, { debug: false })
  }
  report(`repository ${repository}: ${type} backup in ${secondsSince(startedAt)}`)
  return null
}

async function checkRepositories(
  config: Config,
  database: Database,
  due: readonly Repository[],
  report: Report,
): Promise<void> {
  if (due.length === 0) return
  const state = await markKnownState(config.DATABASE_URL)
  await storeArchiving(database)
  for (const { repository } of due) {
    const startedAt = performance.now()
    const failure = await checkRepository(config, repository, state).catch(error =>
      describeError(error, { debug: false }),
    )
    await storeCheck(database, repository, failure)
    report(
      `repository ${repository}: ${failure === null ? `check passed in ${secondsSince(startedAt)}` : `check failed: ${failure}`}`,
    )
  }
}

const secondsSince = (startedAt: number) => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`

const lockId = 5_274_001
const archiveTimeoutMs = 60_000
const archivePollMs = 1_000
const archivePauseMs = 60_000

/** Runs `work` unless another process does, and looks meanwhile whether changes are archived. */
async function alone(config: Config, work: (database: Database) => Promise<void>): Promise<void> {
  await withConnection(config.DATABASE_URL, async client => {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lockId])
    if (rows[0]?.got !== true)
      throw new CliError('larder backup is already running', { exitCode: exitCodes['already-running'].code })
    const ended = new AbortController()
    const watching = withConnection(config.DATABASE_URL, second =>
      watchArchiving({ query: statement => second.query(statement) }, ended.signal),
    ).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    try {
      await work({ query: statement => client.query(statement) })
    } finally {
      ended.abort()
    }
    const failed = await watching
    if (failed) throw failed.error
  })
}

async function watchArchiving(database: Database, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await storeArchiving(database)
    await wait(archivePauseMs, undefined, { signal: ended }).catch(() => undefined)
  }
}

/** Ends the current WAL file and waits until the repositories have it, or for a minute. */
async function storeArchiving(database: Database): Promise<void> {
  const { rows } = await database.query<{ at: Date; wal: string }>({
    text: 'select now() as at, pg_walfile_name(pg_switch_wal()) as wal',
  })
  const { at, wal } = rows[0] as { at: Date; wal: string }
  const deadline = performance.now() + archiveTimeoutMs
  for (;;) {
    const infos = await readRepositories()
    const have = infos.filter(({ newestWal = '' }) => newestWal >= wal).map(({ repository }) => repository)
    await storeRepositories(database, infos)
    await storeArchived(database, have, at)
    const waitsFor = infos.filter(
      ({ repository, failure }) => failure === undefined && !have.includes(repository),
    )
    if (waitsFor.length === 0 || performance.now() > deadline) return
    await wait(archivePollMs)
  }
}
