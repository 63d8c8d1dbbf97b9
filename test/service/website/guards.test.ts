// What holds for every page, whoever asks: forms, headers, who may see what, and what happens in trouble.
import { BlockList } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createNamedKey } from '../../../src/accounts/api-keys/api-keys.ts'
import { createBilling } from '../../../src/accounts/billing/billing.ts'
import { createSession, findSession } from '../../../src/accounts/sign-in/sessions.ts'
import { startCatalogStatsCache } from '../../../src/catalog/catalog-stats.ts'
import { foodLookup } from '../../../src/catalog/lookup.ts'
import { readFromPrimary } from '../../../src/platform/database/replica-routing.ts'
import { createRateLimiter } from '../../../src/platform/rate-limit/rate-limiter.ts'
import { createWebsite } from '../../../src/website/app.ts'
import { accountsForTest, signUpAs, type TestAccounts, visitor, websiteUrl } from '../../support/accounts.ts'
import { byTest, openTestPool } from '../../support/keys.ts'

interface TestSite extends TestAccounts {
  app: FastifyInstance
  logged: string[]
}

async function siteForTest(
  more: Parameters<typeof accountsForTest>[0] = {},
  others: Partial<TestAccounts> = {},
): Promise<TestSite> {
  const accounts = { ...(await accountsForTest(more)), ...others }
  const logged: string[] = []
  const billing = createBilling({
    database: accounts.database,
    secretKey: 'sk_test_nobody',
    webhookSecret: 'whsec_nobody',
    apiUrl: 'http://127.0.0.1:1',
    prices: { pro: 'pro', scale: 'scale' },
    graceDays: 7,
  })
  const figures = await startCatalogStatsCache(accounts.database)
  const app = await createWebsite({
    accounts: { ...accounts, billing },
    catalog: {
      database: readFromPrimary(accounts.database),
      searchDatabase: readFromPrimary(accounts.database),
      lookup: foodLookup(accounts.database),
      figures,
      limiter: createRateLimiter(accounts.redis, 5_000, { onFallback: () => undefined }),
      watchSearch: (_phase, work) => work(),
      apiUrl: 'http://api.larder.test',
      websiteUrl,
    },
    requestsPerMinute: { starter: 30, pro: 500, scale: 3_000 },
    trustedProxies: new BlockList(),
    keptPagesBytes: 1_000_000,
    metrics: { countRequest: () => undefined },
    tracing: undefined,
    stopping: { isBegun: false },
    logger: pino({ level: 'info' }, { write: (line: string) => logged.push(line) }),
  })
  onTestFinished(async () => {
    figures.stop()
    await app.close()
  })
  return { ...accounts, app, logged }
}

/** From the router itself, so that a new page is tried without anybody thinking of it. */
function routesOf(app: FastifyInstance): { method: string; path: string }[] {
  // A tree: each line is indented by four for each level, and bears the rest of its path.
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

/** About an account, or on the way into one. */
const isOfPerson = (path: string) =>
  /^\/(account|sign-|forgot-password|reset-password|confirm-email|nowhere)/.test(path)

const isRead = ({ method }: { method: string }) => method === 'GET' || method === 'HEAD'

/** A browser that is signed in, or has seen a form. */
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
  const token = /name="form_token" value="([\w-]{43})"/.exec(html)?.[1]
  if (token === undefined) throw new Error(`no form in ${html}`)
  return token
}

const refusedText = '<h1>Nothing was changed</h1>'

describe('every route that changes something', () => {
  it('takes nothing but a form of ours, sent by the browser that got it', async () => {
    const site = await siteForTest()
    const { accountId } = await signUpAs(site, 'apple')
    const { accountId: otherId } = await signUpAs(site, 'pear')
    const routes = routesOf(site.app).filter(route => !isRead(route))
    expect(routes.length).toBeGreaterThan(20)
    expect(new Set(routes.map(({ method }) => method))).toEqual(new Set(['POST']))

    const otherTokens = [(await browserOf(site, otherId)).token, (await browserOf(site)).token]
    for (const { path } of routes) {
      const isOfAccount = path.startsWith('/account')
      for (const own of [isOfAccount ? accountId : undefined, accountId]) {
        const { headers, token } = await browserOf(site, own)
        const post = (sent: Record<string, string>, form?: string) =>
          site.app.inject({
            method: 'POST',
            url: path,
            headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', ...sent },
            payload: form === undefined ? '' : new URLSearchParams({ form_token: form }).toString(),
          })
        const origin = websiteUrl
        const attempts = [
          post({ origin }),
          post({ origin }, ''),
          post({ origin }, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`),
          ...otherTokens.map(other => post({ origin }, other)),
          post({ origin: 'https://elsewhere.example' }, token),
          post({ origin: `${websiteUrl}.elsewhere.example` }, token),
          post({ origin: 'null' }, token),
          post({ origin: 'null', 'sec-fetch-site': 'same-origin' }, token),
          post({ 'sec-fetch-site': 'same-site' }, token),
          post({ 'sec-fetch-site': 'cross-site' }, token),
          post({}, token),
        ]
        for (const answer of await Promise.all(attempts)) {
          expect([path, answer.statusCode]).toEqual([path, 403])
          expect(answer.body).toContain(refusedText)
          expect(answer.body).toContain('reload the page')
        }
        // The same with everything right goes further.
        const right = [await post({ origin }, token), await post({ 'sec-fetch-site': 'same-origin' }, token)]
        expect(right[0]?.body).not.toContain(refusedText)
        // The first of them may have ended the session.
        if (path !== '/sign-out') expect(right[1]?.body).not.toContain(refusedText)
      }
    }
  }, 60_000)
})

describe('every page', () => {
  it('of an account wants a session', async () => {
    const { app } = await siteForTest()
    const pages = routesOf(app).filter(({ method, path }) => method === 'GET' && path.startsWith('/account'))
    expect(pages.length).toBeGreaterThan(12)
    for (const { path } of pages) {
      for (const cookie of ['', `__Host-larder=${'A'.repeat(43)}`]) {
        const answer = await app.inject({ url: path, headers: { cookie } })
        expect([path, answer.statusCode, answer.headers.location]).toEqual([path, 303, '/sign-in'])
        expect(answer.body).toBe('')
      }
    }
  })

  it('says what browsers may do with it', async () => {
    const site = await siteForTest()
    const { accountId } = await signUpAs(site, 'apple')
    const { headers } = await browserOf(site, accountId)
    const paths = routesOf(site.app).filter(({ method }) => method === 'GET')
    for (const { path } of [...paths, { path: '/nowhere' }]) {
      const answer = await site.app.inject({ url: path, headers })
      expect(answer.statusCode).toBeLessThan(500)
      expect(answer.headers).toMatchObject({
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
      })
      expect(answer.headers['permissions-policy']).toContain(
        path === '/scan' ? 'camera=(self), geo' : 'camera=(), geo',
      )
      const policy = String(answer.headers['content-security-policy'])
      expect(policy).toMatch(
        /^default-src 'none'; (script-src 'self'; )?(connect-src [^;*]+; )?style-src 'self'; img-src 'self' data:( https:)?; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
      )
      const kept = String(answer.headers['cache-control'])
      if (path.startsWith('/assets/')) expect(kept).toBe('public, max-age=31536000, immutable')
      else if (kept === 'no-store' || isOfPerson(path)) {
        expect([path, kept]).toEqual([path, 'no-store'])
        expect(policy).not.toMatch(/script-src|connect-src|https:/)
        expect(answer.body).not.toMatch(/<script/)
      } else {
        // The same for everybody, whoever asks.
        expect([path, answer.headers['set-cookie']]).toEqual([path, undefined])
        expect(answer.body).not.toContain('apple')
        expect((await site.app.inject({ url: path })).body).toBe(answer.body)
      }
      if (!path.startsWith('/assets/')) expect(answer.body).not.toMatch(/<style| style=| on\w+=/)
    }
  })

  it('has a stylesheet that every page names, under 20 KB as it travels', async () => {
    const { app } = await siteForTest()
    const path = /href="(\/assets\/larder-[\w-]{12}\.css)"/.exec((await app.inject('/')).body)?.[1] ?? ''
    const { statusCode, headers, body } = await app.inject(path)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
    expect(body.length).toBeGreaterThan(1_000)
    expect(gzipSync(body).length).toBeLessThan(20_000)
    expect(body).not.toContain('url(')
  })
})

describe('somebody else’s', () => {
  it('keys and sessions cannot be seen or touched', async () => {
    const site = await siteForTest()
    const { accountId } = await signUpAs(site, 'apple')
    const { accountId: otherId } = await signUpAs(site, 'pear')
    const wanted = { name: 'theirs', scope: 'read' as const, expiresAt: null, capPerMinute: null }
    const theirs = await createNamedKey(site.database, site.secret, otherId, wanted, byTest)
    if ('error' in theirs) throw new Error(theirs.error)
    const theirSession = await createSession(site.database, site.secret, otherId, visitor)
    const theirSessionId = (await findSession(site.database, site.secret, theirSession))?.id

    const { headers, token } = await browserOf(site, accountId)
    const ask = (url: string, more: InjectOptions = {}) => site.app.inject({ url, ...more, headers })
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

describe('in trouble', () => {
  it('without Redis nobody signs in, and those who are in stay', async () => {
    const site = await siteForTest({ redisUrl: 'redis://127.0.0.1:1' })
    const [account] = await site.stores.sql<{ id: number }>(
      "insert into accounts (name) values ('apple') returning id",
    )
    const stranger = await browserOf(site)
    const answer = await site.app.inject({
      method: 'POST',
      url: '/sign-in',
      headers: {
        ...stranger.headers,
        origin: websiteUrl,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams({ form_token: stranger.token, login: 'apple', password: 'x' }).toString(),
    })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(answer.body).toContain('Try again in a minute')
    const { headers } = await browserOf(site, account?.id)
    expect((await site.app.inject({ url: '/account', headers })).statusCode).toBe(200)
  })

  it('without PostgreSQL says so, and the start page still answers', async () => {
    const nowhere = openTestPool({ databaseUrl: 'postgres://127.0.0.1:1/nowhere' })
    const site = await siteForTest({}, { database: nowhere })
    const headers = { cookie: `__Host-larder=${'A'.repeat(43)}` }
    const answer = await site.app.inject({ url: '/account', headers })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1'])
    expect(answer.body).toContain('Try again in a moment')
    expect((await site.app.inject('/')).statusCode).toBe(200)
    await nowhere.close()
  })

  it.each([
    ['/nowhere', 404],
    ['/account/keys/99999999999999999999', 303],
    ['/%E0%A4%A', 404],
    ['/sign-in/nobody/callback', 403],
  ])('%s is answered with a page', async (url, status) => {
    const { app } = await siteForTest()
    const answer = await app.inject({ url })
    expect(answer.statusCode).toBe(status)
    if (status !== 303) expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  })

  it('a body that is too large is answered with a page', async () => {
    const { app } = await siteForTest()
    const payload = `name=${'x'.repeat(70_000)}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.inject({ method: 'POST', url: '/sign-up', headers, payload })
    expect(answer.statusCode).toBe(413)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  })
})

it('the log has a line for each request, without what follows the question mark', async () => {
  const { app, logged } = await siteForTest()
  await app.inject('/reset-password?token=a-secret-token')
  await app.inject('/sign-in/example/callback?code=a-secret-code&state=a-secret-state')
  const lines = logged.filter(line => line.includes('"site":"website"')).map(line => JSON.parse(line))
  expect(lines.map(({ method, path, status }) => [method, path, status])).toEqual([
    ['GET', '/reset-password', 403],
    ['GET', '/sign-in/example/callback', 403],
  ])
  expect(logged.join()).not.toContain('a-secret')
})
