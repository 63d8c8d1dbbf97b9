// Every state-changing action of an account, by every kind of account, in a session that has and has not re-authenticated.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, ask } from '../../../lab/clients/http.ts'
import { recordRoutes } from '../../../lab/clients/pages.ts'
import { startPaymentServer } from '../../../lab/servers/payment-server.ts'
import { keySecret } from '../../../lab/service.ts'
import { isAccountError } from '../../../src/accounts/account-error.ts'
import { hashPassword } from '../../../src/accounts/sign-in/passwords.ts'
import { replaceRecoveryCodes } from '../../../src/accounts/sign-in/recovery-codes.ts'
import { createSession } from '../../../src/accounts/sign-in/sessions.ts'
import type { DatabasePool } from '../../../src/platform/database/pool.ts'
import { hashToken } from '../../../src/platform/server-secret.ts'
import { maskToken } from '../../../src/website/shell/csrf.tsx'
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
  /** Accounts of all kinds have a passkey then. */
  hasPasskey?: boolean
  /** What must have happened before. */
  prepare?: (account: TestAccount) => Promise<unknown>
}

/** All POST routes of the account pages: a new one fails the test until it is listed here. */
const actions: Record<string, Action> = {
  '/account/keys': {
    reauthentication: 'required',
    form: () => ({ name: 'new', scope: 'read' }),
  },
  '/account/keys/:id': {
    reauthentication: { none: 'changes a name and limits, reveals no key' },
    form: () => ({ name: 'renamed' }),
  },
  '/account/keys/:id/rotate': { reauthentication: 'required' },
  '/account/keys/:id/revoke': { reauthentication: { none: 'takes access away' } },
  '/account/keys/account': { reauthentication: 'required' },
  '/account/usage/alerts': { reauthentication: { none: 'a mail about a limit more or less' } },
  '/account/plan/checkout': {
    reauthentication: { none: 'paid for at the payment service, with a card' },
    form: () => ({ plan: 'pro' }),
  },
  '/account/plan/portal': {
    reauthentication: { none: 'paid for at the payment service, with a card' },
    prepare: ({ post }) => post('/account/plan/checkout', { plan: 'pro' }),
  },
  '/account/settings/language': {
    reauthentication: { none: 'only the language of mails' },
    form: () => ({ locale: 'de' }),
  },
  '/account/data': { reauthentication: 'required' },
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
  '/account/security/second-factor/passkeys': { reauthentication: 'required', hasPasskey: true },
  '/account/security/second-factor/confirm': { reauthentication: 'begun', form: () => ({ code: '123456' }) },
  '/account/security/second-factor/recovery-codes': { reauthentication: 'required' },
  '/account/security/second-factor/off': { reauthentication: 'required' },
  '/account/security/passkeys': { reauthentication: 'required', form: () => ({ name: 'laptop' }) },
  '/account/security/passkeys/finish': {
    reauthentication: 'begun',
    form: () => ({ name: 'laptop', response: '{}' }),
  },
  '/account/security/passkeys/:id/remove': { reauthentication: 'required', hasPasskey: true },
  '/account/security/confirm/passkey': { reauthentication: 'proof', hasPasskey: true },
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

let pool: DatabasePool
let passwordHash: string
beforeAll(async () => {
  pool = openTestPool(website.stores, 4)
  const hashed = await hashPassword(password)
  if (isAccountError(hashed)) throw new Error(hashed.message)
  passwordHash = hashed.hash
})
afterAll(() => pool.close())

async function createTestAccount(kind: Kind, hasPasskey: boolean): Promise<TestAccount> {
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
  // Two where they are the only way to sign in, so that removing one is allowed.
  const [passkey] = await sql<{ id: number }>(
    `insert into passkeys (account_id, name, credential_id, public_key, user_handle, sign_count)
       select $1, 'passkey', sha256(($2 || n)::bytea), '', '', 0 from generate_series(1, $3) as n returning id`,
    [id, name, kind === 'passkey' ? 2 : hasPasskey ? 1 : 0],
  )
  const [key] = await sql<{ id: number }>(
    `insert into api_keys (account_id, kind, name, scope, secret_hash, prefix, last_four)
       values ($1, 'named', 'production', 'read', sha256($2::bytea), 'larder_read', 'abcd') returning id`,
    [id, name],
  )
  const token = await createSession(pool, keySecret, id, visitor)
  await createSession(pool, keySecret, id, visitor)
  const sessions = await sql<{ id: number }>('select id from sessions where account_id = $1 order by id', [
    id,
  ])
  const cookie = `__Host-larder=${token}`
  const formToken = maskToken(hashToken(keySecret, 'form', `session ${token}`))
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

/** What the website did: asked for re-authentication, did it, or answered that this account cannot do it. */
type Outcome = 'asks' | 'done' | 'n/a' | ''

/**
 * `stale`: just signed in, and re-authenticated six minutes ago. `fresh`: re-authenticated four minutes ago. `proof`: stale, with the
 * password or code in the form.
 */
type SessionState = 'stale' | 'fresh' | 'proof'

async function attempt(
  path: string,
  { form = () => ({}), prepare, hasPasskey = false }: Action,
  kind: Kind,
  state: SessionState,
): Promise<Outcome> {
  const account = await createTestAccount(kind, hasPasskey)
  await website.stores.sql(
    'update sessions set reauthenticated_at = now() - make_interval(mins => $2) where id = $1',
    [account.sessionId, state === 'fresh' ? 4 : 6],
  )
  await prepare?.(account)
  const before = await account.state()
  const proof = state === 'proof' ? { password, old: password, code: account.recoveryCode } : {}
  const url = path.replace(':id', String(account.idIn(path))).replace(':provider', 'example')
  const { status, text } = await account.post(url, { ...form(account), ...proof })
  const cell = [path, kind, state]
  expect([...cell, status < 500, text.includes('This form has expired')]).toEqual([...cell, true, false])
  if (status < 400) return 'done'
  if (state !== 'proof') expect([...cell, await account.state()]).toEqual([...cell, before])
  return status === 403 ? 'asks' : 'n/a'
}

async function attemptAll(path: string, action: Action, kind: Kind) {
  const hasCredential = kind === 'password' || kind === 'two-factor'
  const [stale = '', fresh = '', proof = ''] = await Promise.all([
    attempt(path, action, kind, 'stale'),
    attempt(path, action, kind, 'fresh'),
    hasCredential && action.reauthentication === 'required' ? attempt(path, action, kind, 'proof') : '',
  ])
  return { kind, stale, fresh, proof }
}

it('asks for re-authentication wherever a stolen session would be enough', async () => {
  const routes = postRoutes().filter(route => route.startsWith('/account'))
  expect(Object.keys(actions).toSorted()).toEqual([...new Set(routes)].toSorted())

  const columns = ['stale', 'fresh', 'proof'] as const
  const table = [
    ['', '', ...kinds.flatMap(kind => [kind, '', ''])],
    ['action', 're-authentication', ...kinds.flatMap(() => columns)],
  ]
  for (const [path, action] of Object.entries(actions)) {
    const { reauthentication } = action
    const outcomes = await Promise.all(kinds.map(kind => attemptAll(path, action, kind)))
    table.push([
      path.replace('/account/', ''),
      typeof reauthentication === 'string' ? reauthentication : `none: ${reauthentication.none}`,
      ...outcomes.flatMap(outcome => columns.map(column => outcome[column])),
    ])
    for (const { kind, stale, fresh, proof } of outcomes) {
      const cell = { path, kind, stale, fresh, proof }
      if (reauthentication === 'required') {
        expect(cell).toMatchObject({ stale: expect.stringMatching('asks|n/a') })
        // An owner who has given proof is not asked again.
        expect([cell, fresh === 'asks' && proof !== 'done']).toEqual([cell, false])
      }
      if (reauthentication === 'begun') expect(cell).toMatchObject({ stale: 'n/a', fresh: 'n/a' })
      if (typeof reauthentication === 'object') expect(cell).toMatchObject({ stale: fresh })
    }
    // The form was complete, or the test would prove nothing.
    if (reauthentication === 'required' || typeof reauthentication === 'object')
      expect([path, outcomes.some(({ fresh }) => fresh === 'done')]).toEqual([path, true])
  }
  console.log(formatTable(table))
})

function formatTable(table: string[][]): string {
  const widths = table[1]?.map((_, column) => Math.max(...table.map(row => row[column]?.length ?? 0))) ?? []
  return table.map(row => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')).join('\n')
}
