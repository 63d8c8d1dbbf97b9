import { type BackupType, backupTypes } from '../backup/pgbackrest.ts'
import { listRepositories, problemsOf, type Repository } from '../backup/repositories.ts'
import { restoreServer } from '../backup/restore.ts'
import { runBackups, runCheck } from '../backup/run.ts'
import { loadConfig } from '../config.ts'
import { withDatabase } from './database.ts'
import { exitCodes } from './exit-codes.ts'
import { printResult } from './output.ts'

interface Options {
  json: boolean
}

const printLine = (line: string) => process.stderr.write(`${line}\n`)

export async function runBackupsCommand({ type, json }: Options & { type?: BackupType }): Promise<void> {
  await runBackups(loadConfig(), type, printLine)
  await backupStatusCommand({ json })
}

export async function checkBackupsCommand({ json }: Options): Promise<void> {
  await runCheck(loadConfig(), printLine)
  await backupStatusCommand({ json })
}

export async function backupStatusCommand(options: Options): Promise<void> {
  const repositories = await withDatabase(listRepositories)
  const now = new Date()
  const found = repositories.map(repository => ({ ...repository, problems: problemsOf(repository, now) }))
  const problems =
    found.length === 0
      ? ['no backup has been made. Set it up: docs/how-to/backup-and-restore.md']
      : found.flatMap(({ repository, problems: own }) => own.map(text => `repository ${repository}: ${text}`))
  const lines = [
    ...repositories.flatMap(repository => describe(repository, now)),
    ...problems.map(problem => `problem  ${problem}`),
  ]
  printResult(options, { problems: problems.length, repositories: found }, lines.join('\n'))
  if (problems.length > 0) process.exitCode = exitCodes.error.code
}

const typeNames = { full: 'full backup', diff: 'differential backup', incr: 'incremental backup' }

function describe(repository: Repository, now: Date): string[] {
  const { archived_at, newest_wal, checked_at, check_failure, is_encrypted } = repository
  const rows = [
    ...backupTypes.map(type => [typeNames[type], describeTime(repository[`${type}_at`], now)]),
    ['archived up to', `${describeTime(archived_at, now)}, newest WAL ${newest_wal ?? 'none'}`],
    [
      'check',
      checked_at === null
        ? 'never'
        : `${check_failure === null ? 'passed' : 'failed'} ${describeTime(checked_at, now)}`,
    ],
  ]
  return [
    `repository ${repository.repository}, ${is_encrypted ? 'encrypted' : 'not encrypted'}`,
    ...rows.map(([name = '', value]) => `  ${name.padEnd(20)} ${value}`),
    '',
  ]
}

function describeTime(at: Date | null, now: Date): string {
  if (at === null) return 'never'
  const minutes = Math.max(0, Math.round((now.getTime() - at.getTime()) / 60_000))
  const age = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
  return `${at.toISOString().slice(0, 19)}Z (${age} ago)`
}

interface RestoreOptions extends Options {
  port: number
  time?: string
  repository?: number
}

export async function restoreBackupCommand(folder: string, options: RestoreOptions): Promise<void> {
  const { port, time, repository } = options
  const startedAt = performance.now()
  const { databaseUrl } = await restoreServer({
    folder,
    port,
    databaseUrl: loadConfig().DATABASE_URL,
    ...(repository === undefined ? {} : { repository }),
    ...(time === undefined ? {} : { target: { type: 'time', value: time } }),
  })
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  printResult(
    options,
    { folder, port, database_url: databaseUrl, seconds },
    `Restored ${time === undefined ? 'everything that was archived' : `the state of ${time}`} in ${seconds} s. The server listens on 127.0.0.1:${port}, ` +
      `without a password at ${databaseUrl}\nStop it with: pg_ctl -D ${folder} stop`,
  )
}
