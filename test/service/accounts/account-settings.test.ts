import { expect, it } from 'vitest'
import { collectAccountData } from '../../../src/accounts/account-export.ts'
import {
  changePassword,
  deleteOwnAccount,
  findOwnAccount,
  setPassword,
} from '../../../src/accounts/account-settings.ts'
import { listAuditEvents, recordAuditEvent } from '../../../src/accounts/audit-log.ts'
import { ownerActor } from '../../../src/accounts/client-info.ts'
import { findSession, listSessions } from '../../../src/accounts/sign-in/sessions.ts'
import { signIn } from '../../../src/accounts/sign-in/sign-in.ts'
import {
  accountsForTest,
  granted,
  password,
  signUpAs,
  switchOnSecondFactor,
  type TestAccounts,
  visitor,
} from '../../support/accounts.ts'

const newPassword = 'nine lamps on a slow river'

/** Creates an account with a row in every table that can hold one. */
async function fullAccount(accounts: TestAccounts, name: string): Promise<number> {
  const { accountId } = await signUpAs(accounts, name)
  const login = { login: name, password }
  await switchOnSecondFactor(accounts, accountId)
  granted(await signIn(accounts, login, visitor))
  const hash = Buffer.from(`a hash of ${name}`)
  const rows = [
    `insert into api_keys (account_id, kind, name, scope, secret_hash, prefix, last_four)
       values ($1, 'named', 'ci', 'read', $2, 'larder_read', 'abcd')`,
    `insert into email_tokens (account_id, token_hash, purpose, email, expires_at)
       values ($1, $2, 'reset', 'orange@example.com', now() + interval '1 hour')`,
    `insert into identities (account_id, provider, subject) values ($1, 'one', $2::bytea::text)`,
    `insert into oidc_auth_requests (linking_account_id, state_hash, provider, expires_at)
       values ($1, $2, 'one', now() + interval '1 hour')`,
    `insert into passkeys (account_id, name, credential_id, public_key, user_handle, sign_count)
       values ($1, 'phone', $2, 'key', 'handle', 0)`,
    `insert into passkey_challenges (account_id, token_hash, purpose, expires_at)
       values ($1, $2, 'two-factor', now() + interval '1 hour')`,
    `insert into mail_queue (account_id, kind, recipient) select $1, 'password-changed', length($2) || '@example.com'`,
    `insert into sent_reminders (account_id, reminder) select $1, 'a reminder ' || length($2)`,
    `insert into usage (account_id, day, key_id, endpoint, status, requests)
       select $1, current_date, length($2), '/search', 200, 7`,
    `insert into subscriptions (account_id, stripe_customer_id, status) values ($1, $2::bytea::text, 'canceled')`,
  ]
  for (const row of rows) await accounts.stores.sql(row, [accountId, hash])
  return accountId
}

/** Rows of the account in each table that references accounts. */
async function rowsOf(accounts: TestAccounts, accountId: number): Promise<Record<string, number>> {
  const columns = await accounts.stores.sql<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns
       where table_schema = 'public'
         -- Only that the account changed, for one day: other nodes must learn that its keys are gone.
         and table_name <> 'principal_changes'
         and (column_name like '%account_id' or (table_name, column_name) = ('accounts', 'id'))`,
  )
  const counts: Record<string, number> = {}
  for (const { table_name, column_name } of columns) {
    const [row] = await accounts.stores.sql<{ count: number }>(
      `select count(*) from ${table_name} where ${column_name} = $1`,
      [accountId],
    )
    counts[table_name] = row?.count ?? 0
  }
  return counts
}

it('deletes all rows of the account and none of another one', async () => {
  const accounts = await accountsForTest()
  const accountId = await fullAccount(accounts, 'marmalade')
  const otherId = await fullAccount(accounts, 'quince')
  const before = await rowsOf(accounts, accountId)
  // Every table must have a row, or the test would prove nothing.
  expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([])
  expect(Object.keys(before).length).toBeGreaterThanOrEqual(11)
  const othersBefore = await rowsOf(accounts, otherId)

  await accounts.stores.sql('update accounts set mfa_enabled_at = null where id = $1', [accountId])
  const remove = (typed: { name: string; password: string }) =>
    deleteOwnAccount({ ...accounts, billing: undefined }, accountId, typed, visitor)
  expect(await remove({ name: 'quince', password })).toMatchObject({ error: 'invalid' })
  expect(await remove({ name: 'marmalade', password: 'wrong' })).toMatchObject({ error: 'unauthorized' })
  await accounts.stores.sql(
    `update subscriptions set status = 'active', stripe_subscription_id = 'sub_1' where account_id = $1`,
    [accountId],
  )
  expect(await remove({ name: 'marmalade', password })).toMatchObject({ error: 'conflict' })
  await accounts.stores.sql(`update subscriptions set cancel_at_period_end = true where account_id = $1`, [
    accountId,
  ])
  expect(await remove({ name: 'Marmalade', password })).toBeUndefined()

  const after = await rowsOf(accounts, accountId)
  expect(Object.entries(after).filter(([, rows]) => rows > 0)).toEqual([])
  expect(await rowsOf(accounts, otherId)).toEqual(othersBefore)
})

it('exports all account data except hashes and TOTP secrets', async () => {
  const accounts = await accountsForTest()
  const accountId = await fullAccount(accounts, 'marmalade')
  await fullAccount(accounts, 'quince')
  const data = await collectAccountData(accounts, accountId, ownerActor(visitor))
  expect(data?.account).toMatchObject({ name: 'marmalade', has_password: true })
  for (const [name, rows] of Object.entries(data ?? {})) {
    expect([name, Array.isArray(rows) && rows.length === 0]).toEqual([name, false])
  }
  expect(data?.usage).toMatchObject([{ endpoint: '/search', requests: 7 }])
  expect(data?.audit.at(-1)).toMatchObject({ action: 'data exported' })

  const text = JSON.stringify(data)
  expect(text).not.toMatch(/argon2|"[a-z_]*hash"|totp_secret|Buffer/)
  expect(text).not.toContain('quince')
  const secrets = await accounts.stores.sql<{ secret: Buffer }>(
    `select token_hash as secret from sessions union select code_hash from recovery_codes union select token_hash from mfa_challenges
       union select totp_secret from accounts`,
  )
  expect(secrets.length).toBeGreaterThan(20)
  for (const { secret } of secrets) {
    for (const form of ['hex', 'base64', 'base64url'] as const)
      expect(text).not.toContain(secret.toString(form))
  }
  expect(await collectAccountData(accounts, 4711, ownerActor(visitor))).toBeUndefined()
})

it('requires the old password for a change and signs out all other sessions', async () => {
  const accounts = await accountsForTest()
  const { accountId, session } = await signUpAs(accounts, 'marmalade')
  granted(await signIn(accounts, { login: 'marmalade', password }, visitor))
  const own = await findSession(accounts.database, accounts.secret, session)
  if (!own) throw new Error('no session')
  const account = { accountId, sessionId: own.id }
  const change = (old: string, newPassword: string) =>
    changePassword(accounts, account, { old, new: newPassword }, visitor)
  expect(await change('wrong', newPassword)).toMatchObject({ error: 'unauthorized' })
  expect(await change(password, 'marmalademarmalade')).toMatchObject({ error: 'invalid' })
  expect(await setPassword(accounts, account, { password: newPassword }, visitor)).toMatchObject({
    error: 'conflict',
  })
  expect(await listSessions(accounts.database, accountId)).toHaveLength(2)
  expect(await change(password, newPassword)).toBeUndefined()
  expect(await listSessions(accounts.database, accountId)).toMatchObject([{ id: own.id }])
  granted(await signIn(accounts, { login: 'marmalade', password: newPassword }, visitor))
})

it('shows the effective plan', async () => {
  const accounts = await accountsForTest()
  const { accountId } = await signUpAs(accounts, 'marmalade')
  await accounts.stores.sql(`update accounts set plan = 'pro', plan_expires_at = now() + interval '1 day'`)
  expect(await findOwnAccount(accounts.database, accountId)).toMatchObject({ plan: 'pro' })
  await accounts.stores.sql(`update accounts set plan_expires_at = now() - interval '1 second'`)
  expect(await findOwnAccount(accounts.database, accountId)).toMatchObject({ plan: 'starter' })
})

it('pages through the audit log, newest first', async () => {
  const accounts = await accountsForTest()
  const { accountId } = await signUpAs(accounts, 'marmalade')
  const by = { actor: 'operator', ipAddress: null } as const
  for (let index = 1; index <= 5; index++) {
    await recordAuditEvent(accounts.database, accountId, by, 'data exported', String(index))
  }
  const first = await listAuditEvents(accounts.database, accountId, 3)
  const next = await listAuditEvents(accounts.database, accountId, 3, first.at(-1)?.id)
  expect([...first, ...next].map(({ subject }) => subject)).toEqual(['5', '4', '3', '2', '1', 'marmalade'])
})
