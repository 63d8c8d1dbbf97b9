// Every 429 to a request with a key says what was exhausted and until when (rule rate-limit-headers).
import { describe, expect, it } from 'vitest'
import type { Answer } from '../../../lab/clients/http.ts'
import { keySecret } from '../../../lab/service.ts'
import { newKey } from '../../../src/accounts/api-keys/key-format.ts'
import { generateTotpSecret } from '../../../src/accounts/sign-in/totp.ts'
import { routesWithoutServices } from '../../../src/api/openapi-routes.ts'
import { withFixtureService } from '../../support/fixture-service.ts'
import { accountKey } from '../../support/keys.ts'

const fixture = withFixtureService({
  RATE_LIMIT_PRO_PER_MINUTE: '1',
  RATE_LIMIT_INVALID_KEYS_PER_MINUTE: '3',
  TRUSTED_PROXIES: '127.0.0.1',
})

const operations = routesWithoutServices().flatMap(({ url, operations }) =>
  operations.map(({ method }) => ({ method, path: url.replace(/:\w+/g, '1') })),
)
const accountOperations = operations.filter(
  ({ path }) => /^\/(auth|billing)\//.test(path) && path !== '/billing/webhook',
)
const dataOperations = operations.filter(({ path }) =>
  /^\/(search|food|foods|barcode|meals|suggest|changes)\b/.test(path),
)

function expectKeyed429({ status, headers }: Answer, limit: number): void {
  expect([status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual([
    429,
    String(limit),
    '0',
  ])
  const ahead = Number(headers['x-ratelimit-reset']) - Date.now() / 1000
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  // The reset is rounded to whole seconds, and the response took some time.
  expect(Math.abs(ahead - Number(headers['retry-after']))).toBeLessThan(5)
}

describe('a 429 to a request with a key carries the three headers', () => {
  it('on every data operation', async () => {
    const key = await accountKey(fixture.stores, 'data', 'pro')
    expect((await fixture.ask('/food/1', { key })).status).toBe(200)
    expect(dataOperations).toHaveLength(10)
    for (const { method, path } of dataOperations) expectKeyed429(await fixture.ask(path, { method, key }), 1)
  })

  it('on every operation of /auth and /billing, whose other responses carry them too', async () => {
    const key = await accountKey(fixture.stores, 'dashboard', 'pro')
    const answers = await Promise.all(
      Array.from({ length: 120 }, () => fixture.ask('/auth/account', { key })),
    )
    for (const { status, headers } of answers)
      expect([status, headers['x-ratelimit-limit']]).toEqual([200, '120'])
    const left = answers.map(({ headers }) => Number(headers['x-ratelimit-remaining']))
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, remaining) => remaining))
    expect(accountOperations.length).toBeGreaterThan(10)
    for (const { method, path } of accountOperations)
      expectKeyed429(await fixture.ask(path, { method, key }), 120)
  })

  it.each(['/food/1', '/auth/account', '/billing/plans'])('for too many invalid keys on %s', async path => {
    const headers = { 'x-forwarded-for': `198.51.100.${path.length}` }
    const guess = () => fixture.ask(path, { key: newKey('larder_full'), headers })
    for (let n = 0; n < 3; n++) expect((await guess()).status).toBe(401)
    // The first is counted in Redis, the second rejected by this node.
    for (let n = 0; n < 2; n++) expectKeyed429(await guess(), 3)
  })

  it('for too many attempts at a two-factor code', async () => {
    const key = await accountKey(fixture.stores, 'guessed', 'pro')
    const [account] = await fixture.stores.sql<{ id: number }>(
      "select id from accounts where name = 'guessed'",
    )
    const id = account?.id ?? 0
    await fixture.stores.sql('update accounts set totp_secret = $2, mfa_enabled_at = now() where id = $1', [
      id,
      generateTotpSecret(keySecret, id, 'guessed').encrypted,
    ])
    const guess = () =>
      fixture.ask('/auth/account/key', {
        method: 'POST',
        key,
        headers: { 'content-type': 'application/json' },
        body: { code: '000000' },
      })
    let answer = await guess()
    for (let n = 0; n < 20 && answer.status === 403; n++) answer = await guess()
    expectKeyed429(answer, 50)
  })
})
