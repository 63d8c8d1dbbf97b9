// What clients see when something around the service fails: the certificate of PostgreSQL, name resolution, the clock of a node,
// the disk of the write-ahead log. Each drill prints what clients saw.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { programArguments } from '../../../lab/build.ts'
import { loadFixtureFoods } from '../../../lab/catalogs/fixture-foods.ts'
import { ask } from '../../../lab/clients/http.ts'
import { type Outcome, startOpenLoopLoad } from '../../../lab/clients/open-loop-load.ts'
import { type PostgresServer, startPostgres } from '../../../lab/servers/postgres-server.ts'
import { environmentFor, type ServiceProcess, spawnService } from '../../../lab/service.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { accountKey } from '../../support/keys.ts'

/** Small disks are mounted, and a process gets its own list of hosts. */
const isRoot = process.getuid?.() === 0
const waitOptions = { timeout: 120_000, interval: 100 }
const settings = {
  // Cached responses do not need PostgreSQL.
  RESPONSE_CACHE_MB: '0',
  RATE_LIMIT_SCALE_PER_MINUTE: '1000000',
  LOG_LEVEL: 'warn',
}

const folder = mkdtempSync(join(tmpdir(), 'larder-surroundings-'))
const data = join(folder, 'services', 'postgres')
let postgres: PostgresServer
let key: string
beforeAll(async () => {
  execFileSync('chmod', ['755', folder])
  postgres = await startPostgres(join(folder, 'services'))
  await loadFixtureFoods(postgres.databaseUrl)
  key = await accountKey(stores(), 'drills', 'scale')
})
afterAll(async () => {
  await postgres.remove()
  rmSync(folder, { recursive: true })
})

const stores = (databaseUrl = postgres.databaseUrl) => ({
  databaseUrl,
  redisUrl: postgres.redisUrl,
  sql: async () => [],
  backendIds: async () => [],
  drop: async () => undefined,
})

const sql = (text: string) =>
  withConnection(postgres.databaseUrl, async client => (await client.query(text)).rows)

async function start(databaseUrl: string, more: Record<string, string> = {}): Promise<ServiceProcess> {
  const service = await spawnService(stores(databaseUrl), { ...settings, ...more })
  onTestFinished(() => service.stop('SIGKILL'))
  return service
}

interface Reading {
  stop(drill: string): Promise<Outcome[]>
}

/** Reads foods with a key at a fixed rate, and prints how the requests ended. */
function startReading(...urls: string[]): Reading {
  const outcomes: Outcome[] = []
  let n = 0
  const load = startOpenLoopLoad(
    40,
    () => ({
      kind: 'read',
      url: urls[n % urls.length] ?? '',
      path: n++ % 8 === 0 ? '/search?q=milk' : `/food/${1 + (n % 250)}`,
      headers: { authorization: `Bearer ${key}` },
    }),
    outcome => outcomes.push(outcome),
  )
  return {
    async stop(drill) {
      await load.stop()
      const counts = new Map<string, number>()
      for (const { status, error } of outcomes)
        counts.set(error || String(status), (counts.get(error || String(status)) ?? 0) + 1)
      const maxMs = Math.max(...outcomes.map(({ ms }) => ms))
      const text = [...counts].map(([status, count]) => `${count} × ${status}`).join(', ')
      console.info(`${drill}: ${outcomes.length} requests, ${text}; longest ${Math.round(maxMs)} ms`)
      return outcomes
    },
  }
}

/** Nothing but responses, and 503 says when to come back. */
function expectHonest(outcomes: Outcome[]): void {
  for (const { status, headers } of outcomes) {
    expect([200, 503]).toContain(status)
    if (status === 503) expect(headers['retry-after']).toBeDefined()
  }
}

const until = async (url: string, status: number) =>
  vi.waitFor(async () => expect((await ask(url, '/food/1', { key })).status).toBe(status), waitOptions)

const endConnections = () =>
  sql(`select pg_terminate_backend(pid) from pg_stat_activity 
           where application_name like 'larder%' and pid <> pg_backend_pid()`)

describe('the certificate of PostgreSQL', () => {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

  /** Signs a certificate for the server, and has PostgreSQL use it for new connections. */
  async function install(days: number): Promise<void> {
    openssl('req', ...newKey, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=postgres')
    openssl(
      ...['x509', '-req', '-in', 'server.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
      ...['-extfile', 'names', '-days', String(days), '-out', 'server.crt'],
    )
    const owner = isRoot ? ['-o', 'postgres', '-g', 'postgres'] : []
    for (const file of ['server.key', 'server.crt'])
      execFileSync('install', [...owner, '-m', '600', join(folder, file), join(data, file)])
    await sql('select pg_reload_conf()')
  }

  let secureUrl: string
  beforeAll(async () => {
    writeFileSync(join(folder, 'names'), 'subjectAltName=IP:127.0.0.1')
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-subj',
      '/CN=test',
      '-days',
      '9',
    )
    await install(9)
    await sql(`alter system set ssl = on`)
    await sql('select pg_reload_conf()')
    secureUrl = `${postgres.databaseUrl}?sslmode=verify-full&sslrootcert=${join(folder, 'ca.pem')}`
    await vi.waitFor(() => withConnection(secureUrl, client => client.query('select 1')), waitOptions)
  })

  it('is rotated: no request fails, and new connections are accepted', async () => {
    const service = await start(secureUrl)
    const reading = startReading(service.apiUrl)
    await wait(1_000)
    await install(9)
    await withConnection(secureUrl, client => client.query('select 1'))
    await wait(1_000)
    const outcomes = await reading.stop('a certificate that is rotated')
    expect(outcomes.filter(({ status }) => status !== 200)).toEqual([])
  })

  it('expires: connections in use go on, new ones fail with the reason, and a new certificate is enough', async () => {
    const service = await start(secureUrl)
    const reading = startReading(service.apiUrl)
    await wait(1_000)
    await install(-1)
    await wait(1_000)
    await endConnections()
    await until(service.apiUrl, 503)
    await vi.waitFor(() => expect(service.output()).toContain('certificate has expired'), waitOptions)
    await install(9)
    await until(service.apiUrl, 200)
    expectHonest(await reading.stop('a certificate that expires'))
  })
})

it.skipIf(!isRoot)(
  'name resolution fails: connections in use go on, and new ones are made when it works again (needs root)',
  async () => {
    const hosts = join(folder, 'hosts')
    const noServer = join(folder, 'resolv.conf')
    const named = '127.0.0.1 localhost database.internal\n'
    writeFileSync(hosts, named)
    // Where nothing listens.
    writeFileSync(noServer, 'nameserver 127.0.0.77\noptions timeout:1 attempts:1\n')
    const databaseUrl = postgres.databaseUrl.replace('127.0.0.1', 'database.internal')
    const script = `mount --bind ${hosts} /etc/hosts && mount --bind ${noServer} /etc/resolv.conf && exec "$@"`
    const child = spawn(
      'unshare',
      [
        '--mount',
        'sh',
        '-c',
        script,
        'sh',
        process.execPath,
        ...programArguments(),
        'serve',
        '--only',
        'api',
      ],
      {
        env: { PATH: process.env['PATH'] ?? '', ...environmentFor(stores(databaseUrl), settings) },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    onTestFinished(() => void child.kill('SIGKILL'))
    const apiUrl = await announcedUrl(child)

    const reading = startReading(apiUrl)
    await wait(1_000)
    writeFileSync(hosts, '127.0.0.1 localhost\n')
    await wait(2_000)
    await endConnections()
    await until(apiUrl, 503)
    await wait(2_000)
    writeFileSync(hosts, named)
    await until(apiUrl, 200)
    expectHonest(await reading.stop('name resolution that fails'))
  },
)

async function announcedUrl(child: ChildProcess): Promise<string> {
  if (child.stderr === null) throw new Error('the error output is required')
  for await (const line of createInterface({ input: child.stderr })) {
    const url = /API listening on ([^\s,]+)/.exec(line)?.[1]
    if (url !== undefined) return url
  }
  throw new Error('the service did not start')
}

it.each([+3_600_000, -3_600_000])(
  'the clock of a node jumps by %i ms and back: nothing fails, and limits and revoked keys hold',
  async jumpMs => {
    const clock = {
      NODE_OPTIONS: '--import ./test/support/shifted-clock.ts',
      SHIFTED_CLOCK_JUMP_MS: String(jumpMs),
      RATE_LIMIT_PRO_PER_MINUTE: '30',
    }
    const [steady, jumping] = await Promise.all([
      start(postgres.databaseUrl, { RATE_LIMIT_PRO_PER_MINUTE: '30' }),
      start(postgres.databaseUrl, clock),
    ])
    const limited = await accountKey(stores(), `jump${Math.sign(jumpMs)}`, 'pro')
    const reading = startReading(steady.apiUrl, jumping.apiUrl)
    await wait(500)
    const take = async (count: number) => {
      const statuses: number[] = []
      for (let n = 0; n < count; n++)
        statuses.push((await ask((n % 2 ? steady : jumping).apiUrl, '/food/1', { key: limited })).status)
      return statuses
    }
    expect(await take(10)).not.toContain(429)
    jumping.process.kill('SIGUSR2')
    const answer = await ask(jumping.apiUrl, '/food/1', { key: limited })
    // By the clock of Redis.
    expect(Math.abs(Number(answer.headers['x-ratelimit-reset']) - Date.now() / 1_000)).toBeLessThan(70)
    expect((await take(60)).filter(status => status === 200)).toHaveLength(19)
    await sql(
      `update api_keys set revoked_at = now() where account_id = (select id from accounts where name = 'jump${Math.sign(jumpMs)}')`,
    )
    for (const { apiUrl } of [steady, jumping])
      await vi.waitFor(
        async () => expect((await ask(apiUrl, '/food/1', { key: limited })).status).toBe(401),
        waitOptions,
      )
    jumping.process.kill('SIGUSR2')
    await wait(1_000)
    const outcomes = await reading.stop(`a clock that jumps by ${jumpMs / 60_000} minutes`)
    expect(outcomes.filter(({ status }) => status !== 200)).toEqual([])
  },
)

it.skipIf(!isRoot)(
  'the disk of the write-ahead log is full: reads fail honestly, and all works with free space (needs root)',
  async () => {
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', disk])
    await postgres.kill()
    execFileSync('cp', ['-a', join(data, 'pg_wal'), disk])
    rmSync(join(data, 'pg_wal'), { recursive: true })
    symlinkSync(join(disk, 'pg_wal'), join(data, 'pg_wal'))
    await postgres.start()
    onTestFinished(async () => {
      await postgres.kill()
      execFileSync('umount', [disk])
    })

    const service = await start(postgres.databaseUrl)
    const reading = startReading(service.apiUrl)
    await wait(1_000)
    const filler = join(disk, 'filler')
    // Ends when no byte is left.
    await once(spawn('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'], { stdio: 'ignore' }), 'exit')
    const write = () =>
      sql(`
        create table if not exists written (text text);
        insert into written select md5(n::text) from generate_series(1, 800000) as n`)
    await expect(write()).rejects.toThrow()
    await until(service.apiUrl, 503)
    await wait(3_000)
    rmSync(filler)
    await vi.waitFor(async () => {
      await postgres.start()
      await write()
    }, waitOptions)
    await until(service.apiUrl, 200)
    expectHonest(await reading.stop('a full disk of the write-ahead log'))
  },
)
