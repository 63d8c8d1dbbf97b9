// Redis in trouble: reads go on under a limit of each process (decision 26), and nobody waits for it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningService } from '../../src/main/serve.ts'
import { createStores, loadDemoFoods, type TestStores } from '../support/database.ts'
import { tell } from '../support/figures.ts'
import { findFreePort } from '../support/free-port.ts'
import { ask } from '../support/http.ts'
import { accountKey } from '../support/keys.ts'
import { startService } from '../support/service.ts'

let port: number
let redis: ChildProcess
let stores: TestStores
let service: RunningService
let key: string

async function startRedis(): Promise<ChildProcess> {
  const child = spawn(
    'redis-server',
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--dir',
      mkdtempSync(join(tmpdir(), 'larder-redis-')),
    ],
    {
      stdio: 'ignore',
    },
  )
  await once(child, 'spawn')
  return child
}

beforeAll(async () => {
  port = await findFreePort()
  redis = await startRedis()
  stores = await createStores()
  await loadDemoFoods(stores)
  key = await accountKey(stores, 'faults', 'pro')
  service = await startService(stores, {
    REDIS_URL: `redis://127.0.0.1:${port}`,
    LIMIT_PRO_PER_MINUTE: '50',
    REDIS_TIMEOUT_MS: '80',
  })
  await countedInRedis()
})
afterAll(async () => {
  await service.stop()
  redis.kill('SIGKILL')
  await stores.drop()
})

async function countedInRedis(): Promise<void> {
  for (const start = performance.now(); ; await wait(50)) {
    const before = await fallbacks()
    const { status } = await ask(service.apiUrl, '/foods/categories')
    expect(status).toBe(200)
    if ((await fallbacks()) === before) return
    expect(performance.now() - start).toBeLessThan(3_000)
  }
}

async function fallbacks(): Promise<number> {
  const metrics = await (await fetch(service.metricsUrl)).text()
  return Number(/larder_limit_fallback_total (\d+)/.exec(metrics)?.[1])
}

const readsOfARound = 50
const mostRounds = 10

/**
 * Anonymous reads, one after the other, until the longest of a round took less than that: whoever waits for Redis waits in
 * every round, a stall of the machine is over in the next. Returns how many there were.
 */
async function readsGoOn(how: string, withinMs: number): Promise<number> {
  for (let round = 1; ; round++) {
    let longest = 0
    for (let n = 0; n < readsOfARound; n++) {
      const start = performance.now()
      const { status } = await ask(service.apiUrl, '/food/1')
      expect(status).toBe(200)
      longest = Math.max(longest, performance.now() - start)
    }
    if (longest >= withinMs && round < mostRounds) continue
    tell(`Redis ${how}: longest read`, longest, 'ms')
    expect(longest).toBeLessThan(withinMs)
    return round * readsOfARound
  }
}

describe('Redis', () => {
  it('killed: no 5xx, nobody waits, a metric says so, and it is used again when it is back', async () => {
    redis.kill('SIGKILL')
    await once(redis, 'exit')
    const before = await fallbacks()
    const reads = await readsGoOn('killed', 100)
    expect(await fallbacks()).toBe(before + reads)
    redis = await startRedis()
    await countedInRedis()
  })

  it('stopped, so that it takes requests and does not answer: at most 100 ms are waited', {
    timeout: 60_000,
  }, async () => {
    redis.kill('SIGSTOP')
    await readsGoOn('stopped', 150) // 80 ms for Redis, the rest is the request itself
    redis.kill('SIGCONT')
    await countedInRedis()
  })

  it('the limit of a process holds while Redis is away', async () => {
    redis.kill('SIGKILL')
    await once(redis, 'exit')
    await wait(50)
    const statuses: number[] = []
    for (let n = 0; n < 60; n++) statuses.push((await ask(service.apiUrl, '/food/1', { key })).status)
    expect(statuses.filter(status => status === 200)).toHaveLength(50)
    expect(statuses.filter(status => status === 429)).toHaveLength(10)
    redis = await startRedis()
    await countedInRedis()
  })

  it('flushed, with its scripts: the windows begin anew, nothing fails', async () => {
    const admin = new Redis(`redis://127.0.0.1:${port}`)
    const left = async () => (await ask(service.apiUrl, '/food/1', { key })).headers['x-ratelimit-remaining']
    await admin.flushall()
    expect([await left(), await left()]).toEqual(['49', '48'])
    await admin.flushall()
    await admin.script('FLUSH')
    expect([await left(), await left()]).toEqual(['49', '48'])
    admin.disconnect()
  })
})
