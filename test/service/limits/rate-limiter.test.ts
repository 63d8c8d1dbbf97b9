// Compares the Redis script with a model written from rule rate-limit-window.

import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consumeLocally } from '../../../src/platform/rate-limit/local-counters.ts'
import { connectRedis, consumeInRedis as takeAllFromRedis } from '../../../src/platform/rate-limit/redis.ts'
import {
  type RateLimitResult,
  retryAfterSeconds,
  type Window,
} from '../../../src/platform/rate-limit/window.ts'
import { createStores, type TestStores } from '../../support/database.ts'

let stores: TestStores
let redis: Redis
beforeAll(async () => {
  stores = await createStores()
  redis = connectRedis(stores.redisUrl)
  await new Promise(resolve => redis.once('ready', resolve))
})
afterAll(async () => {
  redis.disconnect()
  await stores.drop()
})

async function takeFromRedis(connection: Redis, windows: Window[]): Promise<RateLimitResult> {
  const [result] = await takeAllFromRedis(connection, [windows])
  if (!result) throw new Error('no answer')
  return result
}

/** The expected result of a request, given the requests allowed before it. */
class Model {
  private readonly windows = new Map<string, { start: number; count: number }>()

  take(windows: Window[], now: number): Omit<RateLimitResult, 'now'> {
    const states = windows.map(window => {
      const open = this.windows.get(window.name)
      const current = open && now < open.start + window.lengthMs ? open : { start: now, count: 0 }
      return { window, current, endsAt: current.start + window.lengthMs }
    })
    const full = states.filter(({ window, current }) => current.count >= window.limit)
    if (full.length > 0) {
      const last = full.reduce((a, b) => (b.endsAt > a.endsAt ? b : a))
      return { allowed: false, limit: last.window.limit, remaining: 0, endsAt: last.endsAt }
    }
    for (const { window, current } of states) {
      this.windows.set(window.name, { start: current.start, count: current.count + 1 })
    }
    const left = states.map(({ window, current }) => window.limit - current.count - 1)
    const tightest = left.indexOf(Math.min(...left))
    return {
      allowed: true,
      limit: windows[tightest]?.limit ?? 0,
      remaining: left[tightest] ?? 0,
      endsAt: states[tightest]?.endsAt ?? 0,
    }
  }
}

// A few names shared between requests, like an account's pool and its keys' limits; window lengths differ by
// name.
const windowOf = (name: number, limit: number): Window => ({
  name: `w${name}`,
  limit,
  lengthMs: 5 + name * 7,
})
const request = fc.record({
  windows: fc
    .uniqueArray(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3 })
    .chain(names =>
      fc.tuple(...names.map(name => fc.integer({ min: 1, max: 4 }).map(limit => windowOf(name, limit)))),
    ),
  pauseMs: fc.oneof(
    { weight: 5, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 }) },
  ),
})

describe('rate limiter', () => {
  it('matches the model for 1,000 random schedules in Redis', async () => {
    let schedule = 0
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 2, maxLength: 14 }), async requests => {
        const model = new Model()
        const prefix = `schedule-${schedule++}:`
        for (const { windows, pauseMs } of requests) {
          if (pauseMs > 0) await wait(pauseMs)
          const named = windows.map(window => ({ ...window, name: prefix + window.name }))
          const { now, ...result } = await takeFromRedis(redis, named)
          expect(result).toEqual(model.take(named, now))
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('matches the model for 1,000 random schedules when counting locally', () => {
    fc.assert(
      fc.property(fc.array(request, { minLength: 2, maxLength: 30 }), requests => {
        const model = new Model()
        const counts = new Map()
        let clock = 1_000_000
        for (const { windows, pauseMs } of requests) {
          clock += pauseMs
          const { now, ...result } = consumeLocally(counts, windows, clock)
          expect(now).toBe(clock)
          expect(result).toEqual(model.take(windows, clock))
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('processes batched requests in order', async () => {
    let call = 0
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 40 }), async requests => {
        const prefix = `call-${call++}:`
        const model = new Model()
        // All requests of a batch have the same time. Redis deletes a window that ends while the script runs, so the
        // windows are longer than any pause of a busy machine.
        const named = requests.map(({ windows }) =>
          windows.map(window => ({ ...window, name: prefix + window.name, lengthMs: 60_000 })),
        )
        for (const [index, { now, ...result }] of (await takeAllFromRedis(redis, named)).entries()) {
          expect(result).toEqual(model.take(named[index] ?? [], now))
        }
      }),
      { numRuns: 200 },
    )
  })

  it('counts the requests of a caller in a batch together, as if one came after the other', async () => {
    let call = 0
    const callers = fc.array(fc.tuple(request, fc.integer({ min: 1, max: 12 })), {
      minLength: 1,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(callers, async drawn => {
        const prefix = `callers-${call++}:`
        const model = new Model()
        const requests = drawn.flatMap(([{ windows }, count]) => {
          const named = windows.map(window => ({ ...window, name: prefix + window.name, lengthMs: 60_000 }))
          return Array.from({ length: count }, () => named)
        })
        for (const [index, { now, ...result }] of (await takeAllFromRedis(redis, requests)).entries()) {
          expect(result).toEqual(model.take(requests[index] ?? [], now))
        }
      }),
      { numRuns: 200 },
    )
  })

  it('consumes nothing for a rejected request', async () => {
    const wide = { name: 'wide', limit: 10, lengthMs: 60_000 }
    const narrow = { name: 'narrow', limit: 1, lengthMs: 60_000 }
    await takeFromRedis(redis, [wide, narrow])
    for (let again = 0; again < 20; again++) {
      expect((await takeFromRedis(redis, [wide, narrow])).allowed).toBe(false)
    }
    expect((await takeFromRedis(redis, [wide])).remaining).toBe(8)
  })

  it('does not block callers after the clock is set back', async () => {
    await redis.hset('put-back', 'count', 5, 'end', Date.now() + 3_600_000)
    const result = await takeFromRedis(redis, [{ name: 'put-back', limit: 5, lengthMs: 60_000 }])
    expect([result.allowed, result.remaining]).toEqual([true, 4])
  })

  it('rounds Retry-After up to whole seconds, at tightest one', () => {
    const rejected = (ms: number) =>
      retryAfterSeconds({ allowed: false, limit: 1, remaining: 0, now: 5, endsAt: 5 + ms })
    expect([1, 999, 1000, 1001, 59_999, 60_000].map(rejected)).toEqual([1, 1, 1, 2, 60, 60])
  })
})
