// Slow searches are logged with what took the time, and with the plan of their slowest statement.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startTraceReceiver, type TraceReceiver } from '../../../lab/servers/trace-receiver.ts'
import { type ServiceProcess, spawnService } from '../../../lab/service.ts'
import { tableGroups } from '../../../src/catalog/tables.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { grantPrivileges } from '../../../src/platform/database/privileges.ts'
import { createStores, type TestStores } from '../../support/database.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const slowMs = 300

let stores: TestStores
let receiver: TraceReceiver
beforeAll(async () => {
  stores = await createStores('fixture-foods')
  receiver = await startTraceReceiver()
})
afterAll(async () => {
  receiver.stop()
  await stores.drop()
})

async function startNode(settings: Record<string, string> = {}): Promise<ServiceProcess> {
  const node = await spawnService(stores, {
    LOG_LEVEL: 'warn',
    SLOW_SEARCH_MS: String(slowMs),
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    ...settings,
  })
  onTestFinished(() => node.stop())
  // Searches that prepare the node would wait for locks, too.
  const isReady = async () => (await fetch(new URL('/ready', node.metricsUrl))).ok
  await vi.waitUntil(isReady, { timeout: 60_000 })
  return node
}

/** Holds a lock on the foods until it is released. */
async function lockFoods() {
  const client = new Client({ connectionString: stores.databaseUrl, application_name: 'the locking session' })
  await client.connect()
  await client.query('begin; lock table foods in access exclusive mode')
  let isReleased = false
  const release = async () => {
    if (!isReleased) await client.end()
    isReleased = true
  }
  onTestFinished(release)
  return release
}

/** Searches while the foods are locked for longer than a search may take, and returns the id of its trace. */
async function searchSlowly(node: ServiceProcess, q: string): Promise<string> {
  const release = await lockFoods()
  const traceId = randomBytes(16).toString('hex')
  const searching = ask(node.apiUrl, `/search?q=${q}`, {
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  })
  const isWaiting = async () =>
    (
      await stores.sql(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).length > 0
  await vi.waitUntil(isWaiting, { timeout: 60_000 })
  await wait(slowMs)
  await release()
  expect((await searching).status).toBe(200)
  return traceId
}

async function linesOf(node: ServiceProcess, msg: string, count = 1): Promise<Record<string, unknown>[]> {
  const lines = () =>
    node
      .output()
      .split('\n')
      .filter(line => line.startsWith('{') && line.endsWith('}'))
      .map(line => JSON.parse(line))
      .filter(line => line.msg === msg)
  await vi.waitUntil(() => lines().length >= count, { timeout: 60_000 })
  return lines()
}

it('logs what took the time and the plan, both with the id of the trace and the request, and without words', async () => {
  const node = await startNode()
  const traceId = await searchSlowly(node, 'choclate')
  const [sample] = await linesOf(node, 'slow search')
  const [root] = (await receiver.traceOf(traceId)).filter(({ kind }) => kind === 2)
  const ids = { trace_id: traceId, request_id: root?.attributes['larder.request_id'] }
  const { host } = new URL(stores.databaseUrl)
  expect(sample).toMatchObject({
    ...ids,
    level: 40,
    node: expect.any(String),
    class: 'unknown_word',
    phases: { rewrite: expect.any(Number), retrieve: expect.any(Number), rank: expect.any(Number) },
    connection_wait_ms: expect.any(Number),
    database_server: host,
    statement: 'retrieve-foods',
  })
  expect(sample?.['duration_ms']).toBeGreaterThanOrEqual(slowMs)
  expect(sample?.['statement_ms']).toBeGreaterThanOrEqual(slowMs)

  const [plan] = await linesOf(node, 'plan of a slow search')
  expect(plan).toMatchObject({
    ...ids,
    database_server: host,
    statement: 'retrieve-foods',
    round_trip_ms: expect.any(Number),
    server_ms: expect.any(Number),
    waits: expect.any(Object),
    blockers: [],
    plan: expect.stringMatching(/ on foods .*actual time/),
    plan_ms: expect.any(Number),
  })
  expect(plan).not.toHaveProperty('reason')
  expect(node.output()).not.toMatch(/choc/)
})

it('takes one plan a minute', async () => {
  const node = await startNode()
  await searchSlowly(node, 'milk')
  await linesOf(node, 'plan of a slow search')
  await searchSlowly(node, 'bread')
  await linesOf(node, 'slow search', 2)
  await node.stop()
  expect(await linesOf(node, 'plan of a slow search')).toHaveLength(1)
})

it('says which session holds the lock for which the search waits', async () => {
  const node = await startNode({ DATABASE_STATEMENT_TIMEOUT_MS: '1000' })
  await lockFoods()
  expect((await ask(node.apiUrl, '/search?q=bread')).status).toBe(503)
  const [sample] = await linesOf(node, 'slow search')
  expect(sample).toMatchObject({ statement: 'retrieve-foods', error: 'PostgreSQL did not answer in time' })
  const [plan] = await linesOf(node, 'plan of a slow search')
  expect(plan).toMatchObject({
    request_id: sample?.['request_id'],
    reason: 'canceling statement due to lock timeout',
    blockers: [expect.stringMatching(/^the locking session \(pid \d+, role \w+\) locks foods/)],
  })
})

it('gives a role without auto_explain the plan of the statement, and the reason why there is no more', async () => {
  const role = `slow_${randomBytes(6).toString('hex')}`
  await stores.sql(`create role ${role} login`)
  onTestFinished(async () => {
    await stores.sql(`drop owned by ${role}; drop role ${role}`)
  })
  await withConnection(stores.databaseUrl, client =>
    grantPrivileges(client, { importRole: undefined, serveRole: role }, tableGroups),
  )
  const node = await startNode({
    DATABASE_URL: Object.assign(new URL(stores.databaseUrl), { username: role }).href,
  })
  await searchSlowly(node, 'milk')
  const [plan] = await linesOf(node, 'plan of a slow search')
  expect(plan).toMatchObject({
    plan: expect.stringContaining('Function Scan on search_foods'),
    nested_statements: 0,
    reason: 'auto_explain is not loaded in sessions of this role',
  })
})

it('is explained by a guide with statements that PostgreSQL accepts', async () => {
  const guide = readFileSync('docs/how-to/slow-searches.md', 'utf8')
  const blocks = [...guide.matchAll(/^```sql\n(.*?)^```$/gms)].map(([, block = '']) => block)
  expect(blocks.length).toBeGreaterThan(5)
  await withConnection(stores.databaseUrl, async client => {
    // Neither the extension nor the role exists here.
    for (const block of blocks.filter(each => !/pg_stat_statements|alter role/.test(each)))
      await client.query(`begin; ${block}; rollback`)
  })
})
