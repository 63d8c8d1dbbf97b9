import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import type { Principal } from '../accounts/api-keys/principal.ts'
import { consumeLocally, type LocalCounters } from '../platform/rate-limit/local-counters.ts'
import { answerError, overloaded } from './errors.ts'
import { createWindowsOf } from './rate-limits.ts'
import { runRequestPipeline } from './request-pipeline.ts'

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

function createService({ caller = 'anonymous', isAsync = false, isOverloaded = false }: Service = {}) {
  const app = Fastify()
  const counts: LocalCounters = new Map()
  app.decorateRequest('caller', undefined)
  app.decorateRequest('quota', undefined)
  app.decorateRequest('route')
  app.setErrorHandler(answerError)
  app.addHook('onRequest', (request, reply) => {
    request.route = request.routeOptions.config
    return runRequestPipeline(
      {
        addressOf: () => '192.0.2.1',
        readCaller(_, ipAddress) {
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
      },
      request,
      reply,
    )
  })
  const config = { allow: ['GET', 'HEAD', 'PUT'] }
  app.all('/health', { config: { kind: 'health' } }, async () => 'health')
  app.all('/food/:id', { config: { kind: 'data' } }, async ({ caller }) => caller)
  app.all('/settings', { config: { kind: 'account', ...config } }, async () => 'settings')
  app.all('/hook', { config: { kind: 'webhook', allow: ['POST'] } }, async () => 'hook')
  app.all('/settings/*', { config: { kind: 'unknown-account-path' } }, async () => 'never')
  app.all('/docs', async () => 'docs')
  return app
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'
const statusOf = async (app: ReturnType<typeof createService>, method: Method, url: string) =>
  (await app.inject({ method, url })).statusCode

describe('a request', () => {
  it.each<[CallerName, Method, string, number]>([
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
    ['full', 'POST', '/docs', 405],
    // Accounts need a key of the account, with full access for changes.
    ['anonymous', 'GET', '/settings', 401],
    ['read', 'GET', '/settings', 200],
    ['read', 'PUT', '/settings', 403],
    ['full', 'PUT', '/settings', 200],
    ['full', 'DELETE', '/settings', 405],
    ['named', 'GET', '/settings', 403],
    // A webhook is signed and needs no key, but only with its own method.
    ['anonymous', 'POST', '/hook', 200],
    ['anonymous', 'GET', '/hook', 401],
    ['anonymous', 'PUT', '/hook', 401],
    ['named', 'POST', '/hook', 403],
    // Unknown paths do not show whether they exist; named keys are kept off the paths of accounts first.
    ['anonymous', 'GET', '/nothing', 401],
    ['full', 'GET', '/nothing', 401],
    ['full', 'GET', '/food/', 401],
    ['full', 'GET', '/settings/nothing', 401],
    ['named', 'GET', '/settings/nothing', 403],
  ])('of %s: %s %s is answered with %i', async (caller, method, url, status) => {
    expect(await statusOf(createService({ caller }), method, url)).toBe(status)
    expect(await statusOf(createService({ caller, isAsync: true }), method, url)).toBe(status)
  })

  it('has its caller, whether or not the key was cached', async () => {
    for (const isAsync of [false, true]) {
      const { body } = await createService({ caller: 'full', isAsync }).inject('/food/1')
      expect(JSON.parse(body)).toEqual({ ipAddress: '192.0.2.1', principal: callers.full })
    }
  })

  it('names the allowed methods if it has another one', async () => {
    const app = createService({ caller: 'full' })
    expect((await app.inject({ method: 'POST', url: '/food/1' })).headers.allow).toBe('GET, HEAD')
    expect((await app.inject({ method: 'POST', url: '/health' })).headers.allow).toBe('GET, HEAD')
    expect((await app.inject({ method: 'DELETE', url: '/settings' })).headers.allow).toBe('GET, HEAD, PUT')
  })

  it('is counted if it is for data, after all other checks', async () => {
    const app = createService({ caller: 'full' })
    expect(await statusOf(app, 'POST', '/food/1')).toBe(405)
    for (const url of ['/settings', '/docs', '/health']) expect(await statusOf(app, 'GET', url)).toBe(200)
    expect(await statusOf(app, 'GET', '/food/1')).toBe(200)
    expect(await statusOf(app, 'GET', '/food/1')).toBe(429)
  })

  it('of an account route is counted apart from data', async () => {
    const app = createService({ caller: 'full' })
    for (let count = 0; count < 120; count++) expect(await statusOf(app, 'GET', '/settings')).toBe(200)
    expect(await statusOf(app, 'GET', '/settings')).toBe(429)
    expect(await statusOf(app, 'GET', '/food/1')).toBe(200)
  })

  it('is rejected under load if it reads, except for health', async () => {
    const app = createService({ caller: 'full', isOverloaded: true })
    expect(await statusOf(app, 'GET', '/food/1')).toBe(503)
    expect(await statusOf(app, 'PUT', '/settings')).toBe(200)
    expect(await statusOf(app, 'GET', '/health')).toBe(200)
  })

  it('with an invalid message is rejected before anything else', async () => {
    const response = await createService().inject({ url: '/health', headers: { host: 'a b' } })
    expect([response.statusCode, response.headers.connection]).toEqual([400, 'close'])
  })
})

describe('a preflight', () => {
  const preflight = { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } } as const

  it.each(['/food/1', '/settings', '/nothing'])(
    'is answered for %s without a key and under load',
    async url => {
      const response = await createService({ isOverloaded: true }).inject({ ...preflight, url })
      expect([response.statusCode, response.body]).toEqual([204, ''])
      expect(response.headers).toMatchObject({
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'Authorization, Content-Type, If-None-Match, X-Request-Id',
        'access-control-max-age': '86400',
      })
    },
  )

  it('is neither OPTIONS without the header nor another method with it', async () => {
    const app = createService()
    expect(await statusOf(app, 'OPTIONS', '/food/1')).toBe(401)
    expect((await app.inject({ ...preflight, method: 'GET', url: '/docs' })).statusCode).toBe(200)
  })
})
