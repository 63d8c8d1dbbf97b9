// Three PostgreSQL servers under Patroni with etcd, behind HAProxy, using the configuration files of deploy/.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { migrate } from '../../src/platform/database/migrate.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import { createPostgresFolder, postgresBinFolder } from './as-postgres.ts'
import { findFreePort } from './free-port.ts'
import { childrenOf, killPostgres, postmasterOf } from './kill-postgres.ts'

interface Member {
  name: string
  /** Connects to this server directly. */
  databaseUrl: string
  /** Kills PostgreSQL and Patroni, like a power failure. */
  kill(): Promise<void>
  /** Restarts Patroni, which starts PostgreSQL in its current role. */
  start(): void
  /** Suspends the PostgreSQL processes (SIGSTOP). */
  freeze(): void
  thaw(): void
}

export interface PatroniCluster {
  /** Connects to the current primary through HAProxy. */
  databaseUrl: string
  members: Member[]
  primary(): Promise<Member>
  /** Waits until there is a primary with at least this many streaming replicas. */
  settle(replicas: number): Promise<void>
  remove(): Promise<void>
}

/** Failover timing; shorter here than in deploy/patroni/patroni.yml, but a busy primary must not be mistaken for a lost one. */
interface FailoverTiming {
  ttl: number
  loopWait: number
  retryTimeout: number
}

const fastTiming: FailoverTiming = { ttl: 10, loopWait: 2, retryTimeout: 4 }
const waitTimeoutMs = 90_000
const passwords = { superuser: randomBytes(12).toString('hex'), larder: randomBytes(12).toString('hex') }

export async function startPatroniCluster(timing = fastTiming): Promise<PatroniCluster> {
  const folder = createPostgresFolder('larder-patroni-')
  const owner = ownerOf(folder)
  const running: ChildProcess[] = []
  const run = (name: string, program: string, args: string[], environment: Record<string, string> = {}) => {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const child = spawn(program, args, {
      ...owner,
      cwd: folder,
      env: { PATH: `${process.env['PATH']}:/usr/sbin`, HOME: folder, LC_ALL: 'C.UTF-8', ...environment },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    running.push(child)
    return child
  }

  const etcd = await startEtcd(folder, run)
  const file = join(folder, 'patroni.yml')
  writeFileSync(file, patroniFile(timing))
  const nodes = await Promise.all(
    ['db1', 'db2', 'db3'].map(async name => ({
      name,
      port: await findFreePort(),
      api: await findFreePort(),
      data: join(folder, name),
    })),
  )
  const members = nodes.map(node =>
    startMember(node, () => run(node.name, 'patroni', [file], environmentOf(folder, node, etcd))),
  )

  const primaryPort = await findFreePort()
  writeFileSync(join(folder, 'haproxy.cfg'), await haproxyFile(nodes, primaryPort))
  run('haproxy', 'haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')])

  const cluster: PatroniCluster = {
    databaseUrl: `postgresql://larder:${passwords.larder}@127.0.0.1:${primaryPort}/larder`,
    members,
    async primary() {
      for (const { api, name } of nodes) {
        const member = members.find(each => each.name === name)
        if (member && (await respondsWith200(`http://127.0.0.1:${api}/primary`))) return member
      }
      throw new Error('the cluster has no primary')
    },
    async settle(replicas) {
      await waitFor('the cluster to be complete', async () => {
        const responses = await Promise.all(
          nodes.map(({ api }) => respondsWith200(`http://127.0.0.1:${api}/replica`)),
        )
        await cluster.primary()
        const [row] = await query<{ synced: number }>(
          adminUrl(primaryPort),
          "select count(*) filter (where sync_state = 'sync')::integer as synced from pg_stat_replication",
        )
        return responses.filter(Boolean).length >= replicas && (replicas === 0 || row?.synced === 1)
      })
    },
    async remove() {
      for (const member of members) member.thaw()
      for (const child of running) child.kill('SIGKILL')
      for (const { data } of nodes) if (existsSync(join(data, 'postmaster.pid'))) await killPostgres(data)
      rmSync(folder, { recursive: true })
    },
  }
  try {
    await cluster.settle(2)
    await createDatabase(primaryPort, cluster.databaseUrl)
  } catch (error) {
    const logs = ['etcd', 'haproxy', ...nodes.map(({ name }) => name)]
    const tails = logs.map(
      name => `${name}: ${readFileSync(join(folder, `${name}.log`), 'utf8').slice(-2_000)}`,
    )
    await cluster.remove()
    throw new Error(`the cluster did not start:\n${tails.join('\n\n')}`, { cause: error })
  }
  return cluster
}

type Run = (
  name: string,
  program: string,
  args: string[],
  environment?: Record<string, string>,
) => ChildProcess

async function startEtcd(folder: string, run: Run): Promise<string> {
  const [client, peer] = [await findFreePort(), await findFreePort()].map(
    port => `http://127.0.0.1:${port}`,
  ) as [string, string]
  run(
    'etcd',
    'etcd',
    [
      ['--name', 'etcd'],
      ['--data-dir', join(folder, 'etcd')],
      ['--listen-client-urls', client],
      ['--advertise-client-urls', client],
      ['--listen-peer-urls', peer],
      ['--initial-advertise-peer-urls', peer],
      ['--initial-cluster', `etcd=${peer}`],
    ].flat(),
  )
  await waitFor('etcd to respond', () => respondsWith200(`${client}/health`))
  return new URL(client).host
}

interface NodeAddress {
  name: string
  port: number
  api: number
  data: string
}

function environmentOf(
  folder: string,
  { name, port, api, data }: NodeAddress,
  etcd: string,
): Record<string, string> {
  return {
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: `'${etcd}'`,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${api}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${api}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_BIN_DIR: postgresBinFolder(),
    PATRONI_POSTGRESQL_PGPASS: join(folder, `pgpass-${name}`),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: passwords.superuser,
  }
}

function startMember({ name, port, data }: NodeAddress, startPatroni: () => ChildProcess): Member {
  let patroni = startPatroni()
  let frozen: number[] = []
  return {
    name,
    databaseUrl: `postgresql://larder:${passwords.larder}@127.0.0.1:${port}/larder`,
    async kill() {
      patroni.kill('SIGKILL')
      await once(patroni, 'exit')
      await killPostgres(data)
      rmSync(join(data, 'postmaster.pid'), { force: true })
    },
    start() {
      patroni = startPatroni()
    },
    freeze() {
      const postmaster = postmasterOf(data)
      frozen = [postmaster, ...childrenOf(postmaster)]
      for (const id of frozen) process.kill(id, 'SIGSTOP')
    },
    thaw() {
      for (const id of frozen) process.kill(id, 'SIGCONT')
      frozen = []
    },
  }
}

/** deploy/patroni/patroni.yml with faster timing and no Unix sockets. */
function patroniFile({ ttl, loopWait, retryTimeout }: FailoverTiming): string {
  return replaceInFile('deploy/patroni/patroni.yml', [
    ['ttl: 20', `ttl: ${ttl}`],
    ['loop_wait: 5', `loop_wait: ${loopWait}`],
    ['retry_timeout: 5', `retry_timeout: ${retryTimeout}`],
    [
      'password_encryption: scram-sha-256',
      "password_encryption: scram-sha-256\n    unix_socket_directories: ''",
    ],
  ])
}

async function haproxyFile(nodes: NodeAddress[], primaryPort: number): Promise<string> {
  return replaceInFile('deploy/haproxy-postgres.cfg', [
    // A server that was killed refuses the check at once; a busy one takes its time.
    ['timeout check 1s', 'timeout check 10s'],
    ['bind :5000', `bind 127.0.0.1:${primaryPort}`],
    ['bind :5001', `bind 127.0.0.1:${await findFreePort()}`],
    ...nodes.map(({ name, port, api }): [string, string] => [
      `${name}:5432 check port 8008`,
      `127.0.0.1:${port} check port ${api}`,
    ]),
  ])
}

function replaceInFile(file: string, changes: [string, string][]): string {
  let text = readFileSync(file, 'utf8')
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
    text = text.replaceAll(from, to)
  }
  return text
}

const adminUrl = (port: number) => `postgresql://postgres:${passwords.superuser}@127.0.0.1:${port}/postgres`

async function query<Row extends Record<string, unknown>>(url: string, text: string): Promise<Row[]> {
  return withConnection(url, async client => (await client.query<Row>(text)).rows)
}

async function createDatabase(primaryPort: number, databaseUrl: string): Promise<void> {
  await query(adminUrl(primaryPort), `create role larder login password '${passwords.larder}'`)
  await query(adminUrl(primaryPort), 'create database larder owner larder')
  await withConnection(databaseUrl, migrate)
}

async function respondsWith200(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).status === 200
  } catch {
    return false
  }
}

async function waitFor(condition: string, isMet: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + waitTimeoutMs; ; await wait(100)) {
    if (await isMet().catch(() => false)) return
    if (performance.now() > end)
      throw new Error(`timed out after ${waitTimeoutMs / 1000} s waiting for ${condition}`)
  }
}

/** The owner of the folder, because PostgreSQL does not run as root. */
function ownerOf(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = execFileSync('stat', ['-c', '%u %g', folder], { encoding: 'utf8' })
    .split(' ')
    .map(Number)
  return { uid: uid ?? 0, gid: gid ?? 0 }
}
