// /auth and /billing from the outside. Every response is validated against the OpenAPI description.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Answer, ask } from '../../../lab/clients/http.ts'
import { startPaymentServer } from '../../../lab/servers/payment-server.ts'
import { keySecret, startService } from '../../../lab/service.ts'
import { generateTotpSecret } from '../../../src/accounts/sign-in/totp.ts'
import { createStores } from '../../support/database.ts'
import { withFixtureService } from '../../support/fixture-service.ts'
import { accountKey, namedKey } from '../../support/keys.ts'
import { ownRedis } from '../../support/own-servers.ts'

const fixture = withFixtureService()

// biome-ignore lint/suspicious/noExplicitAny: looked into freely
let description: any
beforeAll(async () => {
  description = (await fixture.ask('/openapi.json')).json
})
const ajv = new Ajv2020({ strict: false, validateFormats: false })

type Options = Parameters<typeof ask>[2]

/** Sends a request and validates the response against the OpenAPI description. */
async function call(
  method: string,
  path: string,
  options: Options = {},
  url = fixture.service.apiUrl,
): Promise<Answer> {
  const answer = await ask(url, path, { ...options, method })
  const described = path
    .split('?')[0]
    ?.replace(/(keys|sessions)\/[^/]+/, (_, what) =>
      what === 'keys' ? 'keys/{key_id}' : 'sessions/{session_id}',
    )
  const response = description.paths[described ?? '']?.[method.toLowerCase()]?.responses[answer.status]
  expect([method, path, answer.status, response !== undefined]).toEqual([method, path, answer.status, true])
  const schema = response.content?.['application/json'].schema
  if (schema === undefined) expect(answer.text).toBe('')
  else {
    const validate = ajv.compile({ ...schema, components: description.components })
    expect([answer.text, validate(answer.json), validate.errors]).toEqual([answer.text, true, null])
  }
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['access-control-allow-origin']).toBe('*')
  return answer
}

let accounts = 0
async function newAccount(plan: 'starter' | 'pro' = 'starter') {
  const name = `owner-${++accounts}`
  const key = await accountKey(fixture.stores, name, plan)
  const [row] = await fixture.stores.sql<{ id: string }>('select id from accounts where name = $1', [name])
  return { name, key, id: Number(row?.id) }
}

describe('/auth/account', () => {
  it('returns the account of the key', async () => {
    const { id, name, key } = await newAccount('pro')
    const { json } = await call('GET', '/auth/account', { key })
    expect(json).toEqual({
      id,
      name,
      email: null,
      email_confirmed: false,
      two_factor_enabled: false,
      plan: 'pro',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      requests_per_minute: 500,
      rate_limit_scope: 'account',
    })
    const { json: data } = await call('GET', '/auth/account/data', { key })
    expect(data.account).toMatchObject({ id, name })
    expect(JSON.stringify(data)).not.toContain('hash"')
  })

  it('replaces the account key and revokes the old one', async () => {
    const { key } = await newAccount()
    const { json } = await call('POST', '/auth/account/key', { key })
    expect(json.key).toMatch(/^larder_account_/)
    expect((await call('GET', '/auth/keys', { key: json.key })).json).toMatchObject([
      { id: json.id, kind: 'account', last_four: json.key.slice(-4) },
    ])
    await new Promise(resolve => setTimeout(resolve, 600))
    expect((await call('GET', '/auth/account', { key })).status).toBe(401)
  })

  it('requires a code with two-factor authentication and accepts each code once', async () => {
    const { id, name, key } = await newAccount()
    const totpSecret = generateTotpSecret(keySecret, id, name)
    await fixture.stores.sql('update accounts set totp_secret = $2, mfa_enabled_at = now() where id = $1', [
      id,
      totpSecret.encrypted,
    ])
    const code = new TOTP({ secret: Secret.fromBase32(totpSecret.base32) }).generate()
    const wrong = code === '000000' ? '111111' : '000000'
    for (const body of [undefined, {}, { code: '' }, { code: wrong }]) {
      expect((await call('POST', '/auth/account/key', { key, body })).status).toBe(403)
    }
    const { status, json } = await call('POST', '/auth/account/key', { key, body: { code } })
    expect(status).toBe(200)
    expect((await call('POST', '/auth/account/key', { key: json.key, body: { code } })).status).toBe(403)
    expect((await call('POST', '/auth/account/key', { key: json.key, body: { code: 123456 } })).status).toBe(
      422,
    )
  })

  it('rejects codes while Redis is down', async () => {
    const redis = await ownRedis()
    const service = await startService(fixture.stores, { REDIS_URL: redis.url, REDIS_TIMEOUT_MS: '80' })
    onTestFinished(async () => {
      await service.stop()
    })
    const { id, name, key } = await newAccount()
    const totpSecret = generateTotpSecret(keySecret, id, name)
    await fixture.stores.sql('update accounts set totp_secret = $2, mfa_enabled_at = now() where id = $1', [
      id,
      totpSecret.encrypted,
    ])
    await redis.kill()
    const code = new TOTP({ secret: Secret.fromBase32(totpSecret.base32) }).generate()
    const answer = await call('POST', '/auth/account/key', { key, body: { code } }, service.apiUrl)
    expect(answer.status).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await call('GET', '/auth/account', { key }, service.apiUrl)).status).toBe(200)
  })
})

describe('/auth/keys', () => {
  it('creates, reads, updates, rotates and revokes a key', async () => {
    const { key } = await newAccount('pro')
    const body = { name: 'ci', scope: 'full', cap_per_minute: 9, expires_at: '2999-01-31T12:00:00Z' }
    const created = await call('POST', '/auth/keys', { key, body })
    expect(created.status).toBe(201)
    const { key: secret, ...shown } = created.json
    expect(secret).toMatch(/^larder_full_/)
    expect(shown).toMatchObject({
      ...body,
      expires_at: '2999-01-31T12:00:00.000Z',
      last_four: secret.slice(-4),
    })
    const path = `/auth/keys/${shown.id}`
    expect((await call('GET', path, { key })).json).toEqual(shown)
    expect((await call('GET', '/auth/keys', { key })).json).toHaveLength(2)
    expect((await fixture.ask('/food/1', { key: secret })).headers['x-ratelimit-limit']).toBe('9')

    const changed = await call('PATCH', path, { key, body: { name: ' build ', cap_per_minute: null } })
    expect(changed.json).toEqual({ ...shown, name: 'build', cap_per_minute: null })

    const lives = { grace_period_seconds: 86_400 }
    const rotated = await call('POST', `${path}/rotate`, { key, body: lives })
    expect(rotated.json).toMatchObject({ id: shown.id, name: 'build', scope: 'full' })
    for (const one of [secret, rotated.json.key]) {
      expect((await fixture.ask('/food/1', { key: one })).status).toBe(200)
    }
    expect((await call('DELETE', path, { key })).status).toBe(204)
    await new Promise(resolve => setTimeout(resolve, 600))
    for (const one of [secret, rotated.json.key]) {
      expect((await fixture.ask('/food/1', { key: one })).status).toBe(401)
    }
    for (const [method, url] of [
      ['GET', path],
      ['PATCH', path],
      ['DELETE', path],
      ['POST', `${path}/rotate`],
    ] as const) {
      const answer = await call(method, url, { key })
      expect([answer.status, answer.text]).toEqual([404, '{"detail":"Key not found"}'])
    }
    const audit = (await call('GET', '/auth/audit?limit=4', { key })).json
    expect(
      audit.map(({ actor, action, subject }: Record<string, string>) => [actor, action, subject]),
    ).toEqual([
      ['account key', 'key revoked', 'build'],
      ['account key', 'key rotated', 'build'],
      ['account key', 'key changed', 'ci, renamed to build, no rate limit'],
      ['account key', 'key created', 'ci'],
    ])
    expect(audit[0].ip_address).toBe('127.0.0.1')
    const older = (await call('GET', `/auth/audit?before=${audit[2].id}`, { key })).json
    expect(older[0]).toEqual(audit[3])
  })

  it('does not find keys of other accounts or unknown ids', async () => {
    const [mine, other] = [await newAccount(), await newAccount()]
    const { id } = await namedKey(fixture.stores, other.name, 'theirs', 'read')
    for (const number of [id, 0, -1, '99999999999999999999']) {
      expect((await call('GET', `/auth/keys/${number}`, { key: mine.key })).status).toBe(404)
      expect((await call('DELETE', `/auth/keys/${number}`, { key: mine.key })).status).toBe(404)
    }
    expect((await call('GET', '/auth/keys/x', { key: mine.key })).json.detail).toMatchObject([
      { type: 'int_parsing', loc: ['path', 'key_id'], input: 'x' },
    ])
  })

  it('reports all errors of a body together', async () => {
    const { key } = await newAccount()
    const body = { name: '', scope: 'write', cap_per_minute: 0, expires_at: 'soon', cap: 5 }
    const { status, json } = await call('POST', '/auth/keys', { key, body })
    expect(status).toBe(422)
    expect(json.detail).toEqual([
      {
        type: 'string_too_short',
        loc: ['body', 'name'],
        msg: 'String should have at least 1 character',
        input: '',
        ctx: { min_length: 1 },
      },
      {
        type: 'literal_error',
        loc: ['body', 'scope'],
        msg: "Input should be 'read' or 'full'",
        input: 'write',
        ctx: { expected: "'read' or 'full'" },
      },
      {
        type: 'datetime_parsing',
        loc: ['body', 'expires_at'],
        msg: 'Input should be a valid datetime with a time zone, such as 2027-01-31T12:00:00Z',
        input: 'soon',
      },
      {
        type: 'greater_than_equal',
        loc: ['body', 'cap_per_minute'],
        msg: 'Input should be greater than or equal to 1',
        input: 0,
        ctx: { ge: 1 },
      },
      { type: 'extra_forbidden', loc: ['body', 'cap'], msg: 'Extra inputs are not permitted', input: 5 },
    ])
  })

  it('responds 422 with an error to JSON that is nested 20,000 levels deep', async () => {
    const { key } = await newAccount()
    const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    for (const body of [`{"name": ${nested}}`, nested]) {
      const { status, json } = await call('POST', '/auth/keys', { key, body })
      expect(status).toBe(422)
      expect(json.detail).toEqual([
        {
          type: 'json_invalid',
          loc: ['body'],
          msg: 'JSON decode error: nested more than 32 levels deep',
          input: null,
        },
      ])
    }
  })

  it('rejects a rate limit above that of the plan', async () => {
    const { key } = await newAccount('pro')
    const create = (name: string, cap_per_minute: number) =>
      call('POST', '/auth/keys', { key, body: { name, cap_per_minute } })
    const created = await create('ci', 500)
    expect(created.status).toBe(201)
    const rejected = [
      await create('other', 501),
      await call('PATCH', `/auth/keys/${created.json.id}`, { key, body: { cap_per_minute: 501 } }),
    ]
    for (const { status, json } of rejected) {
      expect([status, json.detail]).toEqual([
        422,
        [
          {
            type: 'less_than_equal',
            loc: ['body', 'cap_per_minute'],
            msg: 'The Pro plan allows 500 requests per minute, so a higher limit of a key has no effect. Choose a lower one, or none.',
            input: 501,
            ctx: { le: 500 },
          },
        ],
      ])
    }
  })

  it('responds 422 to invalid JSON and 413 to a large body, regardless of content type', async () => {
    const { key } = await newAccount()
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { 'content-type': type }
      const broken = await call('POST', '/auth/keys', { key, headers, body: '{"name":' })
      expect(broken.json.detail).toEqual([
        { type: 'json_invalid', loc: ['body'], msg: 'JSON decode error', input: null },
      ])
      const made = await call('POST', '/auth/keys', { key, headers, body: { name: `as ${type}` } })
      expect(made.status).toBe(201)
      const large = await call('POST', '/auth/keys', { key, headers, body: 'x'.repeat(70_000) })
      expect([large.status, Object.keys(large.json)]).toEqual([413, ['detail']])
    }
  })

  it('responds 409 to a name in use and to changes of the account key', async () => {
    const { key } = await newAccount()
    const body = { name: 'ci' }
    const { json } = await call('POST', '/auth/keys', { key, body })
    expect((await call('POST', '/auth/keys', { key, body })).status).toBe(409)
    const [own] = (await call('GET', '/auth/keys', { key })).json
    expect((await call('PATCH', `/auth/keys/${own.id}`, { key, body })).status).toBe(409)
    expect((await call('POST', `/auth/keys/${own.id}/rotate`, { key })).status).toBe(409)
    expect((await call('PATCH', `/auth/keys/${json.id}`, { key, body: { name: 'account' } })).status).toBe(
      409,
    )
    const tooLong = { grace_period_seconds: 86_401 }
    expect((await call('POST', `/auth/keys/${json.id}/rotate`, { key, body: tooLong })).status).toBe(422)
  })

  it('allows 120 requests per minute and account, apart from data reads', async () => {
    const { key } = await newAccount('pro')
    const answers = await Promise.all(Array.from({ length: 125 }, () => fixture.ask('/auth/keys', { key })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120)
    const rejected = answers.find(({ status }) => status === 429)
    expect(Number(rejected?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await fixture.ask('/food/1', { key })).headers['x-ratelimit-remaining']).toBe('499')
  })
})

describe('usage, audit and sessions', () => {
  it('reports usage by day, endpoint, status and key', async () => {
    const { id, key } = await newAccount()
    await fixture.stores.sql(
      `insert into usage
         select $1, (now() at time zone 'utc')::date - ago, 12345, '/search', 200, 7
           from unnest(array[0, 1, 29, 30]) as ago`,
      [id],
    )
    const { json } = await call('GET', '/auth/usage', { key })
    expect([json.days, json.requests, json.usage.length]).toEqual([30, 21, 3])
    expect(json.usage[0]).toEqual({
      day: new Date().toISOString().slice(0, 10),
      endpoint: '/search',
      status: 200,
      key_id: 12345,
      key_name: null,
      requests: 7,
    })
    expect((await call('GET', '/auth/usage?days=90', { key })).json.usage).toHaveLength(4)
    expect((await call('GET', '/auth/usage?days=91', { key })).status).toBe(422)
    expect((await call('GET', '/auth/audit?limit=0&before=x', { key })).json.detail).toHaveLength(2)
  })

  it('lists sessions and lets only their owner end them', async () => {
    const [mine, other] = [await newAccount(), await newAccount()]
    await fixture.stores.sql(
      `insert into sessions (account_id, token_hash, expires_at, ip_address, user_agent)
         values ($1, 'some hash', now() + interval '1 day', '192.0.2.7', 'Firefox')`,
      [mine.id],
    )
    const [session] = (await call('GET', '/auth/sessions', { key: mine.key })).json
    expect(session).toMatchObject({ ip_address: '192.0.2.7', user_agent: 'Firefox' })
    const path = `/auth/sessions/${session.id}`
    const rejected = await call('DELETE', path, { key: other.key })
    expect([rejected.status, rejected.json]).toEqual([404, { detail: 'Session not found' }])
    expect((await call('DELETE', path, { key: mine.key })).status).toBe(204)
    expect((await call('GET', '/auth/sessions', { key: mine.key })).json).toEqual([])
  })
})

describe('/billing', () => {
  it('lists plans but sells none when billing is disabled', async () => {
    const { key } = await newAccount()
    const plans = (await call('GET', '/billing/plans', { key })).json
    expect(
      plans.map((plan: Record<string, unknown>) => [
        plan['plan'],
        plan['requests_per_minute'],
        plan['price'],
        plan['available'],
      ]),
    ).toEqual([
      ['starter', 30, null, false],
      ['pro', 500, null, false],
      ['scale', 3000, null, false],
    ])
    for (const [path, body] of [
      ['/billing/checkout', { plan: 'pro' }],
      ['/billing/portal', undefined],
    ] as const) {
      const answer = await call('POST', path, { key, body })
      expect(answer.status).toBe(409)
      expect(answer.json.detail).toMatch(/^Billing is switched off here/)
    }
    expect((await call('GET', '/billing/subscription', { key })).json).toMatchObject({
      plan: 'starter',
      status: null,
    })
    expect((await fixture.ask('/billing/webhook', { method: 'POST', body: {} })).status).toBe(401)
  })

  it('changes the plan after checkout and a signed webhook', async () => {
    const stores = await createStores()
    const payments = await startPaymentServer()
    const service = await startService(stores, payments.environment)
    onTestFinished(async () => {
      await service.stop()
      await payments.stop()
      await stores.drop()
    })
    const key = await accountKey(stores, 'ann', 'starter')
    const request = (method: string, path: string, options: Options = {}) =>
      call(method, path, options, service.apiUrl)
    expect((await request('POST', '/billing/portal', { key })).status).toBe(409)
    expect((await request('POST', '/billing/checkout', { key, body: { plan: 'starter' } })).status).toBe(422)
    // A job loads the prices when the service starts.
    const listPlans = async () => (await request('GET', '/billing/plans', { key })).json
    await expect.poll(listPlans).toMatchObject([
      { plan: 'starter', price: null, available: false },
      {
        plan: 'pro',
        price: { unit_amount: 2_400, currency: 'eur', interval: 'month', interval_count: 1 },
        available: true,
      },
      { plan: 'scale', price: { unit_amount: 12_950 }, available: true },
    ])
    const { json } = await request('POST', '/billing/checkout', { key, body: { plan: 'pro' } })
    const [session] = payments.checkouts.values()
    expect(json).toEqual({ url: session?.url })
    payments.pay(json.url)

    const { body, signature } = payments.message('checkout.session.completed', session ?? {})
    const send = (headers: Record<string, string>) =>
      request('POST', '/billing/webhook', { body: body.toString(), headers })
    expect((await send({})).status).toBe(400)
    expect((await send({ 'stripe-signature': 't=1,v1=00' })).status).toBe(400)
    const accepted = await send({ 'stripe-signature': signature })
    expect([accepted.status, accepted.text]).toEqual([200, '{"received":true}'])
    expect((await send({ 'stripe-signature': signature })).status).toBe(200)
    expect((await request('GET', '/billing/subscription', { key })).json).toMatchObject({
      plan: 'pro',
      status: 'active',
    })
    expect((await request('POST', '/billing/portal', { key })).json.url).toMatch(/^http/)
    expect((await request('POST', '/billing/checkout', { key, body: { plan: 'scale' } })).status).toBe(409)
    const metrics = await (await fetch(service.metricsUrl)).text()
    const webhooks = metrics.matchAll(/^larder_billing_webhooks_total\{result="(\w+)"\} (\d+)$/gm)
    expect([...webhooks].map(([, result, count]) => `${result} ${count}`)).toEqual([
      'processed 1',
      'duplicate 1',
      'rejected 1',
      'failed 0',
      'missed 0',
    ])
  })
})
