// What operators can do to an account: suspend it, and give its owner a way back in.
import { describe, expect, it } from 'vitest'
import { createRecoveryLink, resetTwoFactor } from '../../../src/accounts/account-recovery.ts'
import { createAccount } from '../../../src/accounts/accounts.ts'
import { hashKey } from '../../../src/accounts/api-keys/key-format.ts'
import { findPrincipal } from '../../../src/accounts/api-keys/principal.ts'
import type { Actor } from '../../../src/accounts/audit-log.ts'
import { resetPassword } from '../../../src/accounts/sign-in/password-reset.ts'
import { findSession } from '../../../src/accounts/sign-in/sessions.ts'
import { completeMfaChallenge, signIn } from '../../../src/accounts/sign-in/sign-in.ts'
import { resumeAccount, suspendAccount } from '../../../src/accounts/suspension.ts'
import { currentSecret } from '../../../src/platform/server-secret.ts'
import {
  accountsForTest,
  granted,
  password,
  signUpAs,
  switchOnSecondFactor,
  type TestAccounts,
  visitor,
  websiteUrl,
} from '../../support/accounts.ts'

const operator: Actor = { actor: 'operator', ipAddress: null }

const operatorEvents = async ({ stores }: TestAccounts) =>
  (
    await stores.sql<{ action: string }>("select action from audit_log where actor = 'operator' order by id")
  ).map(({ action }) => action)

const mailsIn = async ({ stores }: TestAccounts) =>
  (await stores.sql<{ kind: string }>('select kind from mail_queue order by id')).map(({ kind }) => kind)

const confirmEmail = ({ stores }: TestAccounts, name: string) =>
  stores.sql('update accounts set email = $2, email_confirmed_at = now() where name = $1', [
    name,
    `${name}@example.org`,
  ])

describe('suspension', () => {
  it('rejects keys, sessions and sign-ins until the account is resumed', async () => {
    const accounts = await accountsForTest()
    const { database, secret } = accounts
    const ann = await signUpAs(accounts, 'ann')
    await confirmEmail(accounts, 'ann')
    const created = await createAccount(database, secret, { name: 'bea', plan: 'starter' }, operator)
    const principal = (key: string) => findPrincipal(database, hashKey(key, currentSecret(secret)))
    expect(await principal(created?.accountKey ?? '')).toBeDefined()

    expect(await suspendAccount(database, 'ann', operator)).toBe('done')
    expect(await suspendAccount(database, 'bea', operator)).toBe('done')
    expect(await suspendAccount(database, 'ann', operator)).toBe('unchanged')
    expect(await suspendAccount(database, 'nobody', operator)).toBe('not_found')
    expect(await principal(created?.accountKey ?? '')).toBeUndefined()
    expect(await findSession(database, secret, ann.session)).toBeUndefined()
    expect(await signIn(accounts, { login: 'ann', password }, visitor)).toMatchObject({
      error: 'conflict',
      message: 'This account is suspended. Contact the operator of this service.',
    })
    // Only the owner learns of it.
    expect(await signIn(accounts, { login: 'ann', password: 'a wrong password' }, visitor)).toMatchObject({
      error: 'unauthorized',
    })
    expect(await mailsIn(accounts)).toContain('account-suspended')

    expect(await resumeAccount(database, 'ann', operator)).toBe('done')
    expect(await resumeAccount(database, 'ann', operator)).toBe('unchanged')
    expect(await resumeAccount(database, 'bea', operator)).toBe('done')
    expect(await principal(created?.accountKey ?? '')).toBeDefined()
    expect(granted(await signIn(accounts, { login: 'ann', password }, visitor))).toHaveProperty('session')
    expect(await operatorEvents(accounts)).toEqual([
      'account created',
      'account suspended',
      'account suspended',
      'account resumed',
      'account resumed',
    ])
  })

  it('also ends a sign-in that waits for its code', async () => {
    const accounts = await accountsForTest()
    const { accountId } = await signUpAs(accounts, 'ann')
    const { code } = await switchOnSecondFactor(accounts, accountId)
    const started = granted(await signIn(accounts, { login: 'ann', password }, visitor))
    await suspendAccount(accounts.database, 'ann', operator)
    const challenge = 'challenge' in started ? started.challenge : ''
    expect(await completeMfaChallenge(accounts, challenge, await code(), visitor)).toMatchObject({
      error: 'conflict',
    })
  })

  it('is noticed by nodes that read keys from replicas', async () => {
    const accounts = await accountsForTest()
    await signUpAs(accounts, 'ann')
    await accounts.stores.sql('delete from principal_changes')
    await suspendAccount(accounts.database, 'ann', operator)
    expect(await accounts.stores.sql('select from principal_changes')).toHaveLength(1)
  })
})

describe('recovery link', () => {
  const newPassword = 'nine boats under a quiet lamp'
  const tokenOf = (link: string | undefined) => new URL(link ?? '').searchParams.get('token') ?? ''
  const recover = ({ database, secret }: TestAccounts, name = 'ann') =>
    createRecoveryLink(database, secret, websiteUrl, name, operator)

  it('lets an owner without an e-mail address choose a new password, once', async () => {
    const accounts = await accountsForTest()
    const ann = await signUpAs(accounts, 'ann')
    const link = await recover(accounts)
    expect(link).toMatch(/^http:\/\/larder\.test\/reset-password\?token=/)
    // Nothing has changed until the link is used.
    expect(await findSession(accounts.database, accounts.secret, ann.session)).toBeDefined()
    expect(await resetPassword(accounts, tokenOf(link), newPassword, visitor)).toBeUndefined()
    expect(await findSession(accounts.database, accounts.secret, ann.session)).toBeUndefined()
    granted(await signIn(accounts, { login: 'ann', password: newPassword }, visitor))
    expect(await resetPassword(accounts, tokenOf(link), password, visitor)).toMatchObject({
      error: 'unauthorized',
    })
    expect(await operatorEvents(accounts)).toEqual(['recovery link created'])
  })

  it('works for one account, for 24 hours, and only the newest one', async () => {
    const accounts = await accountsForTest()
    await signUpAs(accounts, 'ann')
    await confirmEmail(accounts, 'ann')
    const first = await recover(accounts)
    const second = await recover(accounts)
    expect(await resetPassword(accounts, tokenOf(first), newPassword, visitor)).toMatchObject({
      error: 'unauthorized',
    })
    await accounts.stores.sql("update email_tokens set expires_at = expires_at - interval '24 hours'")
    expect(await resetPassword(accounts, tokenOf(second), newPassword, visitor)).toMatchObject({
      error: 'unauthorized',
    })
    expect(await recover(accounts, 'nobody')).toBeUndefined()
    expect((await mailsIn(accounts)).filter(kind => kind === 'account-recovered')).toHaveLength(2)
  })
})

describe('two-factor reset', () => {
  it('turns two-factor authentication off and signs the account out', async () => {
    const accounts = await accountsForTest()
    const ann = await signUpAs(accounts, 'ann')
    await confirmEmail(accounts, 'ann')
    expect(await resetTwoFactor(accounts.database, 'ann', operator)).toEqual({ error: 'not_enabled' })
    expect(await resetTwoFactor(accounts.database, 'nobody', operator)).toEqual({ error: 'not_found' })
    await switchOnSecondFactor(accounts, ann.accountId)
    await accounts.stores.sql(
      `insert into passkeys (account_id, name, credential_id, public_key, user_handle, sign_count)
         values ($1, 'phone', 'credential', 'key', 'handle', 0)`,
      [ann.accountId],
    )
    expect(await resetTwoFactor(accounts.database, 'ann', operator)).toEqual({
      isPasswordRemoved: false,
      removedPasskeys: 1,
    })
    expect(await accounts.stores.sql('select from passkeys')).toEqual([])
    expect(await findSession(accounts.database, accounts.secret, ann.session)).toBeUndefined()
    expect(granted(await signIn(accounts, { login: 'ann', password }, visitor))).toHaveProperty('session')
    expect(await accounts.stores.sql('select from recovery_codes')).toEqual([])
    expect(await operatorEvents(accounts)).toEqual(['two-factor authentication reset'])
    expect(await mailsIn(accounts)).toContain('two-factor-off')
  })

  it('removes a password that is too short without it', async () => {
    const accounts = await accountsForTest()
    const ann = await signUpAs(accounts, 'ann')
    await switchOnSecondFactor(accounts, ann.accountId)
    await accounts.stores.sql('update accounts set password_meets_single_factor_policy = false')
    expect(await resetTwoFactor(accounts.database, 'ann', operator)).toMatchObject({
      isPasswordRemoved: true,
    })
    expect(await signIn(accounts, { login: 'ann', password }, visitor)).toMatchObject({
      error: 'unauthorized',
    })
    expect(await accounts.stores.sql('select password_hash from accounts')).toEqual([{ password_hash: null }])
  })
})
