import { beforeAll, describe, expect, it } from 'vitest'
import { newKey } from '../../../src/accounts/api-keys/key-format.ts'
import { withFixtureService } from '../../support/fixture-service.ts'
import { accountKey, namedKey } from '../../support/keys.ts'

const fixture = withFixtureService()

const keys = { account: '', read: '', full: '', expired: '', revoked: '', unknown: newKey('larder_full') }
beforeAll(async () => {
  keys.account = await accountKey(fixture.stores, 'acme', 'scale')
  keys.read = (await namedKey(fixture.stores, 'acme', 'ci', 'read')).key
  keys.full = (await namedKey(fixture.stores, 'acme', 'production', 'full')).key
  keys.expired = (
    await namedKey(fixture.stores, 'acme', 'old', 'full', { expiresAt: new Date(Date.now() - 1000) })
  ).key
  const revoked = await namedKey(fixture.stores, 'acme', 'lost', 'full')
  await fixture.stores.sql('update api_keys set revoked_at = now() where id = $1', [revoked.id])
  keys.revoked = revoked.key
})

const unauthorized = '{"detail":"Missing or invalid API key"}'
const readOnly = '{"detail":"This API key is read-only. Use a full-access key for this request."}'
const useAccountKey = '{"detail":"Use your account key to manage dashboard settings."}'

describe('authentication comes before routing', () => {
  const unknownPaths = [
    '/',
    '/v1/search?q=milk',
    '/search/',
    '/Search?q=milk',
    '/food',
    '/food/',
    '/food/1/',
    '/food/1%2F2',
    '/barcode/',
    '/barcode/1/2',
    '/foods',
    '/foods/popular/',
    '/food/1/details/',
    '/food//details',
    '/foods/batch/1',
    '/changes/',
    '/Changes',
    '//search?q=milk',
    '/metrics',
    '/auth',
    '/billing/plan',
    '/HEALTH',
    '/health/',
    '/openapi',
    '/docs/no-such-file',
    '/%2e%2e/etc/passwd',
  ]
  it.each(unknownPaths)('responds 401 to %s', async path => {
    for (const key of [undefined, keys.account]) {
      const answer = await fixture.ask(path, { key })
      expect([answer.status, answer.text, answer.headers['www-authenticate']]).toEqual([
        401,
        unauthorized,
        'Bearer',
      ])
    }
  })

  it('decodes an escaped letter', async () => {
    expect((await fixture.ask('/%73earch?q=milk')).status).toBe(200)
  })

  it('never treats an invalid key as anonymous', async () => {
    const headers = [
      `Bearer ${keys.expired}`,
      `Bearer ${keys.revoked}`,
      `Bearer ${keys.unknown}`,
      'Bearer',
      'Bearer ',
      'Bearer x y',
      `Basic ${keys.read}`,
      keys.read,
      `Bearer${keys.read}`,
      `Bearer ${keys.read}x`,
      'Bearer null',
      '',
      'Token abc',
    ]
    for (const authorization of headers) {
      for (const path of ['/search?q=milk', '/food/1', '/foods/categories', '/openapi.json', '/nowhere']) {
        const answer = await fixture.ask(path, { headers: { authorization } })
        expect([authorization, path, answer.status, answer.text]).toEqual([
          authorization,
          path,
          401,
          unauthorized,
        ])
      }
    }
  })

  it('accepts the scheme in any case', async () => {
    for (const scheme of ['bearer', 'BEARER', 'BeArEr']) {
      const answer = await fixture.ask('/food/1', { headers: { authorization: `${scheme} ${keys.read}` } })
      expect(answer.status).toBe(200)
    }
  })

  it('ignores the header on /health', async () => {
    const answer = await fixture.ask('/health', { headers: { authorization: 'Bearer wrong' } })
    expect([answer.status, answer.text]).toEqual([200, '{"status":"ok","foods_in_db":300}'])
  })
})

describe('methods', () => {
  const others = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE', 'SEARCH', 'LOCK']
  it.each(others)('rejects %s on a data path', async method => {
    for (const path of [
      '/search?q=milk',
      '/food/1',
      '/barcode/1',
      '/foods/popular',
      '/meals?q=milk',
      '/food/1/details',
      '/foods/batch?ids=1',
      '/changes',
    ]) {
      const by = async (key?: string) => {
        const answer = await fixture.ask(path, { method, key })
        return [answer.status, answer.text, answer.headers.allow]
      }
      expect(await by()).toEqual([401, unauthorized, undefined])
      expect(await by(keys.read)).toEqual([403, readOnly, undefined])
      expect(await by(keys.full)).toEqual([405, '{"detail":"Method Not Allowed"}', 'GET, HEAD'])
      expect(await by(keys.account)).toEqual([405, '{"detail":"Method Not Allowed"}', 'GET, HEAD'])
    }
  })

  it('ignores an unreadable body', async () => {
    const headers = { 'content-type': 'application/nonsense', 'content-length': '0' }
    expect((await fixture.ask('/search', { method: 'POST', headers })).status).toBe(401)
    expect((await fixture.ask('/search', { method: 'POST', headers, key: keys.full })).status).toBe(405)
  })

  it.each([undefined, 'read'] as const)('answers HEAD like GET without a body, with key: %s', async kind => {
    const key = kind && keys[kind]
    for (const path of ['/search?q=milk', '/food/1', '/foods/popular', '/foods/categories', '/health']) {
      const get = await fixture.ask(path, { key })
      const head = await fixture.ask(path, { method: 'HEAD', key })
      expect([head.status, head.text]).toEqual([200, ''])
      expect(head.headers['content-length']).toBe(String(Buffer.byteLength(get.text)))
      expect(head.headers.etag).toBe(get.headers.etag)
    }
    expect((await fixture.ask('/search', { method: 'HEAD', key })).status).toBe(422)
  })
})

describe('/auth and /billing', () => {
  it.each([
    '/auth/keys',
    '/auth/',
    '/auth',
    '/billing/plans?x=1',
    '/auth/nothing',
    '/auth/keys/1/2/3',
    '/auth%2Fnothing',
    '/billing/plans/',
    '/billing?x=1',
  ])('requires an account key for %s', async path => {
    for (const method of ['GET', 'POST']) {
      const by = async (key?: string) => {
        const answer = await fixture.ask(path, { method, key })
        return [answer.status, answer.text]
      }
      expect(await by()).toEqual([401, unauthorized])
      expect(await by(keys.read)).toEqual([403, useAccountKey])
      expect(await by(keys.full)).toEqual([403, useAccountKey])
    }
  })
})

describe('CORS', () => {
  it('allows every origin on every response', async () => {
    for (const path of ['/search?q=milk', '/search', '/food/0', '/nowhere', '/health', '/openapi.json']) {
      const { headers } = await fixture.ask(path)
      expect(headers['access-control-allow-origin']).toBe('*')
      expect(headers['access-control-expose-headers']).toMatch(
        /Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, ETag, Link/,
      )
    }
  })
  it('answers a preflight without a key', async () => {
    const answer = await fixture.ask('/search', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(answer.headers['access-control-allow-methods']).toContain('GET')
    expect(answer.headers['access-control-allow-headers']).toContain('Authorization')
  })
})

describe('attribution and caching', () => {
  const odbl = '<https://opendatacommons.org/licenses/odbl/1-0/>; rel="license"'
  const cc0 = '<https://creativecommons.org/publicdomain/zero/1.0/>; rel="license"'
  const creditOf = async (path: string) => {
    const { headers } = await fixture.ask(path)
    return [headers.link, headers['x-attribution']]
  }
  const idOf = async (source: string) => {
    const [food] = await fixture.stores.sql(
      `select id from foods where source = '${source}' order by id limit 1`,
    )
    return food?.['id']
  }
  it('credits nobody for a response without foods', async () => {
    for (const path of [
      '/search',
      '/search?q=zzqxv',
      '/food/0',
      '/food/999999999',
      '/foods/popular?category=none',
      '/foods/batch?ids=0',
      '/changes',
    ]) {
      for (let time = 0; time < 2; time++)
        expect([path, ...(await creditOf(path))]).toEqual([path, undefined, undefined])
    }
  })
  it('credits each source of the foods in a response, from the cache as well', async () => {
    const laboratory = `/food/${await idOf('usda')}`
    const own = `/food/${await idOf('community')}`
    const product = `/food/${await idOf('off')}`
    for (let time = 0; time < 2; time++) {
      expect(await creditOf(product)).toEqual([odbl, 'Open Food Facts (ODbL)'])
      expect(await creditOf(laboratory)).toEqual([cc0, 'USDA FoodData Central (CC0)'])
      expect(await creditOf(own)).toEqual([odbl, 'Community (ODbL)'])
      const all = [
        `${odbl}, ${cc0}`,
        'Open Food Facts (ODbL), USDA FoodData Central (CC0), Community (ODbL), AI estimates',
      ]
      expect(await creditOf('/foods/popular?has_image=false&limit=500')).toEqual(all)
      expect(await creditOf('/foods/categories')).toEqual(all)
    }
  })
  it('responds 304 to a matching ETag', async () => {
    for (const path of [
      '/search?q=milk',
      '/food/1',
      '/foods/popular',
      '/foods/categories',
      '/health',
      '/openapi.json',
    ]) {
      const { etag = '' } = (await fixture.ask(path)).headers
      expect(etag).toMatch(/^W\/"[\w-]+"$/)
      for (const condition of [etag, etag.slice('W/'.length), `"other", ${etag}`, '*']) {
        const answer = await fixture.ask(path, { headers: { 'if-none-match': condition } })
        expect([path, answer.status, answer.text, answer.headers.etag]).toEqual([path, 304, '', etag])
        expect(answer.headers['content-length']).toBeUndefined()
      }
      expect((await fixture.ask(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    }
  })
  it('returns the request id or creates one', async () => {
    const given = await fixture.ask('/health', { headers: { 'x-request-id': 'trace-7' } })
    expect(given.headers['x-request-id']).toBe('trace-7')
    const made = await fixture.ask('/health', { headers: { 'x-request-id': 'no spaces, please' } })
    expect(made.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})
