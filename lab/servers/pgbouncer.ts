// PgBouncer with deploy/pgbouncer.ini and the addresses of a test.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { withConnection } from '../../src/platform/database/pool.ts'
import { createPostgresFolder } from './as-postgres.ts'
import { findFreePort } from './free-port.ts'

export interface PgBouncer {
  /** The database `larder` of deploy/pgbouncer.ini. */
  databaseUrl: string
  /** The database `larder_read`. */
  replicaUrl: string
  /** Runs a command of the admin console, such as `show clients`. */
  admin(command: string): Promise<Record<string, unknown>[]>
  /** Connects to another server from now on. */
  pointTo(serverUrl: string): Promise<void>
  kill(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

const maxWaitMs = 60_000
/** The role must have it, although the servers of tests trust local connections: PgBouncer checks it. */
export const rolePassword = 'a password for PgBouncer'

/** Whether the installed PgBouncer keeps prepared statements in transaction mode. */
export function hasPgBouncer(): boolean {
  try {
    const [, major, minor] =
      /PgBouncer (\d+)\.(\d+)/.exec(execFileSync('pgbouncer', ['--version'], { encoding: 'utf8' })) ?? []
    return Number(major) > 1 || Number(minor) >= 21
  } catch {
    return false
  }
}

export async function startPgBouncer(serverUrl: string, poolSize: number): Promise<PgBouncer> {
  const folder = createPostgresFolder('larder-pgbouncer-')
  const port = await findFreePort()
  const file = (name: string) => join(folder, name)
  const { username } = new URL(serverUrl)
  const writeConfig = (url: string) => {
    const server = new URL(url)
    let config = readFileSync('deploy/pgbouncer.ini', 'utf8')
    const replacements: [RegExp, string][] = [
      [
        /host=\S+ port=5432 dbname=larder/g,
        `host=${server.hostname} port=${server.port} dbname=${server.pathname.slice(1)}`,
      ],
      [/pool_size=\d+/g, `pool_size=${poolSize}`],
      [/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1'],
      [/^listen_port = .*$/m, `listen_port = ${port}`],
      [/^unix_socket_dir = .*$/m, 'unix_socket_dir ='],
      [/^auth_file = .*$/m, `auth_file = ${file('userlist.txt')}`],
      [/^logfile = .*$/m, `logfile = ${file('log')}`],
      [/^pidfile = .*$/m, `pidfile = ${file('pid')}`],
      // Fewer than the open-file limit of a test.
      [/^max_client_conn = .*$/m, `max_client_conn = 800\nadmin_users = ${username}`],
    ]
    for (const [from, to] of replacements) {
      if (config.search(from) < 0) throw new Error(`deploy/pgbouncer.ini has no ${from}`)
      config = config.replace(from, to)
    }
    writeFileSync(file('pgbouncer.ini'), config)
  }
  const urlOf = (database: string) =>
    `postgresql://${username}:${encodeURIComponent(rolePassword)}@127.0.0.1:${port}/${database}`
  let child: ChildProcess | undefined
  const end = () => child?.kill('SIGKILL')
  process.once('exit', end)

  const bouncer: PgBouncer = {
    databaseUrl: urlOf('larder'),
    replicaUrl: urlOf('larder_read'),
    async admin(command) {
      const client = new pg.Client({ connectionString: urlOf('pgbouncer') })
      await client.connect()
      try {
        return (await client.query(command)).rows
      } finally {
        await client.end()
      }
    },
    async pointTo(url) {
      writeConfig(url)
      await bouncer.admin('reload')
    },
    async kill() {
      if (child === undefined) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      child = undefined
    },
    async start() {
      rmSync(file('pid'), { force: true })
      const asUser = process.getuid?.() === 0 ? ['--user', 'postgres'] : []
      child = spawn('pgbouncer', ['--quiet', ...asUser, file('pgbouncer.ini')], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      for (const start = performance.now(); ; await wait(20)) {
        if (await bouncer.admin('show version').catch(() => undefined)) return
        if (child.exitCode !== null)
          throw new Error(`PgBouncer did not start:\n${readFileSync(file('log'), 'utf8')}`)
        if (performance.now() - start > maxWaitMs) throw new Error('PgBouncer does not respond')
      }
    },
    async remove() {
      process.off('exit', end)
      await bouncer.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  writeFileSync(file('userlist.txt'), await userList(serverUrl, username))
  writeConfig(serverUrl)
  await bouncer.start()
  return bouncer
}

/** By the statement of docs/how-to/replicas-and-failover.md. */
async function userList(serverUrl: string, role: string): Promise<string> {
  const guide = readFileSync('docs/how-to/replicas-and-failover.md', 'utf8')
  const statement = /select format\(.*pg_authid.*/
    .exec(guide)?.[0]
    .replace(/ where .*/, ' where rolname = $1')
  if (statement === undefined) throw new Error('the guide has no statement for userlist.txt')
  return withConnection(serverUrl, async client => {
    const { rows } = await client.query<{ format: string }>(statement, [role])
    return rows.map(({ format }) => `${format}\n`).join('')
  })
}
