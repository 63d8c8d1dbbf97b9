// Nodes behind deploy/haproxy.cfg under load: restarted, killed, hanging.
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { printMeasurement } from '../../../lab/report.ts'
import { type Backend, type Haproxy, startHaproxy } from '../../../lab/servers/haproxy.ts'
import { type ServiceProcess, spawnService } from '../../../lab/service.ts'
import { createStores, type TestStores } from '../../support/database.ts'
import { createNodeLoad, failuresOf } from '../../support/node-load.ts'

/** How long a node hangs after it was taken out; `PAUSE_SECONDS=20` for a drill. */
const pauseMs = Number(process.env['PAUSE_SECONDS'] ?? 2) * 1_000

let stores: TestStores
let haproxy: Haproxy
let load: Awaited<ReturnType<typeof createNodeLoad>>
const nodes = new Map<Backend, ServiceProcess>()

beforeAll(async () => {
  stores = await createStores('fixture-foods')
  haproxy = await startHaproxy()
  let turn = 0
  load = await createNodeLoad(stores, {
    readsPerSecond: 40,
    nextRead: () => reads[++turn % reads.length] ?? '',
    apiUrl: () => haproxy.apiUrl,
    websiteUrl: () => haproxy.websiteUrl,
  })
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

async function start(backend: Backend): Promise<void> {
  const server = backend.startsWith('api') ? 'api' : 'website'
  const overrides = { ...settings(), ...haproxy.settingsFor(backend) }
  const node = await spawnService(stores, overrides, undefined, ['--only', server])
  nodes.set(backend, node)
  await haproxy.until(backend, 'up')
}

const nodeAt = (backend: Backend) => {
  const node = nodes.get(backend)
  if (node === undefined) throw new Error(`${backend} is not running`)
  return node
}

const reads = ['/food/1', '/food/2', '/barcode/0042100005264', '/search?q=milk', '/foods/popular?limit=5']

/** Replaces each API node on its port, and the website by a second one before the first stops. */
async function replaceAll(): Promise<void> {
  for (const backend of ['api1', 'api2'] as const) {
    await nodeAt(backend).stop('SIGTERM')
    await start(backend)
  }
  const [old, fresh]: Backend[] = nodes.has('website1') ? ['website1', 'website2'] : ['website2', 'website1']
  if (old === undefined || fresh === undefined) return
  await start(fresh)
  await nodeAt(old).stop('SIGTERM')
  nodes.delete(old)
}

describe('two API nodes and a website behind HAProxy', () => {
  it('fails no request during a rolling restart', async () => {
    const running = load.start()
    await replaceAll()
    const outcomes = await running.stop()
    printMeasurement('rolling restart: failed requests', failuresOf(outcomes).length, `of ${outcomes.length}`)
    expect(failuresOf(outcomes)).toEqual([])
    expect(outcomes.length).toBeGreaterThan(200)
  })

  it('loses only the requests in flight when a node is killed', async () => {
    const running = load.start()
    await wait(2_000)
    const inFlight = running.inFlight()
    await nodeAt('api1').stop('SIGKILL')
    await haproxy.until('api1', 'down')
    await wait(1_000)
    await start('api1')
    const outcomes = await running.stop()
    printMeasurement(
      'kill -9 of a node: failed requests',
      failuresOf(outcomes).length,
      `of ${inFlight} in flight`,
    )
    expect(failuresOf(outcomes).length).toBeLessThanOrEqual(inFlight)
    expect(failuresOf(outcomes).filter(([kind]) => kind === 'read')).toEqual([])
  })

  it('takes out a node that hangs, redispatches its requests, and adds it back', async () => {
    const running = load.start()
    await wait(1_000)
    const hanging = nodeAt('api2').process
    const start = performance.now()
    hanging.kill('SIGSTOP')
    try {
      await haproxy.until('api2', 'down')
      printMeasurement('a node that hangs is out after', performance.now() - start, 'ms')
      await wait(pauseMs)
    } finally {
      hanging.kill('SIGCONT')
    }
    await haproxy.until('api2', 'up')
    const outcomes = await running.stop()
    const failedReads = failuresOf(outcomes).filter(([kind]) => kind !== 'write')
    printMeasurement('a node that hangs: failed reads', failedReads.length, `of ${outcomes.length}`)
    const maxMs = Math.max(...outcomes.filter(({ request }) => request.kind === 'read').map(({ ms }) => ms))
    printMeasurement('a node that hangs: longest read', maxMs, 'ms')
    expect(failedReads).toEqual([])
    // 3 s until it is sent to the other node; the rest is tolerance for a busy machine.
    expect(maxMs).toBeLessThan(15_000)
    const before = await requestsAt('api2')
    for (let n = 0; n < 20; n++)
      expect((await ask(haproxy.apiUrl, '/food/1', { key: load.key })).status).toBe(200)
    expect(await requestsAt('api2')).toBeGreaterThan(before)
  })

  it('does not forward an X-Forwarded-For header of the client', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' }
    expect((await ask(haproxy.apiUrl, '/food/1', { headers })).status).toBe(200)
    const redis = new Redis(stores.redisUrl)
    const counted = await redis.keys('limit:ip:*:hour')
    redis.disconnect()
    expect(counted).toContain('limit:ip:127.0.0.1:hour')
    expect(counted).not.toContain('limit:ip:203.0.113.9:hour')
  })
})

async function requestsAt(backend: Backend): Promise<number> {
  const metrics = await (await fetch(nodeAt(backend).metricsUrl)).text()
  return [...metrics.matchAll(/^larder_http_request_duration_seconds_count\{[^}]*food_id[^}]*\} (\d+)$/gm)]
    .map(([, count]) => Number(count))
    .reduce((sum, count) => sum + count, 0)
}
