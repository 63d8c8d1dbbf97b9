// PgBouncer in transaction mode with deploy/pgbouncer.ini: two nodes on it, and one on PostgreSQL itself to compare with. The second node also
// reads from a replica, behind a second PgBouncer.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { printMeasurement } from '../../../lab/report.ts'
import { hasPgBouncer, type PgBouncer, rolePassword, startPgBouncer } from '../../../lab/servers/pgbouncer.ts'
import { type Replica, startReplica } from '../../../lab/servers/postgres-replica.ts'
import { type PostgresServer, startPostgres } from '../../../lab/servers/postgres-server.ts'
import { startService } from '../../../lab/service.ts'
import { runImport } from '../../../src/importer/run.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { nodesBefore } from '../../../src/platform/database/live-nodes.ts'
import { DatabaseTimeout, openPool, withConnection } from '../../../src/platform/database/pool.ts'
import { accountKey } from '../../support/keys.ts'

const foods = 500
const poolSize = 6
const paths = [
  '/food/1',
  '/barcode/4000000000007',
  '/search?q=food',
  '/search?q=food+12',
  '/foods/popular?has_image=false',
  '/foods/categories',
]

const canRun = hasPgBouncer()
if (!canRun)
  console.info(
    'skipped: PgBouncer 1.21 or newer is not installed. On Debian 12: sudo scripts/install-pgbouncer',
  )

describe.skipIf(!canRun)('PgBouncer', () => {
  let folder: string
  let primary: PostgresServer
  let replica: Replica
  let bouncer: PgBouncer
  let replicaBouncer: PgBouncer
  /** The second one reads from the replica. */
  let nodes: [RunningService, RunningService]
  let direct: RunningService
  let key: string
  let stop: (() => Promise<void>) | undefined

  beforeEach(async () => {
    if (stop === undefined) await start()
  })
  afterAll(async () => {
    await stop?.()
  })

  async function start(): Promise<void> {
    const stops: (() => Promise<unknown>)[] = []
    stop = async () => {
      stop = undefined
      for (const stopOne of stops.reverse()) await stopOne()
    }
    const started = <T>(server: T, stopOne: (server: T) => Promise<unknown>): T => {
      stops.push(() => stopOne(server))
      return server
    }
    folder = started(mkdtempSync(join(tmpdir(), 'larder-pgbouncer-test-')), async path =>
      rmSync(path, { recursive: true }),
    )
    primary = started(await startPostgres(), server => server.remove())
    await importEdition('old')
    replica = started(await startReplica(primary.databaseUrl), server => server.remove())
    await sql(primary.databaseUrl, `alter role larder password '${rolePassword}'`)
    // What is acknowledged is on both servers, so that nothing may be lost with the primary.
    await sql(primary.databaseUrl, `alter system set synchronous_standby_names = '*'`)
    await sql(primary.databaseUrl, 'select pg_reload_conf()')
    const startBouncer = async (url: string) =>
      started(await startPgBouncer(url, poolSize), server => server.remove())
    bouncer = await startBouncer(primary.databaseUrl)
    replicaBouncer = await startBouncer(replica.databaseUrl)
    const startNode = async (databaseUrl: string, more: Record<string, string> = {}) =>
      started(
        await startService(
          { databaseUrl, redisUrl: primary.redisUrl },
          {
            // Cached responses do not need PostgreSQL.
            RESPONSE_CACHE_MB: '0',
            RATE_LIMIT_SCALE_PER_MINUTE: '1000000',
            RATE_LIMIT_INVALID_KEYS_PER_MINUTE: '1000000',
            DATABASE_POOL_TIMEOUT_MS: '2000',
            DATABASE_STATEMENT_TIMEOUT_MS: '5000',
            PUBLISH_DATABASE_URL: primary.databaseUrl,
            ...more,
          },
        ),
        service => service.stop(),
      )
    nodes = [
      await startNode(bouncer.databaseUrl),
      await startNode(bouncer.databaseUrl, { DATABASE_REPLICA_URLS: replicaBouncer.replicaUrl }),
    ]
    direct = await startNode(primary.databaseUrl)
    key = await createAccountKey('reader')
  }

  const createAccountKey = (name: string) =>
    accountKey(
      {
        databaseUrl: primary.databaseUrl,
        redisUrl: primary.redisUrl,
        sql: async () => [],
        backendIds: async () => [],
        drop: async () => undefined,
      },
      name,
      'scale',
    )

  const sql = (url: string, text: string) =>
    withConnection(url, async client => (await client.query(text)).rows)

  /** Every food has the edition in its name, so that a response from the wrong catalog is detected. */
  async function importEdition(edition: string): Promise<void> {
    const file = join(folder, `${edition}.jsonl`)
    const lines = Array.from({ length: foods }, (_, n) =>
      JSON.stringify({
        code: String(4_000_000_000_000 + n),
        product_name: `Food ${n} ${edition}`,
        categories_tags: ['en:cheeses'],
        unique_scans_n: n,
      }),
    )
    writeFileSync(file, lines.join('\n'))
    await withConnection(primary.databaseUrl, client =>
      runImport(client, { inputs: [{ file, origin: { from: 'off' } }] }),
    )
  }

  const read = async ({ apiUrl }: RunningService, path: string) => (await ask(apiUrl, path, { key })).text

  /** The responses of the node without PgBouncer. */
  async function expectedTexts(): Promise<Map<string, string>> {
    const texts = new Map<string, string>()
    for (const path of paths) texts.set(path, await read(direct, path))
    return texts
  }

  const change = (
    { apiUrl }: RunningService,
    accountKey: string,
    method: string,
    path: string,
    body?: object,
  ) => ask(apiUrl, path, { method, key: accountKey, headers: { 'content-type': 'application/json' }, body })

  const createKey = (node: RunningService, accountKey: string, name: string) =>
    change(node, accountKey, 'POST', '/auth/keys', { name, scope: 'read' })

  /** Reads all paths from both nodes, and creates and deletes keys, until stopped. */
  async function startLoad() {
    const expected = await expectedTexts()
    const seen = { ok: 0, unavailable: 0, wrong: [] as string[], maxMs: 0 }
    let isStopped = false
    let lastFailureAt = 0
    const count = (what: string, { status, headers }: Awaited<ReturnType<typeof ask>>, isRight: boolean) => {
      if (isRight) seen.ok++
      else if (status === 503 && headers['retry-after'] !== undefined) {
        seen.unavailable++
        lastFailureAt = performance.now()
      } else seen.wrong.push(`${status} ${what}`)
    }
    const timed = async (request: ReturnType<typeof ask>) => {
      const start = performance.now()
      const answer = await request
      seen.maxMs = Math.max(seen.maxMs, performance.now() - start)
      return answer
    }
    const readAll = async (node: RunningService, path: string) => {
      while (!isStopped) {
        const answer = await timed(ask(node.apiUrl, path, { key }))
        count(path, answer, answer.status === 200 && answer.text === expected.get(path))
        await wait(5)
      }
    }
    // As many accounts as it takes to stay below the 120 account requests a minute that each may send.
    const accounts = await Promise.all(
      Array.from({ length: 12 }, (_, n) => createAccountKey(`writer-${n}-${Math.round(performance.now())}`)),
    )
    const revoked: string[] = []
    const writeAll = async (node: RunningService, index: number) => {
      for (let n = 0; !isStopped; n++) {
        const account = accounts[n % accounts.length] ?? ''
        const created = await timed(createKey(node, account, `node ${index} ${n}`))
        count('POST /auth/keys', created, created.status === 201)
        if (created.status === 201) {
          const deleted = await timed(change(node, account, 'DELETE', `/auth/keys/${created.json.id}`))
          count('DELETE /auth/keys', deleted, deleted.status < 300)
          if (deleted.status < 300) revoked.push(created.json.key)
        }
        await wait(200)
      }
    }
    const running = Promise.all([
      ...nodes.flatMap(node => paths.map(path => readAll(node, path))),
      ...nodes.map(writeAll),
    ])
    return {
      seen,
      /** Waits for this many more correct responses. */
      async more(responses: number) {
        const enough = seen.ok + responses
        await expect.poll(() => seen.ok, { interval: 10 }).toBeGreaterThan(enough)
      },
      async stop(what: string, brokenAt: number) {
        isStopped = true
        await running
        const { ok, unavailable, wrong, maxMs } = seen
        printMeasurement(`${what}: correct responses`, ok, `(${revoked.length} keys created and revoked)`)
        printMeasurement(`${what}: 503 with Retry-After`, unavailable, 'responses')
        printMeasurement(`${what}: wrong responses`, wrong.length, 'responses')
        printMeasurement(`${what}: slowest response`, maxMs, 'ms')
        printMeasurement(`${what}: last 503 after`, Math.max(0, lastFailureAt - brokenAt), 'ms')
        return { wrong, revoked }
      },
    }
  }

  it('answers as PostgreSQL itself does', async () => {
    const expected = await expectedTexts()
    for (const node of nodes)
      for (const path of paths) expect([path, await read(node, path)]).toEqual([path, expected.get(path)])
    expect(JSON.parse(expected.get('/search?q=food') ?? '')).not.toHaveLength(0)
    const readers = await replicaBouncer.admin('show clients')
    expect(readers.map(({ application_name }) => String(application_name).split(' ')[1])).toContain('search')
  })

  it('serves 200 clients with prepared statements over a few server connections', async () => {
    const clients = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const client = new pg.Client({ connectionString: bouncer.databaseUrl })
        await client.connect()
        return client
      }),
    )
    onTestFinished(async () => {
      await Promise.all(clients.map(client => client.end()))
    })
    let maxServers = 0
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(
        clients.map(async (client, n) => {
          // One name for three statements: PgBouncer must not give a client the statement of another one.
          const text = `select $1::integer * ${(n % 3) + 1} as product, pg_backend_pid() as server`
          const { rows } = await client.query({ name: 'product', text, values: [n] })
          return rows[0] as { product: number; server: number }
        }),
      )
      expect(answers.map(({ product }) => product)).toEqual(clients.map((_, n) => n * ((n % 3) + 1)))
      maxServers = Math.max(maxServers, new Set(answers.map(({ server }) => server)).size)
    }
    const connected = (await bouncer.admin('show clients')).filter(({ database }) => database === 'larder')
    printMeasurement('PgBouncer: client connections', connected.length, 'connections')
    printMeasurement('PgBouncer: server connections', maxServers, 'connections')
    expect(connected.length).toBeGreaterThanOrEqual(200)
    expect(maxServers).toBeLessThanOrEqual(poolSize)
  })

  it('accepts a new key and refuses a revoked one on the other node', async () => {
    const [first, second] = nodes
    const { status, json } = await createKey(first, key, 'noticed')
    expect(status).toBe(201)
    const statusOf = async ({ apiUrl }: RunningService) =>
      (await ask(apiUrl, '/food/1', { key: json.key })).status
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
    expect((await change(first, key, 'DELETE', `/auth/keys/${json.id}`)).status).toBeLessThan(300)
    const revokedAt = performance.now()
    await expect.poll(() => statusOf(second), { interval: 10 }).toBe(401)
    printMeasurement(
      'PgBouncer: revoked key refused by the other node after',
      performance.now() - revokedAt,
      'ms',
    )
  })

  it('serves the catalog of an import that ran on PostgreSQL itself', async () => {
    const names = () =>
      Promise.all(nodes.map(async node => JSON.parse(await read(node, '/food/1')).name as string))
    const [before] = await names()
    await importEdition('new')
    const importedAt = performance.now()
    const after = before?.replace('old', 'new')
    await expect.poll(names, { interval: 10 }).toEqual([after, after])
    printMeasurement('PgBouncer: import noticed by both nodes after', performance.now() - importedAt, 'ms')
    const expected = await expectedTexts()
    for (const node of nodes)
      for (const path of paths) await expect.poll(() => read(node, path)).toBe(expected.get(path))
  })

  it('has the same settings in every session, whichever pool of a node has used it', async () => {
    const load = await startLoad()
    await load.more(200)
    await load.stop('PgBouncer', performance.now())
    const sessions = await Promise.all(
      Array.from({ length: poolSize }, () =>
        sql(
          bouncer.databaseUrl,
          `select pg_backend_pid() as id, pg_sleep(0.5), current_setting('statement_timeout') as statement,
                  current_setting('lock_timeout') as lock, current_setting('client_connection_check_interval') as check`,
        ),
      ),
    )
    expect(new Set(sessions.map(([session]) => session?.id)).size).toBeGreaterThan(1)
    const settings = sessions.map(([{ statement, lock, check }]) => `${statement} ${lock} ${check}`)
    expect(new Set(settings)).toEqual(new Set(['1min 0 100ms']))
    const [read] = await sql(bouncer.replicaUrl, 'show lock_timeout')
    expect(read).toEqual({ lock_timeout: '200ms' })
  })

  it('ends a statement in PostgreSQL that timed out on the node', async () => {
    const pool = openPool({
      url: bouncer.databaseUrl,
      connections: 1,
      connectTimeoutMs: 10_000,
      queryTimeoutMs: 300,
      applicationName: 'test',
      onIdleError: () => undefined,
    })
    onTestFinished(() => pool.close())
    await expect(pool.query({ text: 'select pg_sleep(3600)' })).rejects.toBeInstanceOf(DatabaseTimeout)
    const sleeping = () =>
      sql(
        primary.databaseUrl,
        `select pid from pg_stat_activity where wait_event = 'PgSleep' and query like '%3600%'`,
      )
    // Before the minute of statement_timeout, which would end it too.
    await expect.poll(sleeping, { timeout: 40_000 }).toEqual([])
  })

  it('lists every node in show clients, which larder migrate does not see', async () => {
    const names = ['larder lookup 0.0.1+1 old-1', 'larder lookup 0.0.1+1 old-2']
    const idle = names.map(applicationName =>
      openPool({
        url: bouncer.databaseUrl,
        connections: 1,
        connectTimeoutMs: 10_000,
        queryTimeoutMs: 10_000,
        applicationName,
        onIdleError: () => undefined,
      }),
    )
    onTestFinished(async () => {
      await Promise.all(idle.map(pool => pool.close()))
    })
    for (const pool of idle) await pool.query({ text: 'select' })
    const clients = await bouncer.admin('show clients')
    expect(clients.map(({ application_name }) => application_name)).toEqual(expect.arrayContaining(names))
    // Once others have used all server connections.
    const seenByMigrate = async () => {
      await Promise.all(
        Array.from({ length: poolSize * 2 }, () => sql(bouncer.databaseUrl, 'select pg_sleep(0.2)')),
      )
      return withConnection(primary.databaseUrl, client => nodesBefore(client, '0002_second.sql'))
    }
    await expect.poll(seenByMigrate).toEqual([])
  })

  it('is killed under load: only 503 with Retry-After, then recovery', async () => {
    const load = await startLoad()
    await load.more(200)
    const brokenAt = performance.now()
    await bouncer.kill()
    await expect.poll(() => load.seen.unavailable, { interval: 10 }).toBeGreaterThan(20)
    await bouncer.start()
    printMeasurement('PgBouncer killed: down for', performance.now() - brokenAt, 'ms')
    await load.more(500)
    const { wrong } = await load.stop('PgBouncer killed', brokenAt)
    expect(wrong).toEqual([])
  })

  it('leads to the promoted replica after a failover: only 503 with Retry-After, no acknowledged write lost', async () => {
    const load = await startLoad()
    await load.more(200)
    const brokenAt = performance.now()
    await primary.kill()
    await expect.poll(() => load.seen.unavailable, { interval: 10 }).toBeGreaterThan(20)
    await sql(replica.databaseUrl, 'select pg_promote()')
    await bouncer.pointTo(replica.databaseUrl)
    printMeasurement('failover behind PgBouncer: promoted after', performance.now() - brokenAt, 'ms')
    await load.more(500)
    const { wrong, revoked } = await load.stop('failover behind PgBouncer', brokenAt)
    expect(wrong).toEqual([])
    expect(revoked.length).toBeGreaterThan(0)
    for (const { apiUrl } of nodes)
      for (const key of revoked)
        await expect.poll(async () => (await ask(apiUrl, '/food/1', { key })).status).toBe(401)
    // The former primary cannot be used by other tests.
    await stop?.()
  })
})
