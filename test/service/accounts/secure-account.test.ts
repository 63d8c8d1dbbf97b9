// Every change of a credential or of the e-mail address ends what an intruder may still hold.
import { URI } from 'otpauth'
import { expect, it } from 'vitest'
import { changePassword, setPassword } from '../../../src/accounts/account-settings.ts'
import { confirmEmail, removeEmail } from '../../../src/accounts/email/email-address.ts'
import { createEmailToken } from '../../../src/accounts/email/email-tokens.ts'
import { resetPassword } from '../../../src/accounts/sign-in/password-reset.ts'
import { listSessions } from '../../../src/accounts/sign-in/sessions.ts'
import {
  beginTwoFactorSetup,
  confirmTwoFactorSetup,
  disableTwoFactor,
} from '../../../src/accounts/sign-in/two-factor.ts'
import {
  accountsForTest,
  granted,
  password,
  signUpAs,
  type TestAccounts,
  visitor,
} from '../../support/accounts.ts'

const newPassword = 'nine lamps on a slow river'
const by = { actor: 'owner', ipAddress: visitor.ipAddress } as const

interface Own {
  accountId: number
  sessionId: number
}

const changes: Record<string, (accounts: TestAccounts, own: Own) => Promise<unknown>> = {
  'password reset': async (accounts, own) => {
    const link = { accountId: own.accountId, email: 'orange@example.com' }
    const token = await createEmailToken(accounts.database, accounts.secret, 'reset', link)
    return resetPassword(accounts, token, newPassword, visitor)
  },
  'password changed': (accounts, own) =>
    changePassword(accounts, own, { old: password, new: newPassword }, visitor),
  'password set': async (accounts, own) => {
    await accounts.stores.sql('update accounts set password_hash = null')
    await accounts.stores.sql('update sessions set reauthenticated_at = now()')
    return setPassword(accounts, own, { password: newPassword }, visitor)
  },
  'two-factor authentication on': async (accounts, own) => {
    await turnOnTwoFactor(accounts, own)
  },
  'two-factor authentication off': async (accounts, own) => {
    const { recoveryCodes } = await turnOnTwoFactor(accounts, own)
    await addAccess(accounts, own.accountId)
    return disableTwoFactor(accounts, own, { code: recoveryCodes[0] }, visitor)
  },
  'e-mail address changed': async (accounts, own) => {
    const link = { accountId: own.accountId, email: 'peel@example.com' }
    const token = await createEmailToken(accounts.database, accounts.secret, 'confirm', link)
    granted(await confirmEmail(accounts, token, by, own.sessionId))
  },
  'e-mail address removed': (accounts, own) => removeEmail(accounts, own, { password }, visitor),
}

async function turnOnTwoFactor(accounts: TestAccounts, own: Own): Promise<{ recoveryCodes: string[] }> {
  const setup = granted(await beginTwoFactorSetup(accounts, own.accountId, { password }, visitor))
  const app = URI.parse(setup.uri)
  if (!('period' in app)) throw new Error('not a TOTP URI')
  return granted(await confirmTwoFactorSetup(accounts, own, app.generate(), by))
}

/** Everything an intruder may have prepared. */
async function addAccess(accounts: TestAccounts, accountId: number): Promise<void> {
  await accounts.stores.sql(
    `with tokens as (
       insert into email_tokens (account_id, token_hash, purpose, email, expires_at)
         select $1, sha256(purpose::bytea), purpose, 'intruder@example.com', now() + interval '1 hour'
           from unnest(array['confirm', 'reset', 'cancel']) as purpose
         on conflict do nothing
     ), challenge as (
       insert into mfa_challenges (account_id, token_hash, expires_at) values ($1, 'x', now() + interval '1 hour')
     ), linking as (
       insert into oidc_auth_requests (state_hash, provider, linking_account_id, expires_at)
         values ('x', 'one', $1, now() + interval '1 hour') on conflict do nothing
     ), mails as (
       insert into mail_queue (kind, account_id, recipient)
         values ('confirm-email', $1, 'intruder@example.com'), ('reset-password', null, 'orange@example.com')
     )
     insert into sessions (account_id, token_hash, expires_at, ip_address, user_agent)
       values ($1, sha256(random()::text::bytea), now() + interval '1 hour', '198.51.100.7', 'Elsewhere')`,
    [accountId],
  )
}

async function countAccess(accounts: TestAccounts): Promise<Record<string, number>> {
  const [counts] = await accounts.stores.sql<Record<string, number>>(
    `select (select count(*) from email_tokens)::int as links,
            (select count(*) from mail_queue where kind in ('confirm-email', 'reset-password'))::int as queued_links,
            (select count(*) from mfa_challenges)::int as challenges,
            (select count(*) from oidc_auth_requests)::int as provider_links,
            (select count(*) from identities)::int as identities,
            (select count(*) from api_keys where revoked_at is null)::int as keys`,
  )
  return counts ?? {}
}

it.each(Object.keys(changes))(
  '%s ends links, challenges and other sessions, and keeps keys',
  async change => {
    const accounts = await accountsForTest()
    const { accountId } = await signUpAs(accounts, 'marmalade')
    const [session] = await listSessions(accounts.database, accountId)
    const own = { accountId, sessionId: session?.id ?? 0 }
    await accounts.stores.sql(
      `with identity as (insert into identities (account_id, provider, subject) values ($1, 'one', 'x')),
          address as (update accounts set email = 'orange@example.com', email_confirmed_at = now())
     insert into api_keys (account_id, kind, name, scope, secret_hash, prefix, last_four)
       values ($1, 'named', 'ci', 'read', 'x', 'larder_read', 'abcd')`,
      [accountId],
    )
    await addAccess(accounts, accountId)
    expect(await countAccess(accounts)).toMatchObject({ links: 3, queued_links: 2, challenges: 1 })
    expect(await changes[change]?.(accounts, own)).toBeUndefined()
    expect(await countAccess(accounts)).toEqual({
      links: 0,
      queued_links: 0,
      challenges: 0,
      provider_links: 0,
      identities: 1,
      keys: 1,
    })
    const remaining = await listSessions(accounts.database, accountId)
    expect(remaining.map(({ id }) => id)).toEqual(change === 'password reset' ? [] : [own.sessionId])
    const [account] = await accounts.stores.sql<{ device_generation: number }>(
      'select device_generation from accounts',
    )
    expect(account?.device_generation).toBeGreaterThan(0)
  },
)
