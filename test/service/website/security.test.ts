// Rules for all pages: CSRF protection, security headers, access control and failure handling.
import { BlockList } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { keyContext } from '../../../lab/service.ts'
import { createNamedKey } from '../../../src/accounts/api-keys/api-keys.ts'
import { createBilling } from '../../../src/accounts/billing/billing.ts'
import { createSession, findSession } from '../../../src/accounts/sign-in/sessions.ts'
import { startCatalogStatsCache } from '../../../src/catalog/catalog-stats.ts'
import { foodLookup } from '../../../src/catalog/lookup.ts'
import { createApiFormat } from '../../../src/food/api-food.ts'
import { imageSources } from '../../../src/food/image-hosts.ts'
import { createResponseCache } from '../../../src/platform/http/response-cache.ts'
import { createRequestLogger } from '../../../src/platform/logging/request-logger.ts'
import { createRateLimiter } from '../../../src/platform/rate-limit/rate-limiter.ts'
import { createFoodSearch } from '../../../src/search/query/search.ts'
import { createWebsite } from '../../../src/website/app.ts'
import { accountsForTest, signUpAs, type TestAccounts, visitor, websiteUrl } from '../../support/accounts.ts'
import { byTest, openTestPool } from '../../support/keys.ts'

interface TestSite extends TestAccounts {
  app: FastifyInstance
  logged: string[]
}

async function siteForTest(
  options: Parameters<typeof accountsForTest>[0] = {},
  overrides: Partial<TestAccounts> = {},
): Promise<TestSite> {
  const accounts = { ...(await accountsForTest(options)), ...overrides }
  const logged: string[] = []
  const billing = createBilling({
    database: accounts.database,
    secretKey: 'sk_test_nobody',
    webhookSecret: 'whsec_nobody',
    apiUrl: 'http://127.0.0.1:1',
    prices: { pro: 'pro', scale: 'scale' },
  })
  const stats = await startCatalogStatsCache(accounts.database)
  const log = { write: (line: string) => logged.push(line) }
  const logger = pino({ level: 'info' }, log)
  const limiter = createRateLimiter(accounts.redis, 5_000, () => undefined)
  const app = await createWebsite({
    accounts: { ...accounts, billing },
    catalog: {
      database: accounts.database,
      search: createFoodSearch(accounts.database),
      lookup: foodLookup(accounts.database),
      stats,
      apiFormat: createApiFormat('ai_estimate', websiteUrl),
      limiter,
      cache: createResponseCache({ maxBytes: 1_000_000, version: stats.version }),
      imageSources: imageSources([]),
      apiUrl: 'http://api.larder.test',
      websiteUrl,
    },
    packs: undefined,
    requestsPerMinute: { starter: 30, pro: 500, scale: 3_000 },
    freeLimits: { anonymousPerMinute: 30, perHour: 600, fairnessDelayMs: 350 },
    operator: {
      legal: undefined,
      contactEmail: undefined,
      securityContact: undefined,
      sourceCodeUrl: undefined,
    },
    trustedProxies: new BlockList(),
    pagesPerMinute: 1_000_000,
    sharesProcessWithApi: false,
    metrics: { countRequest: () => undefined, countOverload: () => undefined },
    stopping: { isBegun: false },
    logger,
    logRequest: createRequestLogger(logger, log),
  })
  onTestFinished(async () => {
    stats.stop()
    await app.close()
  })
  return { ...accounts, app, logged }
}

/** Read from the router, so that new pages are tested automatically. */
function routesOf(app: FastifyInstance): { method: string; path: string }[] {
  // The output is a tree: four spaces of indentation per level, then the rest of the path.
  const parents: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap(line => {
      const [, indent = '', rest = '', methods = ''] =
        /^(.*?)[├└]── (\S*)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      const level = indent.length / 4
      const url = `${parents.slice(0, level).join('')}${rest}`
      parents[level] = rest
      return methods
        .split(', ')
        .filter(Boolean)
        .map(method => {
          expect(app.hasRoute({ url, method })).toBe(true)
          return { method, path: url.replace(':id', '1').replace(':provider', 'example') }
        })
    })
}

/** Account pages, and pages for signing in or up. */
const isPersonal = (path: string) =>
  /^\/(account|sign-|forgot-password|reset-password|confirm-email|nowhere)/.test(path)

/** Scripts of pages that are not the same for everyone. */
const personalScripts = ['site', 'suggestions', 'passkey', 'password-field']

const isRead = ({ method }: { method: string }) => method === 'GET' || method === 'HEAD'

/** A browser that is signed in, or has loaded a form. */
async function browserOf(site: TestSite, accountId?: number) {
  if (accountId !== undefined) {
    const session = await createSession(site.database, site.secret, accountId, visitor)
    const headers = { cookie: `__Host-larder=${session}` }
    return { session, headers, token: tokenIn((await site.app.inject({ url: '/account', headers })).body) }
  }
  const page = await site.app.inject({ url: '/sign-in' })
  const cookie = page.cookies.find(({ name }) => name === '__Host-larder-form')
  return { session: '', headers: { cookie: `${cookie?.name}=${cookie?.value}` }, token: tokenIn(page.body) }
}

function tokenIn(html: string): string {
  const token = /name="form_token" value="([\w-]{86})"/.exec(html)?.[1]
  if (token === undefined) throw new Error(`no form in ${html}`)
  return token
}

const csrfErrorText = '>This form has expired</h1>'

describe('every state-changing route', () => {
  it('accepts only our forms, sent by the browser that loaded them', async () => {
    const site = await siteForTest()
    const { accountId } = await signUpAs(site, 'apple')
    const { accountId: otherId } = await signUpAs(site, 'pear')
    const routes = routesOf(site.app).filter(route => !isRead(route))
    expect(routes.length).toBeGreaterThan(20)
    expect(new Set(routes.map(({ method }) => method))).toEqual(new Set(['POST']))

    const otherTokens = [(await browserOf(site, otherId)).token, (await browserOf(site)).token]
    for (const { path } of routes) {
      const isAccountRoute = path.startsWith('/account')
      for (const own of [isAccountRoute ? accountId : undefined, accountId]) {
        const { headers, token } = await browserOf(site, own)
        const post = (sent: Record<string, string>, form?: string) =>
          site.app.inject({
            method: 'POST',
            url: path,
            headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', ...sent },
            payload: form === undefined ? '' : new URLSearchParams({ form_token: form }).toString(),
          })
        const origin = websiteUrl
        // The forms of the theme and the label are on public pages, which are equal for all visitors.
        const withoutOwnToken = [
          undefined,
          '',
          `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`,
          ...otherTokens,
        ]
        const attempts = [
          ...(['/theme', '/label'].includes(path) ? [] : withoutOwnToken.map(form => post({ origin }, form))),
          post({ origin: 'https://elsewhere.example' }, token),
          post({ origin: `${websiteUrl}.elsewhere.example` }, token),
          post({ origin: 'null' }, token),
          post({ origin: 'null', 'sec-fetch-site': 'same-origin' }, token),
          post({ 'sec-fetch-site': 'same-site' }, token),
          post({ 'sec-fetch-site': 'cross-site' }, token),
          post({}, token),
        ]
        for (const response of await Promise.all(attempts)) {
          expect([path, response.statusCode]).toEqual([path, 403])
          expect(response.body).toContain(csrfErrorText)
          expect(response.body).toContain('reload the page')
        }
        // A valid request passes the CSRF check.
        const valid = [await post({ origin }, token), await post({ 'sec-fetch-site': 'same-origin' }, token)]
        expect(valid[0]?.body).not.toContain(csrfErrorText)
        // The first request ended the session.
        if (path !== '/sign-out') expect(valid[1]?.body).not.toContain(csrfErrorText)
      }
    }
  })
})

describe('every page', () => {
  it('of an account requires a session', async () => {
    const { app } = await siteForTest()
    const pages = routesOf(app).filter(({ method, path }) => method === 'GET' && path.startsWith('/account'))
    expect(pages.length).toBeGreaterThan(12)
    for (const { path } of pages) {
      for (const cookie of ['', `__Host-larder=${'A'.repeat(43)}`]) {
        const response = await app.inject({ url: path, headers: { cookie } })
        expect([path, response.statusCode, response.headers.location]).toEqual([path, 303, '/sign-in'])
        expect(response.body).toBe('')
      }
    }
  })

  it('has security and cache headers', async () => {
    const site = await siteForTest()
    const { accountId } = await signUpAs(site, 'ottoline')
    const { headers } = await browserOf(site, accountId)
    const paths = routesOf(site.app).filter(({ method }) => method === 'GET')
    for (const { path } of [...paths, { path: '/nowhere' }]) {
      const response = await site.app.inject({ url: path, headers })
      expect(response.statusCode).toBeLessThan(500)
      expect(response.headers).toMatchObject({
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
      })
      // The public URL of this test is http.
      expect(response.headers).not.toHaveProperty('strict-transport-security')
      expect(response.headers['permissions-policy']).toContain(
        path === '/scan' ? 'camera=(self), geo' : 'camera=(), geo',
      )
      const policy = String(response.headers['content-security-policy'])
      // Labels are for frames of other websites, and have nothing to press or to run.
      if (path.startsWith('/embed/label/'))
        expect(policy).toBe(
          "default-src 'none'; style-src 'self'; form-action 'none'; frame-ancestors *; base-uri 'none'",
        )
      else
        expect(policy).toMatch(
          /^default-src 'none'; script-src 'self'; connect-src [^;*]+; style-src 'self'; font-src 'self'; img-src 'self' data:( https:\/\/openfoodfacts\.org https:\/\/\*\.openfoodfacts\.org https:\/\/images\.example https:\/\/\*\.images\.example)?; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
        )
      const cacheControl = String(response.headers['cache-control'])
      if (path.startsWith('/assets/')) expect(cacheControl).toBe('public, max-age=31536000, immutable')
      else if (cacheControl === 'no-store' || isPersonal(path)) {
        expect([path, cacheControl]).toEqual([path, 'no-store'])
        const scripts = [...response.body.matchAll(/<script.*?(?:\/assets\/(.+?)-[\w-]{12}\.js)?"?>/g)]
        expect(scripts.filter(([, name = '']) => !personalScripts.includes(name))).toEqual([])
        expect(policy).not.toMatch(/https:|connect-src (?!'self';)/)
      } else {
        // Public pages are identical for everyone with a session cookie, no matter whose it is.
        expect([path, response.headers['set-cookie']]).toEqual([path, undefined])
        expect(response.body).not.toContain('ottoline')
        const stranger = { cookie: `__Host-larder=${'A'.repeat(43)}` }
        const theirs = await site.app.inject({ url: path, headers: stranger })
        expect(theirs.body).toBe(response.body)
      }
      if (!path.startsWith('/assets/')) expect(response.body).not.toMatch(/<style| style=| on\w+=/)
    }
  })

  it('links stylesheets of less than 20 KB compressed, which load only our fonts', async () => {
    const { app } = await siteForTest()
    const { body: page } = await app.inject('/sign-in')
    const paths = [...page.matchAll(/href="(\/assets\/[\w-]+\.css)"/g)].map(([, path = '']) => path)
    expect(paths).toHaveLength(2)
    let size = 0
    for (const path of paths) {
      const { statusCode, headers, body } = await app.inject(path)
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
      expect(body).not.toMatch(/url\((?!["']?\/assets\/)/)
      size += gzipSync(body).length
    }
    expect(size).toBeLessThan(20_000)
  })
})

describe('access control', () => {
  it('denies access to keys and sessions of other accounts', async () => {
    const site = await siteForTest()
    const { accountId } = await signUpAs(site, 'apple')
    const { accountId: otherId } = await signUpAs(site, 'pear')
    const input = { name: 'theirs', scope: 'read' as const, expiresAt: null, capPerMinute: null }
    const theirs = await createNamedKey(keyContext(site.database, site.secret), otherId, input, byTest)
    if ('error' in theirs) throw new Error(theirs.error)
    const theirSession = await createSession(site.database, site.secret, otherId, visitor)
    const theirSessionId = (await findSession(site.database, site.secret, theirSession))?.id

    const { headers, token } = await browserOf(site, accountId)
    const ask = (url: string, options: InjectOptions = {}) => site.app.inject({ url, ...options, headers })
    const post = (url: string) =>
      site.app.inject({
        method: 'POST',
        url,
        headers: { ...headers, origin: websiteUrl, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ form_token: token, name: 'mine now' }).toString(),
      })
    const before = await site.stores.sql('select * from api_keys')
    const key = `/account/keys/${theirs.id}`
    expect((await ask(key)).statusCode).toBe(404)
    expect((await ask(`${key}/revoke`)).statusCode).toBe(404)
    for (const path of [key, `${key}/rotate`, `${key}/revoke`])
      expect((await post(path)).statusCode).toBe(404)
    expect(await site.stores.sql('select * from api_keys')).toEqual(before)
    await post(`/account/security/sessions/${theirSessionId}/end`)
    await post('/account/security/sessions/end-others')
    expect(await findSession(site.database, site.secret, theirSession)).toBeDefined()
  })
})

describe('failure handling', () => {
  it('disables sign-in without Redis but keeps existing sessions', async () => {
    const site = await siteForTest({ redisUrl: 'redis://127.0.0.1:1' })
    const [account] = await site.stores.sql<{ id: number }>(
      "insert into accounts (name) values ('apple') returning id",
    )
    const stranger = await browserOf(site)
    const response = await site.app.inject({
      method: 'POST',
      url: '/sign-in',
      headers: {
        ...stranger.headers,
        origin: websiteUrl,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams({ form_token: stranger.token, login: 'apple', password: 'x' }).toString(),
    })
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5'])
    expect(response.body).toContain('Try again in a minute')
    const { headers } = await browserOf(site, account?.id)
    expect((await site.app.inject({ url: '/account', headers })).statusCode).toBe(200)
  })

  it('shows an error page without PostgreSQL and still serves the home page', async () => {
    const nowhere = openTestPool({ databaseUrl: 'postgres://127.0.0.1:1/nowhere' })
    const site = await siteForTest({}, { database: nowhere })
    const headers = { cookie: `__Host-larder=${'A'.repeat(43)}` }
    const response = await site.app.inject({ url: '/account', headers })
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '1'])
    expect(response.body).toContain('try again in a few seconds')
    expect((await site.app.inject('/')).statusCode).toBe(200)
    await nowhere.close()
  })

  it.each([
    ['/nowhere', 404],
    ['/account/keys/99999999999999999999', 303],
    ['/%E0%A4%A', 404],
    ['/sign-in/nobody/callback', 403],
  ])('answers %s with a page', async (url, status) => {
    const { app } = await siteForTest()
    const response = await app.inject({ url })
    expect(response.statusCode).toBe(status)
    if (status !== 303) expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
  })

  it('answers a body that is too large with a page', async () => {
    const { app } = await siteForTest()
    const payload = `name=${'x'.repeat(70_000)}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await app.inject({ method: 'POST', url: '/sign-up', headers, payload })
    expect(response.statusCode).toBe(413)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
  })
})

it('logs each request without its query string', async () => {
  const { app, logged } = await siteForTest()
  await app.inject('/reset-password?token=a-secret-token')
  await app.inject('/sign-in/example/callback?code=a-secret-code&state=a-secret-state')
  const lines = logged.filter(line => line.includes('"server":"website"')).map(line => JSON.parse(line))
  expect(lines.map(({ method, path, status }) => [method, path, status])).toEqual([
    ['GET', '/reset-password', 403],
    ['GET', '/sign-in/example/callback', 403],
  ])
  expect(logged.join()).not.toContain('a-secret')
})
