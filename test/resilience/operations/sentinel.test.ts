// Redis under three sentinels: the one that counts is killed, another takes over, and nobody's read fails.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { tell } from '../../../lab/measurements.ts'
import { type SentinelCluster, startSentinelCluster } from '../../../lab/servers/sentinel-cluster.ts'
import { startService } from '../../../lab/service.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { createStores, type TestStores } from '../../support/database.ts'
import { accountKey } from '../../support/keys.ts'

const patience = { timeout: 60_000, interval: 100 }

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
}, 120_000)
afterAll(async () => {
  for (const node of nodes ?? []) await node.stop()
  await stores?.drop()
  await cluster?.remove()
}, 30_000)

const read = (node: RunningService) => ask(node.apiUrl, '/food/1', { key })

async function countedAt(node: RunningService): Promise<number> {
  const { status, headers } = await read(node)
  expect(status).toBe(200)
  return 1_000_000 - Number(headers['x-ratelimit-remaining'])
}

/** Each node counts on from where the other was. */
async function expectSharedCounting(): Promise<void> {
  await vi.waitFor(async () => {
    const counts: number[] = []
    for (const node of [...nodes, ...nodes]) counts.push(await countedAt(node))
    const first = counts[0] ?? 0
    expect(counts).toEqual([first, first + 1, first + 2, first + 3])
  }, patience)
}

beforeEach(expectSharedCounting, 90_000)

/** Reads from both nodes until told to stop. */
function keepReading() {
  const statuses: number[] = []
  let longest = 0
  let isOver = false
  const running = Promise.all(
    nodes.map(async node => {
      while (!isOver) {
        const start = performance.now()
        statuses.push((await read(node)).status)
        longest = Math.max(longest, performance.now() - start)
      }
    }),
  )
  return {
    async stop() {
      isOver = true
      await running
      return { reads: statuses.length, failed: statuses.filter(status => status !== 200), longest }
    },
  }
}

describe('the Redis that counts', () => {
  it('killed: reads go on, another one takes over and counts for all nodes', async () => {
    const before = await cluster.master()
    const reading = keepReading()
    const killedAt = performance.now()
    await cluster.killMaster()
    await vi.waitFor(async () => expect(await cluster.master()).not.toBe(before), patience)
    const { reads, failed, longest } = await reading.stop()
    await expectSharedCounting()
    tell('Redis under sentinels killed: longest read', longest, 'ms')
    tell('Redis under sentinels killed: counted together again after', performance.now() - killedAt, 'ms')
    expect(failed).toEqual([])
    expect(reads).toBeGreaterThan(10)
    // 80 ms for Redis; the rest is for a machine with more to do.
    expect(longest).toBeLessThan(1_000)
    await cluster.start()
  }, 120_000)

  it('flushed: the windows begin anew, nothing fails', async () => {
    const reading = keepReading()
    await cluster.flush()
    const { failed } = await reading.stop()
    expect(failed).toEqual([])
    await expectSharedCounting()
  }, 90_000)
})
