// Redis failures: reads continue with rate limits counted per process (rule redis-outage), without waiting for Redis.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ask } from '../../lab/clients/http.ts'
import { printMeasurement } from '../../lab/report.ts'
import { measureUndelayedMs } from '../../lab/scheduler-delay.ts'
import { findFreePort } from '../../lab/servers/free-port.ts'
import { startService } from '../../lab/service.ts'
import type { RunningService } from '../../src/main/serve.ts'
import { createStores, type TestStores } from '../support/database.ts'
import { accountKey } from '../support/keys.ts'

const redisTimeoutMs = 80

/** If positive, the fallback after this many stalls for 500 ms. */
const injected = vi.hoisted(() => ({ fallbacksUntilStall: 0 }))

// The real limiter with an injected stall, which proves that the measurement detects a single one.
vi.mock(import('../../src/platform/rate-limit/rate-limiter.ts'), async importOriginal => {
  const original = await importOriginal()
  return {
    ...original,
    createRateLimiter(redis, timeoutMs, onFallback) {
      let fallbacks = 0
      const limiter = original.createRateLimiter(redis, timeoutMs, () => {
        fallbacks++
        onFallback()
      })
      return {
        ...limiter,
        async consume(windows) {
          const before = fallbacks
          const taken = await limiter.consume(windows)
          if (fallbacks > before && --injected.fallbacksUntilStall === 0) await wait(500)
          return taken
        },
      }
    },
  }
})

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
  stores = await createStores('fixture-foods')
  key = await accountKey(stores, 'faults', 'pro')
  service = await startService(stores, {
    REDIS_URL: `redis://127.0.0.1:${port}`,
    RATE_LIMIT_PRO_PER_MINUTE: '50',
    REDIS_TIMEOUT_MS: String(redisTimeoutMs),
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
  return Number(/larder_rate_limit_fallback_total (\d+)/.exec(metrics)?.[1])
}

const readsPerSeries = 120
// Allowed time of a read beyond the Redis timeout, for its work and a garbage collection; far below a stall of 500 ms.
const toleranceMs = 100

/**
 * Durations of many sequential anonymous reads, excluding the time for which the machine was too busy to run this process
 * or PostgreSQL. So a single slow fallback is detected, and a busy machine is ignored.
 */
async function measureReads(): Promise<number[]> {
  const processIds = await stores.backendIds()
  const times: number[] = []
  for (let n = 0; n < readsPerSeries; n++) {
    const { ms, outcome } = await measureUndelayedMs(processIds, () => ask(service.apiUrl, '/food/1'))
    expect(outcome.status).toBe(200)
    times.push(ms)
  }
  return times
}

function recordLongestRead(how: string, times: number[]): number {
  const maxMs = Math.max(...times)
  printMeasurement(`Redis ${how}: longest read`, maxMs, 'ms')
  return maxMs
}

describe('Redis', () => {
  it('killed: no 5xx, no delay, a metric counts fallbacks, and it is used again after a restart', async () => {
    redis.kill('SIGKILL')
    await once(redis, 'exit')
    const before = await fallbacks()
    const times = await measureReads()
    expect(await fallbacks()).toBe(before + readsPerSeries)
    expect(recordLongestRead('killed', times)).toBeLessThan(toleranceMs)
    redis = await startRedis()
    await countedInRedis()
  })

  it('killed: the measurement detects a single fallback that stalls for 500 ms', async () => {
    redis.kill('SIGKILL')
    await once(redis, 'exit')
    injected.fallbacksUntilStall = readsPerSeries / 2
    const times = await measureReads()
    expect(times.filter(ms => ms >= toleranceMs)).toHaveLength(1)
    redis = await startRedis()
    await countedInRedis()
  })

  it('stopped, so that it accepts commands without replying: at most 100 ms delay', {
    timeout: 120_000,
  }, async () => {
    redis.kill('SIGSTOP')
    const times = await measureReads()
    expect(recordLongestRead('stopped', times)).toBeLessThan(redisTimeoutMs + toleranceMs)
    redis.kill('SIGCONT')
    await countedInRedis()
  })

  it('down: each process enforces the limit', async () => {
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

  it('flushed, including its scripts: the windows restart, nothing fails', async () => {
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
