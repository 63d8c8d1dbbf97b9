// Runs pgBackRest, whose own configuration file names the repositories and their keys, and the programs of PostgreSQL.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { CliError } from '../commands/errors.ts'

const stanza = 'larder'
export const backupTypes = ['full', 'diff', 'incr'] as const
export type BackupType = (typeof backupTypes)[number]

export interface RepositoryInfo {
  repository: number
  isEncrypted: boolean
  /** Whether backups and WAL can be written to it. */
  isCreated: boolean
  /** Why it cannot be read. */
  failure: string | undefined
  /** When the newest backup of each type ended. */
  newest: Partial<Record<BackupType, Date>>
  newestWal: string | undefined
}

/** The parts of `pgbackrest info --output=json` that are used. */
interface StanzaInfo {
  archive: { database: { 'repo-key': number }; max: string | null }[]
  backup: {
    database: { 'repo-key': number }
    type: BackupType
    timestamp: { stop: number }
    error: boolean | null
  }[]
  db: { version: string }[]
  repo: { key: number; cipher: string; status: { code: number; message: string } }[]
}

const missingStanza = 1
const otherError = 99
const maxOutputBytes = 64 * 2 ** 20

/** Runs a program as the user of PostgreSQL, which has to own what is restored. Returns what it prints. */
export async function runAsPostgres(program: string, args: string[]): Promise<string> {
  const [file, ...rest] =
    process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', program, ...args] : [program, ...args]
  const { stdout } = await promisify(execFile)(file, rest, { cwd: '/', maxBuffer: maxOutputBytes })
  return stdout
}

export async function pgBackRest(...args: string[]): Promise<string> {
  try {
    return await runAsPostgres('pgbackrest', [`--stanza=${stanza}`, ...args])
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string }
    // Of runuser, and of the system.
    if (code === 127 || code === 'ENOENT')
      throw new CliError('pgBackRest is not installed here', {
        advice: 'Run the command on the server of PostgreSQL; see docs/how-to/backup-and-restore.md',
      })
    throw new CliError(`pgBackRest failed: ${describeFailure(stderr) || `exit code ${String(code)}`}`)
  }
}

/** Further lines are hints for people who type commands of pgBackRest, or the headers of a response. */
function describeFailure(stderr: string): string {
  const [, message = ''] = /^ERROR: \[\d+\]: (.*)$/m.exec(stderr) ?? []
  return firstLine(message)
}

const firstLine = (text: string) => text.split('\n', 1)[0]?.replace(/:$/, '') ?? ''

export async function readRepositories(): Promise<RepositoryInfo[]> {
  const [info] = JSON.parse(await pgBackRest('--output=json', 'info')) as StanzaInfo[]
  return (info?.repo ?? []).map(({ key, cipher, status }) => {
    const backups = info?.backup.filter(({ database }) => database['repo-key'] === key) ?? []
    const wal = info?.archive.filter(({ database }) => database['repo-key'] === key) ?? []
    const damaged = backups.at(-1)?.error === true
    return {
      repository: key,
      isEncrypted: cipher !== 'none',
      isCreated: status.code !== missingStanza,
      failure:
        status.code === otherError
          ? firstLine(status.message)
          : damaged
            ? 'PostgreSQL has damaged pages: pgbackrest info --set names the files'
            : undefined,
      newest: Object.fromEntries(
        backups.map(({ type, timestamp }) => [type, new Date(timestamp.stop * 1000)]),
      ),
      newestWal: wal.at(-1)?.max ?? undefined,
    }
  })
}

/** The newest of several, because pgBackRest lists the versions of PostgreSQL that the stanza has had. */
export async function readPostgresVersion(): Promise<string> {
  const [info] = JSON.parse(await pgBackRest('--output=json', 'info')) as StanzaInfo[]
  const version = info?.db.at(-1)?.version
  if (version === undefined) throw new CliError('no repository has a backup that can be restored')
  return version
}
