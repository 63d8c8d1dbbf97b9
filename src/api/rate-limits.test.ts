import { describe, expect, it } from 'vitest'
import { requestTo } from '../../test/support/api-request.ts'
import type { Principal } from '../accounts/api-keys/principal.ts'
import type { LimitUse } from '../accounts/notifications/reminders.ts'
import { consumeLocally, type LocalCounters } from '../platform/rate-limit/local-counters.ts'
import type { Window } from '../platform/rate-limit/window.ts'
import { type Route, readMethods } from './api-request.ts'
import { ApiError } from './errors.ts'
import {
  consumeAccountRateLimit,
  consumeRateLimit,
  createWindowsOf,
  fairnessDelay,
  limitsByPlan,
} from './rate-limits.ts'

const limits = {
  anonymousPerMinute: 10,
  starterPerMinute: 20,
  proPerMinute: 50,
  scalePerMinute: 100,
  perHour: 200,
  fairnessDelayMs: 5,
}
const ipAddress = '192.0.2.1'

const holder = (changes: Partial<Principal>): Principal => ({
  accountId: 7,
  keyId: 3,
  kind: 'named',
  scope: 'read',
  plan: 'starter',
  capPerMinute: null,
  ...changes,
})

/** Counts in this process, and keeps the windows of the last request. */
function createLimiter() {
  const counts: LocalCounters = new Map()
  const limiter = {
    windows: [] as Window[],
    async consume(windows: Window[]) {
      limiter.windows = windows
      return consumeLocally(counts, windows, 0)
    },
    used: async () => 0,
  }
  return limiter
}

async function consume(principal: Principal | undefined, requests = 1) {
  const limiter = createLimiter()
  const uses: LimitUse[] = []
  const request = requestTo([])
  const deps = {
    limiter,
    windowsOf: createWindowsOf(limits),
    noteLimitUse: (use: LimitUse) => uses.push(use),
  }
  let rejected: unknown
  for (let count = 0; count < requests; count++) {
    await consumeRateLimit(deps, { ipAddress, principal }, request).catch(error => {
      rejected = error
    })
  }
  const windows = limiter.windows.map(({ name, limit, lengthMs }) => [name, limit, lengthMs])
  return { windows, uses, rejected, quota: request.quota }
}

describe('the windows of a request', () => {
  it.each<[string, Principal | undefined, [string, number, number][]]>([
    [
      'an anonymous client by address, by minute and hour',
      undefined,
      [
        ['limit:ip:192.0.2.1:minute', 10, 60_000],
        ['limit:ip:192.0.2.1:hour', 200, 3_600_000],
      ],
    ],
    [
      'a free key in the same windows, with the limit of its plan',
      holder({}),
      [
        ['limit:ip:192.0.2.1:minute', 20, 60_000],
        ['limit:ip:192.0.2.1:hour', 200, 3_600_000],
      ],
    ],
    ['a key of a paid plan by account', holder({ plan: 'pro' }), [['limit:account:7:minute', 50, 60_000]]],
    [
      'a key with a separate limit in another window as well',
      holder({ plan: 'scale', capPerMinute: 4 }),
      [
        ['limit:account:7:minute', 100, 60_000],
        ['limit:account:7:key:3', 4, 60_000],
      ],
    ],
  ])('count %s', async (_, principal, windows) => {
    expect((await consume(principal)).windows).toEqual(windows)
  })

  it('have the limits that the operator set', () => {
    expect(limitsByPlan(limits)).toEqual({ starter: 20, pro: 50, scale: 100 })
  })
})

describe('a limit that is used up', () => {
  it('rejects the next request with the time to wait, and reports the quota', async () => {
    expect((await consume(undefined, 10)).rejected).toBeUndefined()
    const { rejected, quota } = await consume(undefined, 11)
    expect(rejected).toBeInstanceOf(ApiError)
    expect(rejected).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
    expect(quota).toEqual({ allowed: false, limit: 10, remaining: 0, endsAt: 60_000, now: 0 })
  })

  it.each<[string, Principal, number, Partial<LimitUse>]>([
    ['of the plan', holder({ plan: 'pro' }), 40, { keyId: null, limit: 50, remaining: 10, window: 'minute' }],
    ['of the key', holder({ plan: 'pro', capPerMinute: 5 }), 4, { keyId: 3, limit: 5, remaining: 1 }],
  ])('is noted from 80 %% on: %s', async (_, principal, requests, use) => {
    expect((await consume(principal, requests - 1)).uses).toEqual([])
    const { uses } = await consume(principal, requests)
    expect(uses).toEqual([expect.objectContaining({ accountId: 7, ...use })])
  })

  it('is noted with its window', async () => {
    const free = { ...limits, starterPerMinute: 500, perHour: 1 }
    const uses: LimitUse[] = []
    const deps = {
      limiter: createLimiter(),
      windowsOf: createWindowsOf(free),
      noteLimitUse: (use: LimitUse) => uses.push(use),
    }
    await consumeRateLimit(deps, { ipAddress, principal: holder({}) }, requestTo([]))
    expect(uses).toMatchObject([{ limit: 1, window: 'hour' }])
  })

  it('is not noted for anonymous clients, who have no address for mail', async () => {
    expect((await consume(undefined, 10)).uses).toEqual([])
  })
})

it('counts account routes apart from the plan: 120 requests a minute', async () => {
  const limiter = createLimiter()
  const request = requestTo([])
  for (let count = 0; count < 120; count++) await consumeAccountRateLimit(limiter, 7, request)
  expect(limiter.windows).toEqual([{ name: 'limit:account:7:account-routes', limit: 120, lengthMs: 60_000 }])
  expect(request.quota?.remaining).toBe(0)
  await expect(consumeAccountRateLimit(limiter, 7, request)).rejects.toMatchObject({ status: 429 })
})

describe('the fairness delay', () => {
  const requestOf = (principal: Principal | undefined, kind: Route['kind'] = 'data') => {
    const request = requestTo([{ url: '/food', kind, allow: readMethods, operations: [] }], { url: '/food' })
    request.caller = { ipAddress, principal }
    return { socket: request.raw.socket, request }
  }

  it.each<[string, Principal | undefined, boolean]>([
    ['an anonymous client', undefined, true],
    ['a free key', holder({}), true],
    ['a key of Pro', holder({ plan: 'pro' }), false],
    ['a key of Scale', holder({ plan: 'scale' }), false],
  ])('of %s: %s', async (_, principal, isDelayed) => {
    const { socket, request } = requestOf(principal)
    const listeners = socket.listenerCount('close')
    const delay = fairnessDelay(limits, request)
    expect(delay !== undefined).toBe(isDelayed)
    expect(socket.listenerCount('close')).toBe(listeners + (isDelayed ? 1 : 0))
    await delay
    expect(socket.listenerCount('close')).toBe(listeners)
  })

  it('is for data only', () => {
    expect(fairnessDelay(limits, requestOf(undefined, 'document').request)).toBeUndefined()
  })

  it('can be turned off', () => {
    expect(fairnessDelay({ ...limits, fairnessDelayMs: 0 }, requestOf(undefined).request)).toBeUndefined()
  })

  it('ends when the client disconnects', async () => {
    const { socket, request } = requestOf(undefined)
    const delay = fairnessDelay({ ...limits, fairnessDelayMs: 600_000 }, request)
    socket.emit('close')
    await expect(delay).rejects.toMatchObject({ status: 499 })
  })
})
