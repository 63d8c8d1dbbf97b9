// Every state-changing action of an account, by every kind of account, in a session that has and has not re-authenticated.
import { randomBytes } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { type Answer, ask } from '../../../lab/clients/http.ts'
import { recordRoutes } from '../../../lab/clients/pages.ts'
import { startPaymentServer } from '../../../lab/servers/payment-server.ts'
import { keySecret } from '../../../lab/service.ts'
import { replaceRecoveryCodes } from '../../../src/accounts/sign-in/recovery-codes.ts'
import { createSession } from '../../../src/accounts/sign-in/sessions.ts'
import { password, visitor } from '../../support/accounts.ts'
import { withWebsite } from '../../support/browser.ts'
import { openTestPool } from '../../support/keys.ts'

const postRoutes = recordRoutes('POST')
const payments = await startPaymentServer()
afterAll(() => payments.stop())
const website = withWebsite(payments.environment)

/** `passkey`: no password, no provider. Each has a key; `provider` and `password` have a linked provider. */
const kinds = ['password', 'provider', 'two-factor', 'passkey'] as const
type Kind = (typeof kinds)[number]

interface Action {
  /**
   * `required`: a stolen session is not enough. `begun`: finishes what an action with re-authentication began. `proof`: is the
   * re-authentication. `none`: a session is enough, with the reason.
   */
  reauthentication: 'required' | 'begun' | 'proof' | { none: string }
  form?: (account: TestAccount) => Record<string, string>
}

/** All POST routes of the account pages: a new one fails the test until it is listed here. */
const actions: Record<string, Action> = {
  '/account/keys': {
    reauthentication: { none: 'a named key only reads foods' },
    form: () => ({ name: 'new', scope: 'read' }),
  },
  '/account/keys/:id': { reauthentication: { none: 'as above' }, form: () => ({ name: 'renamed' }) },
  '/account/keys/:id/rotate': { reauthentication: { none: 'as above' } },
  '/account/keys/:id/revoke': { reauthentication: { none: 'takes access away' } },
  '/account/keys/account': { reauthentication: 'required' },
  '/account/plan/checkout': {
    reauthentication: { none: 'paid for at the payment service, with a card' },
    form: () => ({ plan: 'pro' }),
  },
  '/account/plan/portal': { reauthentication: { none: 'the payment service shows what it asks for' } },
  '/account/data': { reauthentication: { none: 'changes nothing; what the account pages show' } },
  '/account/delete': { reauthentication: 'required', form: ({ name }) => ({ name }) },
  '/account/email': {
    reauthentication: 'required',
    form: ({ name }) => ({ email: `${name}@example.net` }),
  },
  '/account/email/remove': { reauthentication: 'required' },
  '/account/security/password': {
    reauthentication: 'required',
    form: () => ({ new: 'nine old kettles on a shelf' }),
  },
  '/account/security/second-factor': { reauthentication: 'required' },
  '/account/security/second-factor/passkeys': { reauthentication: 'required' },
  '/account/security/second-factor/confirm': { reauthentication: 'begun', form: () => ({ code: '123456' }) },
  '/account/security/second-factor/recovery-codes': { reauthentication: 'required' },
  '/account/security/second-factor/off': { reauthentication: 'required' },
  '/account/security/passkeys': { reauthentication: 'required', form: () => ({ name: 'laptop' }) },
  '/account/security/passkeys/finish': {
    reauthentication: 'begun',
    form: () => ({ name: 'laptop', response: '{}' }),
  },
  '/account/security/passkeys/:id/remove': { reauthentication: 'required' },
  '/account/security/confirm/passkey': { reauthentication: 'proof' },
  '/account/security/confirm/passkey/finish': { reauthentication: 'proof', form: () => ({ response: '{}' }) },
  '/account/security/confirm/providers/:provider': { reauthentication: 'proof' },
  '/account/security/providers/:provider/link': { reauthentication: 'required' },
  '/account/security/providers/:provider/unlink': { reauthentication: 'required' },
  '/account/security/sessions/:id/end': { reauthentication: { none: 'takes access away' } },
  '/account/security/sessions/end-others': { reauthentication: { none: 'takes access away' } },
}

interface TestAccount {
  id: number
  name: string
  sessionId: number
  /** Of a key, a passkey or a session, depending on the path. */
  idIn(path: string): number
  recoveryCode: string
  post(path: string, form: Record<string, string>): Promise<Answer>
  /** Everything stored that an action could change. */
  state(): Promise<unknown>
}

const database = () => openTestPool(website.stores, 4)
let pool: ReturnType<typeof database>
afterAll(() => pool.close())

async function hashOfPassword(): Promise<string> {
  const { visitWebsite } = await import('../../../lab/clients/web-visitor.ts')
  await visitWebsite(website.url).send('/sign-up', '/sign-up', { name: 'hash', password })
  const [row] = await website.stores.sql<{ hash: string }>(
    "select password_hash as hash from accounts where name = 'hash'",
  )
  return row?.hash ?? ''
}

async function createTestAccount(kind: Kind, passwordHash: string): Promise<TestAccount> {
  const name = `${kind}-${randomBytes(6).toString('hex')}`
  const { sql } = website.stores
  const hasPassword = kind === 'password' || kind === 'two-factor'
  const [account] = await sql<{ id: number }>(
    `insert into accounts (name, email, email_confirmed_at, password_hash, totp_secret, mfa_enabled_at)
       values ($1, $1 || '@example.org', now(), $2, case when $3 then '\\x01'::bytea end, case when $3 then now() - interval '1 day' end)
       returning id`,
    [name, hasPassword ? passwordHash : null, kind === 'two-factor'],
  )
  const id = account?.id ?? 0
  const recoveryCodes = kind === 'two-factor' ? await replaceRecoveryCodes(pool, keySecret, id) : []
  if (kind === 'password' || kind === 'provider')
    await sql(`insert into identities (provider, subject, account_id) values ('example', $1, $2)`, [name, id])
  // A second passkey, or another method, so that removing one is allowed.
  const [passkey] =
    kind === 'passkey'
      ? await sql<{ id: number }>(
          `insert into passkeys (account_id, name, credential_id, public_key, user_handle, sign_count)
             select $1, 'passkey', sha256(($2 || n)::bytea), '', '', 0 from generate_series(1, 2) as n returning id`,
          [id, name],
        )
      : []
  const [key] = await sql<{ id: number }>(
    `insert into api_keys (account_id, kind, name, scope, secret_hash, prefix, last_four)
       values ($1, 'named', 'production', 'read', sha256($2::bytea), 'larder_read', 'abcd') returning id`,
    [id, name],
  )
  const token = await createSession(pool, keySecret, id, visitor)
  const otherToken = await createSession(pool, keySecret, id, visitor)
  expect(otherToken).not.toBe(token)
  const sessions = await sql<{ id: number }>('select id from sessions where account_id = $1 order by id', [
    id,
  ])
  const cookie = `__Host-larder=${token}`
  const page = await ask(website.url, '/account', { headers: { cookie } })
  const formToken = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  return {
    id,
    name,
    sessionId: sessions[0]?.id ?? 0,
    idIn: path =>
      (path.includes('/keys/') ? key?.id : path.includes('/passkeys/') ? passkey?.id : sessions[1]?.id) ?? 0,
    recoveryCode: recoveryCodes[0] ?? '',
    post: (path, form) =>
      ask(website.url, path, {
        method: 'POST',
        headers: { cookie, origin: website.url, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ form_token: formToken, ...form }).toString(),
      }),
    state: () =>
      sql(
        `select (select to_jsonb(a) from accounts as a where id = $1) as account,
                (select jsonb_agg(to_jsonb(i) order by provider) from identities as i where account_id = $1) as identities,
                (select jsonb_agg(to_jsonb(p) order by id) from passkeys as p where account_id = $1) as passkeys,
                (select jsonb_agg(to_jsonb(k) order by id) from api_keys as k where account_id = $1) as keys,
                (select jsonb_agg(id order by id) from sessions where account_id = $1) as sessions,
                (select jsonb_agg(to_jsonb(r) order by code_hash) from recovery_codes as r where account_id = $1) as codes,
                (select count(*) from passkey_challenges where account_id = $1) as challenges,
                (select count(*) from oidc_auth_requests where linking_account_id = $1) as links,
                (select count(*) from email_tokens where account_id = $1) as tokens,
                (select count(*) from audit_log where account_id = $1) as events`,
        [id],
      ),
  }
}

/** What the website did with the request. */
type Outcome = 'asks' | 'done' | 'n/a'

/** Not re-authenticated; re-authenticated six minutes ago; four minutes ago; with the password or code in the form. */
const sessionStates = ['stale', 'expired', 'fresh', 'proven'] as const
type SessionState = (typeof sessionStates)[number]

async function attempt(
  path: string,
  { form = () => ({}) }: Action,
  kind: Kind,
  state: SessionState,
  passwordHash: string,
): Promise<Outcome> {
  const account = await createTestAccount(kind, passwordHash)
  const minutes = { stale: undefined, proven: undefined, expired: 6, fresh: 4 }[state]
  await website.stores.sql(
    `update sessions set created_at = now() - interval '1 hour', reauthenticated_at = now() - make_interval(mins => $2) where id = $1`,
    [account.sessionId, minutes ?? null],
  )
  const before = await account.state()
  const proof = state === 'proven' ? { password, old: password, code: account.recoveryCode } : {}
  const url = path.replace(':id', String(account.idIn(path))).replace(':provider', 'example')
  const { status, text } = await account.post(url, { ...form(account), ...proof })
  expect([path, kind, state, status < 500, text.includes('This form has expired')]).toEqual([
    path,
    kind,
    state,
    true,
    false,
  ])
  if (status < 400) return 'done'
  if (state !== 'proven')
    expect([path, kind, state, await account.state()]).toEqual([path, kind, state, before])
  return status === 403 ? 'asks' : 'n/a'
}

it('asks for re-authentication wherever a stolen session would be enough', async () => {
  pool = database()
  const routes = postRoutes().filter(route => route.startsWith('/account'))
  expect(Object.keys(actions).toSorted()).toEqual([...new Set(routes)].toSorted())

  const passwordHash = await hashOfPassword()
  const table: string[][] = [
    ['action', 're-authentication', ...kinds.map(kind => `${kind}: ${sessionStates.join('/')}`)],
  ]
  for (const [path, action] of Object.entries(actions)) {
    const { reauthentication } = action
    const outcomes = await Promise.all(
      kinds.map(kind =>
        Promise.all(sessionStates.map(state => attempt(path, action, kind, state, passwordHash))),
      ),
    )
    table.push([
      path.replace('/account/', ''),
      typeof reauthentication === 'string' ? reauthentication : `none: ${reauthentication.none}`,
      ...outcomes.map(cells => cells.join(' / ')),
    ])
    for (const [index, [stale, expired, fresh, proven]] of outcomes.entries()) {
      const cell = [path, kinds[index]]
      // Where nothing was asked, nothing needed to be: it finished nothing, or was not available.
      if (reauthentication === 'required') {
        expect([...cell, stale]).not.toEqual([...cell, 'done'])
        expect([...cell, expired]).toEqual([...cell, stale])
        // Whoever proves who they are can do it.
        if (stale === 'asks')
          expect([...cell, fresh === 'done' || proven === 'done']).toEqual([...cell, true])
      }
      if (reauthentication === 'begun') expect([...cell, stale, fresh]).toEqual([...cell, 'n/a', 'n/a'])
      if (typeof reauthentication === 'object') expect([...cell, stale]).toEqual([...cell, fresh])
    }
    // The form was complete, or the test would prove nothing.
    if (reauthentication === 'required' || typeof reauthentication === 'object')
      expect([path, outcomes.flat().includes('done')]).toEqual([path, true])
  }
  console.log(formatTable(table))
})

function formatTable(table: string[][]): string {
  const widths = table[0]?.map((_, column) => Math.max(...table.map(row => row[column]?.length ?? 0))) ?? []
  return table.map(row => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')).join('\n')
}
