// A primary, and a hot standby made by pg_basebackup as DATABASE_READ_URL: what the service does when one of them fails.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { printMeasurement } from '../../../lab/report.ts'
import { type Replica, startReplica } from '../../../lab/servers/postgres-replica.ts'
import { type PostgresServer, startPostgres } from '../../../lab/servers/postgres-server.ts'
import { startService } from '../../../lab/service.ts'
import { runImport } from '../../../src/importer/run.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { accountKey } from '../../support/keys.ts'

const foods = 2_000
/** How long the replica lags; `LAG_SECONDS=60` for a drill. */
const lagMs = Number(process.env['LAG_SECONDS'] ?? 3) * 1_000
// Long enough for a busy machine, and short enough for a test to wait for.
const timeouts = {
  DATABASE_STATEMENT_TIMEOUT_MS: '5000',
  // The test is about where the catalog is read.
  RESPONSE_CACHE_MB: '0',
}
const waitOptions = { timeout: 120_000, interval: 50 }
const paths = ['/food/1', '/barcode/4000000000007', '/search?q=food', '/foods/popular?has_image=false']

const folder = mkdtempSync(join(tmpdir(), 'larder-replicas-'))
let editions = 0
let primary: PostgresServer
let replica: Replica
let service: RunningService
let key: string

beforeAll(async () => {
  primary = await startPostgres()
  await importEdition('old')
  key = await accountKey(storesOf(primary), 'replicas', 'scale')
  replica = await startReplica(primary.databaseUrl)
  service = await startService(storesOf(primary), {
    ...timeouts,
    DATABASE_READ_URL: replica.databaseUrl,
    RATE_LIMIT_SCALE_PER_MINUTE: '1000000',
  })
})
afterAll(async () => {
  await service?.stop()
  await replica?.remove()
  await primary?.remove()
  rmSync(folder, { recursive: true })
})
beforeEach(expectReplicaRead, 60_000)

const storesOf = ({ databaseUrl, redisUrl }: PostgresServer) => ({
  databaseUrl,
  redisUrl,
  sql: async () => [],
  backendIds: async () => [],
  drop: async () => undefined,
})

async function sql(url: string, text: string) {
  return withConnection(url, async client => (await client.query(text)).rows)
}

/** Every food has the edition in its name, so that a response that mixes two catalogs is detected. */
async function importEdition(edition: string): Promise<void> {
  const file = join(folder, `${edition}.jsonl`)
  editions++
  const lines = Array.from({ length: foods }, (_, n) =>
    JSON.stringify({
      code: String(4_000_000_000_000 + n),
      product_name: `Food ${n} ${edition}`,
      last_modified_t: 1_700_000_000 + editions,
      categories_tags: ['en:cheeses'],
      unique_scans_n: n,
    }),
  )
  writeFileSync(file, lines.join('\n'))
  await withConnection(primary.databaseUrl, client =>
    runImport(client, { inputs: [{ file, origin: { from: 'off' } }] }),
  )
}

/** Waits until the catalog is read from the replica again. */
async function expectReplicaRead(): Promise<void> {
  const [{ at }] = await sql(replica.databaseUrl, 'select clock_timestamp()::text as at')
  await vi.waitFor(async () => {
    await ask(service.apiUrl, '/food/1')
    expect(await activeSince(replica.databaseUrl, at)).toBeGreaterThan(0)
  }, waitOptions)
}

const now = async () =>
  (await sql(primary.databaseUrl, 'select clock_timestamp()::text as at'))[0].at as string

/** Catalog connections that have run a query since `time`. */
async function activeSince(url: string, time: string): Promise<number> {
  const [row] = await sql(
    url,
    `select count(*) as active from pg_stat_activity
       where application_name ~ '^larder (read )?(lookup|search)' and query_start > '${time}'`,
  )
  return row.active
}

interface Read {
  path: string
  status: number
  ms: number
  /** The editions in the names. */
  editions: string[]
}

/** Reads all paths with a key repeatedly until stopped. */
function startReading() {
  const reads: Read[] = []
  let isStopped = false
  const read = async (path: string) => {
    while (!isStopped) {
      const start = performance.now()
      const { status, json } = await ask(service.apiUrl, path, { key })
      const names = (Array.isArray(json) ? json : [json]).map(food => String(food.name))
      const editions = [...new Set(names.map(name => name.split(' ')[2] ?? ''))]
      reads.push({ path, status, ms: performance.now() - start, editions })
    }
  }
  const running = Promise.all([...paths, ...paths].map(read))
  const more = async (count: number) => {
    const enough = reads.length + count
    await vi.waitFor(() => expect(reads.length).toBeGreaterThan(enough), waitOptions)
  }
  return {
    more,
    async stop(): Promise<Read[]> {
      isStopped = true
      await running
      return reads
    },
  }
}

const expectAnswered = (reads: Read[], what: string) => {
  const maxMs = Math.max(...reads.map(({ ms }) => ms))
  printMeasurement(`${what}: reads`, reads.length, 'reads')
  printMeasurement(`${what}: slowest read`, maxMs, 'ms')
  expect(reads.filter(({ status, editions }) => status !== 200 || editions.length !== 1)).toEqual([])
  expect(maxMs).toBeLessThan(7_000 + 1_000)
}

describe('with DATABASE_READ_URL', () => {
  it('reads the catalog from the replica and not from the primary', async () => {
    await ask(service.apiUrl, '/food/1')
    const start = await now()
    for (const path of [...paths, '/foods/categories']) {
      expect((await ask(service.apiUrl, path)).status).toBe(200)
    }
    expect((await ask(service.websiteUrl, '/food/1-food-0-old')).status).toBe(200)
    expect(await activeSince(replica.databaseUrl, start)).toBeGreaterThan(0)
    expect(await activeSince(primary.databaseUrl, start)).toBe(0)
  })

  it('reads own writes, and rejects a revoked key within a second, regardless of the replication lag', async () => {
    await sql(replica.databaseUrl, 'select pg_wal_replay_pause()')
    try {
      const body = { name: 'behind', scope: 'read' }
      const headers = { 'content-type': 'application/json' }
      const created = await ask(service.apiUrl, '/auth/keys', { method: 'POST', key, headers, body })
      expect(created.status).toBe(201)
      expect((await ask(service.apiUrl, '/food/1', { key: created.json.key })).status).toBe(200)
      const revoked = await ask(service.apiUrl, `/auth/keys/${created.json.id}`, { method: 'DELETE', key })
      expect(revoked.status).toBeLessThan(300)
      const since = performance.now()
      let last = 0
      while ((await ask(service.apiUrl, '/food/1', { key: created.json.key })).status === 200) {
        last = performance.now() - since
      }
      expect(last).toBeLessThan(1_000)
    } finally {
      await sql(replica.databaseUrl, 'select pg_wal_replay_resume()')
    }
  })

  it('serves the old catalog while the replica lags during a rebuild, and then the new one, from the cache as well', async () => {
    const caching = await startService(storesOf(primary), {
      ...timeouts,
      DATABASE_READ_URL: replica.databaseUrl,
      RESPONSE_CACHE_MB: '10',
    })
    onTestFinished(() => caching.stop().then(() => undefined))
    const nameOf = async (url: string, path: string) => {
      const { status, json } = await ask(url, path)
      expect(status).toBe(200)
      return [json].flat()[0]?.name as string
    }
    const reading = startReading()
    await sql(replica.databaseUrl, 'select pg_wal_replay_pause()')
    await importEdition('lagging')
    const until = performance.now() + lagMs
    while (performance.now() < until)
      for (const path of paths) expect(await nameOf(caching.apiUrl, path)).toContain(' old')
    await sql(replica.databaseUrl, 'select pg_wal_replay_resume()')
    for (const path of paths) {
      const isNew = async () => expect(await nameOf(caching.apiUrl, path)).toContain(' lagging')
      await vi.waitFor(isNew, waitOptions)
      await isNew()
    }
    await importEdition('old')
    await vi.waitFor(
      async () => expect(await nameOf(service.apiUrl, '/food/1')).toContain(' old'),
      waitOptions,
    )
    expectAnswered(await reading.stop(), `a replica that lags by ${lagMs / 1_000} s`)
  })

  it('fails no request when the replica is killed under load, and uses it again after a restart', async () => {
    const reading = startReading()
    await reading.more(100)
    // Kill it while requests are in flight.
    const processes = replica.processes()
    for (const id of processes) process.kill(id, 'SIGSTOP')
    await wait(500)
    await replica.kill()
    await reading.more(200)
    await replica.start()
    await expectReplicaRead()
    await reading.more(100)
    expectAnswered(await reading.stop(), 'a replica killed')
  })

  it('fails no request when the replica hangs, and uses it again when it responds', async () => {
    const reading = startReading()
    await reading.more(100)
    const processes = replica.processes()
    for (const id of processes) process.kill(id, 'SIGSTOP')
    try {
      await reading.more(200)
    } finally {
      for (const id of processes) process.kill(id, 'SIGCONT')
    }
    await expectReplicaRead()
    expectAnswered(await reading.stop(), 'a replica that hangs')
  })

  it('keeps serving keyed reads when the primary is killed, and returns 503 for writes until it is back', async () => {
    const create = () =>
      ask(service.apiUrl, '/auth/keys', {
        method: 'POST',
        key,
        headers: { 'content-type': 'application/json' },
        body: { name: `after ${Date.now()}`, scope: 'read' },
      })
    const reading = startReading()
    await reading.more(100)
    await primary.kill()
    await reading.more(200)
    const rejected = await create()
    expect([rejected.status, rejected.headers['retry-after']]).toEqual([503, '1'])
    await primary.start()
    await vi.waitFor(async () => expect((await create()).status).toBe(201), waitOptions)
    expectAnswered(await reading.stop(), 'the primary killed, with a replica')
  })

  it('reads from the primary while the replica replays an exclusive lock', async () => {
    await withConnection(primary.databaseUrl, async client => {
      await client.query('begin; lock table foods in access exclusive mode')
      await vi.waitFor(async () => {
        // The replica receives the lock with the next WAL record.
        await sql(primary.databaseUrl, "select pg_logical_emit_message(true, 'test', 'next')")
        const locks = await sql(
          replica.databaseUrl,
          `select from pg_locks where relation = 'foods'::regclass and mode = 'AccessExclusiveLock' and granted`,
        )
        expect(locks).toHaveLength(1)
      }, waitOptions)
      await sql(replica.databaseUrl, 'select pg_wal_replay_pause()')
      await client.query('commit')
    })
    try {
      const answers = await Promise.all(paths.map(path => ask(service.apiUrl, path)))
      expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
    } finally {
      await sql(replica.databaseUrl, 'select pg_wal_replay_resume()')
    }
  })

  it('returns either the old or the new catalog during an import, and fails no request', async () => {
    const reading = startReading()
    await reading.more(100)
    // Holds a lock on the replica that conflicts with the swap, until PostgreSQL cancels it.
    const longReader = sql(
      replica.databaseUrl,
      'begin; select count(*) from foods; select pg_sleep(600) as of_the_long_reader',
    ).catch((error: { code: string }) => error.code)
    await vi.waitFor(async () => {
      const readers = await sql(
        replica.databaseUrl,
        `select from pg_stat_activity where wait_event = 'PgSleep' and query like '%of_the_long_reader'`,
      )
      expect(readers).toHaveLength(1)
    }, waitOptions)
    await importEdition('fresh')
    expect(await longReader).toBe('40001')
    await vi.waitFor(async () => {
      const [food] = (await ask(service.apiUrl, '/search?q=food')).json
      expect(food.name).toContain('fresh')
    }, waitOptions)
    await importEdition('old')
    await reading.more(100)
    const reads = await reading.stop()
    expectAnswered(reads, 'import with a replica')
    expect(new Set(reads.flatMap(({ editions }) => editions))).toEqual(new Set(['old', 'fresh']))
  })
})
