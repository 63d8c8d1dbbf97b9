import { describe, expect, it } from 'vitest'
import { requestTo } from '../../test/support/api-request.ts'
import type { Principal } from '../accounts/api-keys/principal.ts'
import { consumeLocally, type LocalCounters } from '../platform/rate-limit/local-counters.ts'
import { admit } from './admit.ts'
import { type Route, readMethods } from './api-request.ts'
import { ApiError, overloaded } from './errors.ts'
import { createWindowsOf } from './rate-limits.ts'

const limits = {
  anonymousPerMinute: 1,
  starterPerMinute: 1,
  proPerMinute: 1,
  scalePerMinute: 1,
  perHour: 1,
  fairnessDelayMs: 0,
}

const holder = (kind: Principal['kind'], scope: Principal['scope']): Principal => ({
  accountId: 1,
  keyId: 1,
  kind,
  scope,
  plan: 'scale',
  capPerMinute: null,
})
const callers = {
  anonymous: undefined,
  read: holder('account', 'read'),
  full: holder('account', 'full'),
  named: holder('named', 'full'),
}
type CallerName = keyof typeof callers

interface Service {
  caller?: CallerName
  isAsync?: boolean
  isOverloaded?: boolean
}

const route = (url: string, kind: Route['kind'], allow = readMethods): Route => ({
  url,
  kind,
  allow,
  operations: [],
})
const routes = [
  route('/health', 'health'),
  route('/food/:id', 'data'),
  route('/auth/account', 'account', ['GET', 'HEAD', 'PUT']),
  route('/hook', 'webhook', ['POST']),
  route('/docs', 'document'),
]

function createService({ caller = 'anonymous', isAsync = false, isOverloaded = false }: Service = {}) {
  const counts: LocalCounters = new Map()
  const deps = {
    addressOf: () => '192.0.2.1',
    readCaller(_: unknown, ipAddress: string) {
      const read = { ipAddress, principal: callers[caller] }
      return isAsync ? Promise.resolve(read) : read
    },
    loadShedder: {
      enter() {
        if (isOverloaded) throw overloaded()
      },
    },
    limiter: { consume: async windows => consumeLocally(counts, windows, 0), used: async () => 0 },
    windowsOf: createWindowsOf(limits),
    noteLimitUse: () => undefined,
  } satisfies Parameters<typeof admit>[0]
  /** 200: admitted. */
  return async (method: string, url: string) => {
    const request = requestTo(routes, { method, url })
    try {
      await admit(deps, request)
      return { status: 200, headers: {}, caller: request.caller }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { status: error.status, headers: error.headers, caller: request.caller }
    }
  }
}

describe('a request', () => {
  it.each<[CallerName, string, string, number]>([
    // Health is open to everyone, for reading.
    ['anonymous', 'GET', '/health', 200],
    ['anonymous', 'HEAD', '/health', 200],
    ['anonymous', 'POST', '/health', 405],
    // Data is open for reading; other methods need a key before they are refused.
    ['anonymous', 'GET', '/food/1', 200],
    ['anonymous', 'POST', '/food/1', 401],
    ['read', 'POST', '/food/1', 403],
    ['full', 'POST', '/food/1', 405],
    ['named', 'POST', '/food/1', 405],
    ['named', 'GET', '/food/1', 200],
    // Other routes are open.
    ['anonymous', 'GET', '/docs', 200],
    ['full', 'POST', '/docs', 401],
    // Accounts need a key of the account, with full access for changes.
    ['anonymous', 'GET', '/auth/account', 401],
    ['read', 'GET', '/auth/account', 200],
    ['read', 'PUT', '/auth/account', 403],
    ['full', 'PUT', '/auth/account', 200],
    ['full', 'DELETE', '/auth/account', 405],
    ['named', 'GET', '/auth/account', 403],
    // A webhook is signed and needs no key, but only with its own method.
    ['anonymous', 'POST', '/hook', 200],
    ['anonymous', 'GET', '/hook', 401],
    ['anonymous', 'PUT', '/hook', 401],
    ['named', 'POST', '/hook', 403],
    // Unknown paths do not show whether they exist; named keys are kept off the paths of accounts first.
    ['anonymous', 'GET', '/nothing', 401],
    ['full', 'GET', '/nothing', 401],
    ['full', 'GET', '/food/', 401],
    ['full', 'GET', '/auth/nothing', 401],
    ['named', 'GET', '/auth/nothing', 403],
  ])('of %s: %s %s is answered with %i', async (caller, method, url, status) => {
    expect(await createService({ caller })(method, url)).toMatchObject({ status })
    expect(await createService({ caller, isAsync: true })(method, url)).toMatchObject({ status })
  })

  it('has its caller, whether or not the key was cached', async () => {
    for (const isAsync of [false, true]) {
      const { caller } = await createService({ caller: 'full', isAsync })('GET', '/food/1')
      expect(caller).toEqual({ ipAddress: '192.0.2.1', principal: callers.full })
    }
  })

  it('names the allowed methods if it has another one', async () => {
    const send = createService({ caller: 'full' })
    expect((await send('POST', '/food/1')).headers).toEqual({ allow: 'GET, HEAD' })
    expect((await send('POST', '/health')).headers).toEqual({ allow: 'GET, HEAD' })
    expect((await send('DELETE', '/auth/account')).headers).toEqual({ allow: 'GET, HEAD, PUT' })
  })

  it('is counted if it is for data, after all other checks', async () => {
    const send = createService({ caller: 'full' })
    expect(await send('POST', '/food/1')).toMatchObject({ status: 405 })
    for (const url of ['/auth/account', '/docs', '/health'])
      expect(await send('GET', url)).toMatchObject({ status: 200 })
    expect(await send('GET', '/food/1')).toMatchObject({ status: 200 })
    expect(await send('GET', '/food/1')).toMatchObject({ status: 429 })
  })

  it('of an account route is counted apart from data', async () => {
    const send = createService({ caller: 'full' })
    for (let count = 0; count < 120; count++)
      expect(await send('GET', '/auth/account')).toMatchObject({ status: 200 })
    expect(await send('GET', '/auth/account')).toMatchObject({ status: 429 })
    expect(await send('GET', '/food/1')).toMatchObject({ status: 200 })
  })

  it('is rejected under load if it reads, except for health', async () => {
    const send = createService({ caller: 'full', isOverloaded: true })
    expect(await send('GET', '/food/1')).toMatchObject({ status: 503 })
    expect(await send('PUT', '/auth/account')).toMatchObject({ status: 200 })
    expect(await send('GET', '/health')).toMatchObject({ status: 200 })
  })

  it('that is no preflight needs a key for OPTIONS', async () => {
    expect(await createService()('OPTIONS', '/food/1')).toMatchObject({ status: 401 })
  })
})
