// Nodes behind deploy/haproxy.cfg under load: restarted, replaced by a new release with a migration, killed, hanging.
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { type Outcome, startOpenLoopLoad } from '../../../lab/clients/open-loop-load.ts'
import { printMeasurement } from '../../../lab/report.ts'
import { type Backend, type Haproxy, startHaproxy } from '../../../lab/servers/haproxy.ts'
import { environmentFor, type ServiceProcess, spawnService } from '../../../lab/service.ts'
import { createStores, type TestStores } from '../../support/database.ts'
import { accountKey } from '../../support/keys.ts'

let stores: TestStores
let haproxy: Haproxy
let key: string
// An account has at most 50 named keys, and a test on a slow machine may create more.
let writers: string[]
const nodes = new Map<Backend, ServiceProcess>()

beforeAll(async () => {
  stores = await createStores('demo-foods')
  key = await accountKey(stores, 'nodes', 'scale')
  writers = await Promise.all(['a', 'b', 'c', 'd'].map(name => accountKey(stores, `writer-${name}`, 'scale')))
  haproxy = await startHaproxy()
  await Promise.all([start('api1'), start('api2'), start('website1')])
})
afterAll(async () => {
  await Promise.all([...nodes.values()].map(node => node.stop('SIGKILL')))
  await haproxy.stop()
  await stores.drop()
})

const settings = () => ({
  RATE_LIMIT_SCALE_PER_MINUTE: '1000000',
  TRUSTED_PROXIES: '127.0.0.1',
  WEB_PUBLIC_URL: haproxy.websiteUrl,
  // The fairness delay of anonymous reads ensures that some are always in flight.
  FAIRNESS_DELAY_MS: '150',
  // HAProxy notices within two seconds that a node is shutting down.
  SHUTDOWN_DELAY_MS: '3000',
})

async function start(backend: Backend, root = process.cwd()): Promise<void> {
  const server = backend.startsWith('api') ? 'api' : 'website'
  const overrides = { ...settings(), ...haproxy.settingsFor(backend) }
  const node = await spawnService(stores, overrides, undefined, ['--only', server], root)
  nodes.set(backend, node)
  await haproxy.until(backend, 'up')
}

const nodeAt = (backend: Backend) => {
  const node = nodes.get(backend)
  if (node === undefined) throw new Error(`${backend} is not running`)
  return node
}

const reads = ['/food/1', '/food/2', '/barcode/0042100005264', '/search?q=milk', '/foods/popular?limit=5']

/** Reads with and without a key, pages, and new keys, which must exist once acknowledged. */
function underLoad() {
  const outcomes: Outcome[] = []
  let turn = 0
  const keep = (outcome: Outcome) => void outcomes.push(outcome)
  const reading = startOpenLoopLoad(
    40,
    () => ({
      kind: 'read',
      url: haproxy.apiUrl,
      path: reads[++turn % reads.length] ?? '',
      ...(turn % 2 === 0 && { headers: { authorization: `Bearer ${key}` } }),
    }),
    keep,
  )
  const looking = startOpenLoopLoad(
    5,
    () => ({ kind: 'page', url: haproxy.websiteUrl, path: '/categories' }),
    keep,
  )
  const writing = startOpenLoopLoad(
    1,
    () => ({
      kind: 'write',
      url: haproxy.apiUrl,
      path: '/auth/keys',
      method: 'POST',
      headers: {
        authorization: `Bearer ${writers[++turn % writers.length]}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ name: `k${Math.random()}`, scope: 'read' }),
    }),
    keep,
  )
  return {
    outcomes,
    inFlight: () => reading.inFlight() + looking.inFlight() + writing.inFlight(),
    async stop() {
      await Promise.all([reading.stop(), looking.stop(), writing.stop()])
      const made = outcomes.filter(({ status }) => status === 201).map(({ text }) => JSON.parse(text).id)
      const found = await stores.sql<{ id: number }>('select id from api_keys where id = any($1)', [made])
      expect(found).toHaveLength(made.length)
      await stores.sql("delete from api_keys where kind = 'named'")
      return outcomes
    },
  }
}

const isFailed = ({ status }: Outcome) => status !== 200 && status !== 201
const failuresOf = (outcomes: Outcome[]) =>
  outcomes
    .filter(isFailed)
    .map(({ request, status, error, text }) => [request.kind, request.path, status, error, text])

/** Replaces each API node on its port, and the website by a second one before the first stops. */
async function replaceAll(root = process.cwd()): Promise<void> {
  for (const backend of ['api1', 'api2'] as const) {
    await nodeAt(backend).stop('SIGTERM')
    await start(backend, root)
  }
  const [old, fresh]: Backend[] = nodes.has('website1') ? ['website1', 'website2'] : ['website2', 'website1']
  if (old === undefined || fresh === undefined) return
  await start(fresh, root)
  await nodeAt(old).stop('SIGTERM')
  nodes.delete(old)
}

/** This release with an additional migration, and code that requires it. */
function createNextRelease(): string {
  const release = mkdtempSync(join(tmpdir(), 'larder-release-'))
  for (const server of ['src', 'sql', 'package.json', 'tsconfig.json'])
    cpSync(server, join(release, server), { recursive: true })
  for (const server of [
    'node_modules',
    'packages',
    'data',
    'docs',
    'examples',
    'openapi.json',
    'CHANGELOG.md',
  ])
    symlinkSync(join(process.cwd(), server), join(release, server))
  writeFileSync(
    join(release, 'sql/migrations/9999_next_release.sql'),
    `alter table foods add column checked_confidence numeric(4, 3);
     create index foods_checked on foods (checked_confidence) where checked_confidence is not null;
     alter table api_keys add column note text not null default '';`,
  )
  const row = join(release, 'src/food/food-row.ts')
  const code = readFileSync(row, 'utf8')
  const changed = code
    .replace("'static_url')", "'static_url' && field !== 'confidence')")
    .replace(
      ".join(', ')",
      ".concat('coalesce(foods.checked_confidence, foods.confidence) as confidence').join(', ')",
    )
  expect(changed).not.toBe(code)
  writeFileSync(row, changed)
  return release
}

describe('two API nodes and a website behind HAProxy', () => {
  it('fails no request during a rolling restart to a new release with a migration', async () => {
    const release = createNextRelease()
    onTestFinished(() => rmSync(release, { recursive: true }))
    const load = underLoad()
    await promisify(execFile)(process.execPath, ['--import', 'tsx', 'src/main/cli.ts', 'migrate'], {
      cwd: release,
      env: { PATH: process.env['PATH'] ?? '', ...environmentFor(stores) },
    })
    await wait(1_000) // the old release on the new schema
    await replaceAll(release)
    const outcomes = await load.stop()
    await stores.sql('update foods set checked_confidence = 0.123 where id = 1')
    await stores.sql('update catalog_stats set refreshed_at = now()')
    const confidence = async () => (await ask(haproxy.apiUrl, '/food/1', { key })).json.confidence
    await expect.poll(confidence).toBe(0.123)
    printMeasurement(
      'rolling restart and migration: failed requests',
      failuresOf(outcomes).length,
      `of ${outcomes.length}`,
    )
    expect(failuresOf(outcomes)).toEqual([])
    expect(outcomes.length).toBeGreaterThan(200)
  })

  it('loses only the requests in flight when a node is killed', async () => {
    const load = underLoad()
    await wait(2_000)
    const inFlight = load.inFlight()
    await nodeAt('api1').stop('SIGKILL')
    await haproxy.until('api1', 'down')
    await wait(1_000)
    await start('api1')
    const outcomes = await load.stop()
    printMeasurement(
      'kill -9 of a node: failed requests',
      failuresOf(outcomes).length,
      `of ${inFlight} in flight`,
    )
    expect(failuresOf(outcomes).length).toBeLessThanOrEqual(inFlight)
    expect(failuresOf(outcomes).filter(([kind]) => kind === 'read')).toEqual([])
  })

  it('takes out a node that hangs, redispatches its requests, and adds it back', async () => {
    const load = underLoad()
    await wait(1_000)
    const hanging = nodeAt('api2').process
    const start = performance.now()
    hanging.kill('SIGSTOP')
    try {
      await haproxy.until('api2', 'down')
      printMeasurement('a node that hangs is out after', performance.now() - start, 'ms')
      await wait(2_000)
    } finally {
      hanging.kill('SIGCONT')
    }
    await haproxy.until('api2', 'up')
    const outcomes = await load.stop()
    const failedReads = failuresOf(outcomes).filter(([kind]) => kind !== 'write')
    printMeasurement('a node that hangs: failed reads', failedReads.length, `of ${outcomes.length}`)
    const maxMs = Math.max(...outcomes.filter(({ request }) => request.kind === 'read').map(({ ms }) => ms))
    printMeasurement('a node that hangs: longest read', maxMs, 'ms')
    expect(failedReads).toEqual([])
    // 3 s until it is sent to the other node; the rest is tolerance for a busy machine.
    expect(maxMs).toBeLessThan(15_000)
    const before = await requestsAt('api2')
    for (let n = 0; n < 20; n++) expect((await ask(haproxy.apiUrl, '/food/1', { key })).status).toBe(200)
    expect(await requestsAt('api2')).toBeGreaterThan(before)
  })

  it('does not forward an X-Forwarded-For header of the client', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' }
    expect((await ask(haproxy.apiUrl, '/food/1', { headers })).status).toBe(200)
    const redis = new Redis(stores.redisUrl)
    const counted = await redis.keys('limit:{ip:*}:hour')
    redis.disconnect()
    expect(counted).toContain('limit:{ip:127.0.0.1}:hour')
    expect(counted).not.toContain('limit:{ip:203.0.113.9}:hour')
  })
})

async function requestsAt(backend: Backend): Promise<number> {
  const metrics = await (await fetch(nodeAt(backend).metricsUrl)).text()
  return [...metrics.matchAll(/^larder_http_request_duration_seconds_count\{[^}]*food_id[^}]*\} (\d+)$/gm)]
    .map(([, count]) => Number(count))
    .reduce((sum, count) => sum + count, 0)
}
