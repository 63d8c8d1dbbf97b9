// Redis under three Sentinels: the master is killed, the replica takes over, and no read fails.
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { printMeasurement } from '../../../lab/report.ts'
import { type SentinelCluster, startSentinelCluster } from '../../../lab/servers/sentinel-cluster.ts'
import { startService } from '../../../lab/service.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { connectRedis } from '../../../src/platform/rate-limit/redis.ts'
import { createStores, type TestStores } from '../../support/database.ts'
import { accountKey } from '../../support/keys.ts'

const waitOptions = { timeout: 120_000, interval: 100 }

let cluster: SentinelCluster
let stores: TestStores
let nodes: [RunningService, RunningService]
let key: string

beforeAll(async () => {
  cluster = await startSentinelCluster()
  stores = await createStores('demo-foods')
  key = await accountKey(stores, 'sentinel', 'pro')
  const settings = { ...cluster.environment, REDIS_TIMEOUT_MS: '80', RATE_LIMIT_PRO_PER_MINUTE: '1000000' }
  nodes = [await startService(stores, settings), await startService(stores, settings)]
})
afterAll(async () => {
  for (const node of nodes ?? []) await node.stop()
  await stores?.drop()
  await cluster?.remove()
})

const read = (node: RunningService) => ask(node.apiUrl, '/food/1', { key })

async function countedAt(node: RunningService): Promise<number> {
  const { status, headers } = await read(node)
  expect(status).toBe(200)
  return 1_000_000 - Number(headers['x-ratelimit-remaining'])
}

/** Both nodes share one count. */
async function expectSharedCounting(): Promise<void> {
  await vi.waitFor(async () => {
    const counts: number[] = []
    for (const node of [...nodes, ...nodes]) counts.push(await countedAt(node))
    const first = counts[0] ?? 0
    expect(counts).toEqual([first, first + 1, first + 2, first + 3])
  }, waitOptions)
}

beforeEach(expectSharedCounting, 90_000)

/** Reads from both nodes until stopped. */
function startReading() {
  const statuses: number[] = []
  let maxMs = 0
  let isStopped = false
  const running = Promise.all(
    nodes.map(async node => {
      while (!isStopped) {
        const start = performance.now()
        statuses.push((await read(node)).status)
        maxMs = Math.max(maxMs, performance.now() - start)
      }
    }),
  )
  return {
    async stop() {
      isStopped = true
      await running
      return { reads: statuses.length, failed: statuses.filter(status => status !== 200), maxMs }
    },
  }
}

describe('the Redis master', () => {
  it('is replaced when it is killed, without failed reads', async () => {
    const before = await cluster.master()
    const reading = startReading()
    const killedAt = performance.now()
    await cluster.killMaster()
    await vi.waitFor(async () => expect(await cluster.master()).not.toBe(before), waitOptions)
    const { reads, failed, maxMs } = await reading.stop()
    await expectSharedCounting()
    printMeasurement('Redis under sentinels killed: longest read', maxMs, 'ms')
    printMeasurement(
      'Redis under sentinels killed: shared counting restored after',
      performance.now() - killedAt,
      'ms',
    )
    expect(failed).toEqual([])
    expect(reads).toBeGreaterThan(10)
    // 80 ms for Redis; the rest is tolerance for a busy machine.
    expect(maxMs).toBeLessThan(1_000)
    await cluster.start()
  })

  it('is found again after a failover that is announced while a client asks for it', async () => {
    const { REDIS_URL = '', REDIS_SENTINELS = '', REDIS_SENTINEL_MASTER = '' } = cluster.environment
    const sentinels = REDIS_SENTINELS.split(',').map(address => {
      const [host = '', port] = address.split(':')
      return { host, port: Number(port) }
    })
    const client = connectRedis(REDIS_URL, { sentinels, name: REDIS_SENTINEL_MASTER })
    onTestFinished(() => client.disconnect())
    client.on('error', () => undefined)
    await once(client, 'ready')
    // What ioredis does when a Sentinel announces a failover.
    const { connector } = client as unknown as { connector: { disconnect(): void } }
    client.once('connecting', () => connector.disconnect())
    const ended = new Promise(done => client.once('end', done))
    client.disconnect(true)
    await ended
    await vi.waitFor(() => expect(client.status).toBe('ready'), waitOptions)
  })

  it('can be flushed, which restarts the windows without failures', async () => {
    const reading = startReading()
    await cluster.flush()
    const { failed } = await reading.stop()
    expect(failed).toEqual([])
    await expectSharedCounting()
  })
})
