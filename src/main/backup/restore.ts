// Restores a backup to a new server. The running server is not touched.
import { setTimeout as wait } from 'node:timers/promises'
import { withConnection } from '../../platform/database/pool.ts'
import { CliError } from '../commands/errors.ts'
import { pgBackRest, readPostgresVersion, runAsPostgres } from './pgbackrest.ts'

export interface RestoreOptions {
  /** A new folder for the data. */
  folder: string
  /** On 127.0.0.1, with the passwords of the roles. Default: only a socket in its folder. */
  port?: number
  /** Default: the first one with a suitable backup. */
  repository?: number
  /** Where recovery ends. Default: the end of the archived WAL. */
  target?: { type: 'time' | 'name'; value: string }
  /** The database that is connected to, to see when recovery has ended. */
  databaseUrl: string
}

export interface RestoredServer {
  /** Over a socket in its folder, which only the user of PostgreSQL and root can open. */
  databaseUrl: string
  stop(): Promise<void>
}

const pollMs = 100
const startTimeoutSeconds = '3600'
/** Part of the name of the socket. */
const socketPort = 5432

export async function restoreServer({
  folder,
  port,
  repository,
  target,
  databaseUrl,
}: RestoreOptions): Promise<RestoredServer> {
  const binFolder = `/usr/lib/postgresql/${await readPostgresVersion()}/bin`
  const pgCtl = (...args: string[]) => runAsPostgres(`${binFolder}/pg_ctl`, ['-D', folder, ...args])
  await runAsPostgres('mkdir', ['-m', '700', folder]).catch(({ stderr }) => {
    throw new CliError(`${folder} cannot be created: ${String(stderr).trim()}`, {
      advice: 'Choose a new folder below one that the user of PostgreSQL can write to',
    })
  })
  const repositoryOption = repository === undefined ? [] : [`--repo=${repository}`]
  await pgBackRest(
    ...repositoryOption,
    `--pg1-path=${folder}`,
    `--tablespace-map-all=${folder}/larder_tablespaces`,
    // The new server would otherwise add its WAL to that of the old one.
    '--archive-mode=off',
    // Not asynchronous: the queue is that of the running server. By default, pgBackRest reads WAL from any repository.
    `--recovery-option=restore_command=pgbackrest ${[...repositoryOption, '--stanza=larder'].join(' ')} --no-archive-async --pg1-path=${folder} archive-get %f "%p"`,
    ...(target === undefined
      ? []
      : [`--type=${target.type}`, `--target=${target.value}`, '--target-action=promote']),
    'restore',
  )
  // Debian keeps the configuration outside the data folder. Options on the command line take precedence over postgresql.auto.conf.
  const [config, access] = [`${folder}/larder_restored.conf`, `${folder}/larder_restored_hba.conf`]
  await runAsPostgres('sh', [
    '-c',
    'printf %s "$1" > "$2"; printf %s "$3" > "$4"',
    'sh',
    `hba_file = '${access}'\nident_file = '${access}.ident'\nshared_buffers = '256MB'\njit = off\nrandom_page_cost = 1.1\n`,
    config,
    'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n',
    access,
  ])
  await runAsPostgres('touch', [`${access}.ident`])
  const settings = {
    config_file: config,
    port: port ?? socketPort,
    listen_addresses: port === undefined ? '' : '127.0.0.1',
    unix_socket_directories: folder,
    archive_mode: 'off',
    // Recovery would need the max_connections of the old server.
    hot_standby: 'off',
    shared_preload_libraries: '',
  }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`)
  const log = `${folder}/larder_restored.log`
  const restored = {
    databaseUrl: socketUrl(databaseUrl, folder, port ?? socketPort),
    async stop() {
      await pgCtl('-m', 'fast', 'stop')
    },
  }
  const stopped = async () => {
    throw new CliError(`the restored server stopped before it had recovered: ${await lastError(log)}`)
  }
  // Returns when recovery has started.
  await pgCtl('-l', log, '-w', '-t', startTimeoutSeconds, '-o', options.join(' '), 'start').catch(stopped)
  try {
    while (!(await hasRecovered(restored.databaseUrl))) {
      await pgCtl('status').catch(stopped)
      await wait(pollMs)
    }
  } catch (error) {
    await restored.stop().catch(() => undefined)
    throw error
  }
  return restored
}

/** Not the last line, which says that the server stops. */
async function lastError(log: string): Promise<string> {
  const lines = (await runAsPostgres('cat', [log])).split('\n')
  return lines.findLast(line => /FATAL|PANIC|ERROR/.test(line)) ?? `see ${log}`
}

function socketUrl(databaseUrl: string, folder: string, port: number): string {
  const { pathname, username, searchParams } = new URL(databaseUrl)
  const user = decodeURIComponent(username) || (searchParams.get('user') ?? 'postgres')
  return `postgresql://${pathname}?${new URLSearchParams({ host: folder, port: String(port), user })}`
}

async function hasRecovered(databaseUrl: string): Promise<boolean> {
  try {
    return await withConnection(databaseUrl, async client => {
      const { rows } = await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering')
      return rows[0]?.recovering === false
    })
  } catch (error) {
    const { code } = error as { code?: string }
    // Starting, recovering, or no socket yet.
    if (code === '57P03' || code === 'ENOENT' || code === 'ECONNREFUSED') return false
    throw error
  }
}
