// Every route × every type of caller. Expected results follow from the rules, not from a list.
import { Redis } from 'ioredis'
import { beforeAll, describe, expect, it } from 'vitest'
import { routesWithoutServices } from '../../../src/api/openapi-routes.ts'
import { localeNames } from '../../../src/website/i18n/locales.ts'
import { messages } from '../../../src/website/messages/compiled/index.ts'
import { withFixtureService } from '../../support/fixture-service.ts'
import { accountKey, namedKey } from '../../support/keys.ts'

const fixture = withFixtureService({
  RATE_LIMIT_SCALE_PER_MINUTE: '1000000',
  RATE_LIMIT_INVALID_KEYS_PER_MINUTE: '1000000',
})

const routes = routesWithoutServices()
const paths = [...routes.map(({ url }) => url), '/auth', '/auth/*', '/billing', '/billing/*', '/nothing']

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']
const callers = ['none', 'read', 'full', 'capped', 'account', 'revoked', 'expired', 'other account'] as const
type Caller = (typeof callers)[number]

/** The methods that the path supports. */
function methodsOf(path: string): readonly string[] {
  return routes.find(({ url }) => url === path)?.allow ?? ['GET', 'HEAD']
}

const isAccountPath = (path: string) => /^\/(auth|billing)(\/|$)/.test(path)
const isUnknownAccountPath = (path: string) => /^\/(auth|billing)(\/\*)?$/.test(path)
const isRead = (method: string) => method === 'GET' || method === 'HEAD'
const isNamed = (caller: Caller) => ['read', 'full', 'capped'].includes(caller)
const isOtherAccount = (path: string) => /:(key_id|session_id)/.test(path)

/** The order of rule request-order; `handled` means that the route itself responds. */
function expected(path: string, method: string, caller: Caller): number | 'handled' {
  if (path === '/health') return isRead(method) ? 'handled' : 405
  if (caller === 'revoked' || caller === 'expired') return 401
  if (isAccountPath(path) && isNamed(caller)) return 403
  if (isUnknownAccountPath(path)) return 401
  const { kind = 'unknown-path' } = routes.find(({ url }) => url === path) ?? {}
  if (kind === 'unknown-path') return 401
  if (kind === 'document' && !isRead(method)) return 401
  if (path === '/billing/webhook' && method === 'POST') return 401 // billing is off: it is not there
  if (caller === 'none' && (isAccountPath(path) || !isRead(method))) return 401
  if (caller === 'read' && !isRead(method)) return 403
  if (!methodsOf(path).includes(method)) return 405
  if (caller === 'other account' && isOtherAccount(path)) return 404
  return 'handled'
}

const keys: Partial<Record<Caller, string>> = {}
let keyId = 0
beforeAll(async () => {
  keys.account = await accountKey(fixture.stores, 'acme', 'scale')
  keys['other account'] = await accountKey(fixture.stores, 'other', 'scale')
  keys.read = (await namedKey(fixture.stores, 'acme', 'read', 'read')).key
  keys.full = (await namedKey(fixture.stores, 'acme', 'full', 'full')).key
  keys.capped = (await namedKey(fixture.stores, 'acme', 'capped', 'full', { capPerMinute: 1_000_000 })).key
  keys.expired = (await namedKey(fixture.stores, 'acme', 'old', 'full', { expiresAt: new Date(0) })).key
  const revoked = await namedKey(fixture.stores, 'acme', 'lost', 'full')
  await fixture.stores.sql('update api_keys set revoked_at = now() where id = $1', [revoked.id])
  keys.revoked = revoked.key
  keyId = (await namedKey(fixture.stores, 'acme', 'target', 'full')).id
})

async function freshTarget(path: string): Promise<string> {
  if (path.includes(':session_id')) {
    const [row] = await fixture.stores.sql<{ id: string }>(
      `insert into sessions (account_id, token_hash, expires_at, ip_address, user_agent)
         select id, gen_random_uuid()::text::bytea, now() + interval '1 day', '192.0.2.1', 'test'
           from accounts where name = 'acme' returning id`,
    )
    return path.replace(':session_id', String(row?.id))
  }
  await fixture.stores.sql('update api_keys set revoked_at = null where id = $1', [keyId])
  return path.replace(':key_id', String(keyId)).replace(':food_id', '1').replace(':code', '0042100005264')
}

describe('every route × every caller', () => {
  it.each(paths)('%s', async path => {
    const seen: [string, Caller, number | string][] = []
    const due: typeof seen = []
    for (const method of methods) {
      for (const caller of callers) {
        const rule = expected(path, method, caller)
        // Replacing the account key would invalidate it for the rest of the table; account-routes.test.ts
        // covers it.
        if (rule === 'handled' && path === '/auth/account/key') continue
        const answer = await fixture.ask(await freshTarget(path), { method, key: keys[caller] })
        const isIn = ![401, 403, 405].includes(answer.status) && answer.status < 500
        seen.push([method, caller, rule === 'handled' && isIn ? 'handled' : answer.status])
        due.push([method, caller, rule])
        if (answer.status === 405) {
          expect(answer.headers.allow?.split(', ').sort()).toEqual(methodsOf(path).toSorted())
        }
        if (isAccountPath(path) && !isUnknownAccountPath(path))
          expect(answer.headers['cache-control']).toBe('no-store')
        expect(answer.headers['access-control-allow-origin']).toBe('*')
      }
    }
    await resetRateLimits()
    expect(seen).toEqual(due)
  })
})

/** The table sends more than the allowed 120 requests per minute. */
async function resetRateLimits(): Promise<void> {
  const redis = new Redis(fixture.stores.redisUrl)
  for (const name of await redis.keys('limit:account:*:account-routes')) await redis.del(name)
  redis.disconnect()
}

/** What keys are for, with the word that names it in the texts of each language. */
const abilities = [
  { requests: ['GET /food/1'], word: /[Ll]ook up|abfragen|[Cc]onsult|[Cc]erca|[Ww]yszuk/ },
  {
    requests: ['GET /auth/keys', 'DELETE /auth/keys/:key_id'],
    word: /\bkeys|Schlüssel|\bclés|claves|chiavi|kluczami|klucze\b/,
  },
  { requests: ['GET /auth/usage'], word: /usage|Nutzung|utilisation|\buso\b|utilizzo|wykorzystani/ },
]

it('the website says of each kind of key what the API lets it do, in every language', async () => {
  // From the narrowest to the widest, which may do what the others may.
  const kinds = [
    { text: 'readOnlyText', caller: 'read' },
    { text: 'fullAccessText', caller: 'full' },
    { text: 'accountKeyText', caller: 'account' },
  ] as const
  for (const { requests, word } of abilities) {
    const allowed = await Promise.all(
      kinds.map(async ({ caller }) => {
        const statuses = []
        for (const request of requests) {
          const [method = '', path = ''] = request.split(' ')
          statuses.push((await fixture.ask(await freshTarget(path), { method, key: keys[caller] })).status)
        }
        return statuses.every(status => status !== 401 && status !== 403)
      }),
    )
    const narrowest = kinds[allowed.indexOf(true)]?.text
    for (const locale of localeNames) {
      const { account } = messages[locale]
      const naming = kinds.filter(({ text }) => word.test(account[text]))
      expect([locale, naming.map(({ text }) => text)]).toEqual([locale, expect.arrayContaining([narrowest])])
      for (const kind of naming)
        expect([locale, requests, kind.text, allowed[kinds.indexOf(kind)]]).toEqual([
          locale,
          requests,
          kind.text,
          true,
        ])
    }
  }
  await resetRateLimits()
})
