// Nodes behind deploy/haproxy.cfg come and go under load: restarted, replaced by a new release with its migration,
// killed, hanging.
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { type Outcome, startArrivals } from '../../../lab/clients/open-loop-load.ts'
import { tell } from '../../../lab/measurements.ts'
import { type Haproxy, type Place, startHaproxy } from '../../../lab/servers/haproxy.ts'
import { environmentFor, type ServiceProcess, spawnService } from '../../../lab/service.ts'
import { createStores, type TestStores } from '../../support/database.ts'
import { accountKey } from '../../support/keys.ts'

let stores: TestStores
let haproxy: Haproxy
let key: string
// An account has 50 named keys at most, and on a slow machine a test makes more.
let writers: string[]
const nodes = new Map<Place, ServiceProcess>()

beforeAll(async () => {
  stores = await createStores('demo-foods')
  key = await accountKey(stores, 'nodes', 'scale')
  writers = await Promise.all(['a', 'b', 'c', 'd'].map(name => accountKey(stores, `writer-${name}`, 'scale')))
  haproxy = await startHaproxy()
  await Promise.all([start('api1'), start('api2'), start('website1')])
}, 120_000)
afterAll(async () => {
  await Promise.all([...nodes.values()].map(node => node.stop('SIGKILL')))
  await haproxy.stop()
  await stores.drop()
})

const settings = () => ({
  RATE_LIMIT_SCALE_PER_MINUTE: '1000000',
  TRUSTED_PROXIES: '127.0.0.1',
  WEB_PUBLIC_URL: haproxy.websiteUrl,
  // Reads without a key wait a little, so that some are always under way.
  FAIRNESS_DELAY_MS: '150',
  // HAProxy sees within a second that a node is about to stop.
  SHUTDOWN_DELAY_MS: '2000',
})

async function start(place: Place, root = process.cwd()): Promise<void> {
  const port = portOf(place)
  const part = place.startsWith('api') ? 'api' : 'website'
  const ports = part === 'api' ? { API_PORT: String(port) } : { WEB_PORT: String(port) }
  const node = await spawnService(stores, { ...settings(), ...ports }, undefined, ['--only', part], root)
  nodes.set(place, node)
  await haproxy.until(place, 'up')
}

function portOf(place: Place): number {
  const [first, second] = place.startsWith('api') ? haproxy.places.api : haproxy.places.website
  return place.endsWith('1') ? first : second
}

const nodeAt = (place: Place) => {
  const node = nodes.get(place)
  if (node === undefined) throw new Error(`there is no ${place}`)
  return node
}

const reads = ['/food/1', '/food/2', '/barcode/0042100005264', '/search?q=milk', '/foods/popular?limit=5']

/** Reads with and without a key, pages, and new keys that are acknowledged and must then be there. */
function underLoad() {
  const outcomes: Outcome[] = []
  let turn = 0
  const keep = (outcome: Outcome) => void outcomes.push(outcome)
  const reading = startArrivals(
    40,
    () => ({
      kind: 'read',
      url: haproxy.apiUrl,
      path: reads[++turn % reads.length] ?? '',
      ...(turn % 2 === 0 && { headers: { authorization: `Bearer ${key}` } }),
    }),
    keep,
  )
  const looking = startArrivals(
    5,
    () => ({ kind: 'page', url: haproxy.websiteUrl, path: '/categories' }),
    keep,
  )
  const writing = startArrivals(
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
    .map(({ question, status, error, text }) => [question.kind, question.path, status, error, text])

/** An API node in its place; the website in the other place, before the first one goes. */
async function replaceAll(root = process.cwd()): Promise<void> {
  for (const place of ['api1', 'api2'] as const) {
    await nodeAt(place).stop('SIGTERM')
    await start(place, root)
  }
  const [old, fresh]: Place[] = nodes.has('website1') ? ['website1', 'website2'] : ['website2', 'website1']
  if (old === undefined || fresh === undefined) return
  await start(fresh, root)
  await nodeAt(old).stop('SIGTERM')
  nodes.delete(old)
}

/** This release with one migration more, and code that cannot do without it. */
function makeNextRelease(): string {
  const release = mkdtempSync(join(tmpdir(), 'larder-release-'))
  for (const part of ['src', 'sql', 'package.json', 'tsconfig.json'])
    cpSync(part, join(release, part), { recursive: true })
  for (const part of ['node_modules', 'data', 'docs', 'openapi.json'])
    symlinkSync(join(process.cwd(), part), join(release, part))
  writeFileSync(
    join(release, 'sql/migrations/9999_next_release.sql'),
    `alter table foods add column checked_confidence numeric(4, 3);
     create index foods_checked on foods (checked_confidence) where checked_confidence is not null;
     alter table api_keys add column note text not null default '';`,
  )
  const row = join(release, 'src/catalog/row.ts')
  const code = readFileSync(row, 'utf8')
  const changed = code.replace(
    'foods.confidence`',
    'coalesce(foods.checked_confidence, foods.confidence) as confidence`',
  )
  expect(changed).not.toBe(code)
  writeFileSync(row, changed)
  return release
}

describe('two API nodes and a website behind HAProxy', () => {
  it('a rolling restart of all with a new release and its migration, old and new side by side: no request fails', async () => {
    const release = makeNextRelease()
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
    expect((await ask(haproxy.apiUrl, '/food/1', { key })).json.confidence).toBe(0.123)
    tell(
      'rolling restart and migration: failed requests',
      failuresOf(outcomes).length,
      `of ${outcomes.length}`,
    )
    expect(failuresOf(outcomes)).toEqual([])
    expect(outcomes.length).toBeGreaterThan(200)
  }, 120_000)

  it('a node killed: no more fail than were in flight', async () => {
    const load = underLoad()
    await wait(2_000)
    const inFlight = load.inFlight()
    await nodeAt('api1').stop('SIGKILL')
    await haproxy.until('api1', 'down')
    await wait(1_000)
    await start('api1')
    const outcomes = await load.stop()
    tell('kill -9 of a node: failed requests', failuresOf(outcomes).length, `of ${inFlight} in flight`)
    expect(failuresOf(outcomes).length).toBeLessThanOrEqual(inFlight)
    expect(failuresOf(outcomes).filter(([kind]) => kind === 'read')).toEqual([])
  }, 120_000)

  it('a node that hangs is taken out, what waits there is answered by the other, and it comes back', async () => {
    const load = underLoad()
    await wait(1_000)
    const hanging = nodeAt('api2').process
    const start = performance.now()
    hanging.kill('SIGSTOP')
    try {
      await haproxy.until('api2', 'down')
      tell('a node that hangs is out after', performance.now() - start, 'ms')
      await wait(2_000)
    } finally {
      hanging.kill('SIGCONT')
    }
    await haproxy.until('api2', 'up')
    const outcomes = await load.stop()
    const failedReads = failuresOf(outcomes).filter(([kind]) => kind !== 'write')
    tell('a node that hangs: failed reads', failedReads.length, `of ${outcomes.length}`)
    const longest = Math.max(
      ...outcomes.filter(({ question }) => question.kind === 'read').map(({ ms }) => ms),
    )
    tell('a node that hangs: longest read', longest, 'ms')
    expect(failedReads).toEqual([])
    // 3 s until it is sent to the other node; the rest is for a machine with much to do.
    expect(longest).toBeLessThan(15_000)
    const before = await requestsAt('api2')
    for (let n = 0; n < 20; n++) expect((await ask(haproxy.apiUrl, '/food/1', { key })).status).toBe(200)
    expect(await requestsAt('api2')).toBeGreaterThan(before)
  }, 120_000)

  it('what a caller says about its address does not pass', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' }
    expect((await ask(haproxy.apiUrl, '/food/1', { headers })).status).toBe(200)
    const redis = new Redis(stores.redisUrl)
    const counted = await redis.keys('limit:{ip:*}:hour')
    redis.disconnect()
    expect(counted).toContain('limit:{ip:127.0.0.1}:hour')
    expect(counted).not.toContain('limit:{ip:203.0.113.9}:hour')
  })
})

async function requestsAt(place: Place): Promise<number> {
  const metrics = await (await fetch(nodeAt(place).metricsUrl)).text()
  return [...metrics.matchAll(/^larder_http_request_duration_seconds_count\{[^}]*food_id[^}]*\} (\d+)$/gm)]
    .map(([, count]) => Number(count))
    .reduce((sum, count) => sum + count, 0)
}
