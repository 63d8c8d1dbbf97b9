import { renderSVG } from 'uqr'
import type { Database } from '../../platform/database/pool.ts'
import type { AccountError } from '../account-error.ts'
import { type Actor, recordAuditEvent } from '../audit-log.ts'
import { type ClientInfo, ownerActor } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import { notifyOwner } from '../notifications/notify.ts'
import { type Reauthentication, requireReauthentication, wrongCode } from './reauthentication.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { secureAccount } from './secure-account.ts'
import { generateTotpSecret, verifyTotp } from './totp.ts'

export interface TwoFactorSetup {
  /** Base32, for manual entry. */
  secret: string
  uri: string
  qrSvg: string
}

export interface SecondFactors {
  hasApp: boolean
  hasPasskey: boolean
}

/** What the account can use for two-factor authentication, besides recovery codes. */
export async function findSecondFactors(database: Database, accountId: number): Promise<SecondFactors> {
  const { rows } = await database.query<SecondFactors>({
    text: `
      select totp_secret is not null and mfa_enabled_at is not null as "hasApp",
             exists (select from passkeys where account_id = $1) as "hasPasskey"
        from accounts where id = $1`,
    values: [accountId],
  })
  return rows[0] ?? { hasApp: false, hasPasskey: false }
}

const alreadyEnabled: AccountError = {
  error: 'conflict',
  code: 'two_factor_already_on',
  message: 'Two-factor authentication is already on. Turn it off first to set it up again.',
}

const notEnabled: AccountError = {
  error: 'conflict',
  code: 'two_factor_off',
  message: 'Two-factor authentication is off. Set it up first.',
}

/** Generates a TOTP secret. Two-factor authentication is not enabled until a code confirms it. */
export async function beginTwoFactorSetup(
  context: AccountContext,
  accountId: number,
  reauthentication: Reauthentication,
  client: ClientInfo,
): Promise<TwoFactorSetup | AccountError> {
  const error = await requireReauthentication(context, accountId, reauthentication, client)
  if (error) return error
  const { rows: accounts } = await context.database.query<{ name: string }>({
    text: 'select name from accounts where id = $1 and mfa_enabled_at is null',
    values: [accountId],
  })
  if (!accounts[0]) return alreadyEnabled
  const totpSecret = generateTotpSecret(context.secret, accountId, accounts[0].name)
  const { rowCount } = await context.database.query({
    text: 'update accounts set totp_secret = $2, totp_last_step = 0 where id = $1 and mfa_enabled_at is null',
    values: [accountId, totpSecret.encrypted],
  })
  if (rowCount !== 1) return alreadyEnabled
  return { secret: totpSecret.base32, uri: totpSecret.uri, qrSvg: renderSVG(totpSecret.uri, { border: 4 }) }
}

/**
 * Enables two-factor authentication if the code is correct, and returns the recovery codes. All other sessions are then
 * signed out.
 */
export async function confirmTwoFactorSetup(
  { database, secret }: AccountContext,
  { accountId, sessionId }: { accountId: number; sessionId: number | null },
  code: string,
  by: Actor,
): Promise<{ recoveryCodes: string[] } | AccountError> {
  return database.transaction(async transaction => {
    const { rows } = await transaction.query<{ totp_secret: Buffer | null; is_on: boolean }>({
      text: 'select totp_secret, mfa_enabled_at is not null as is_on from accounts where id = $1 for update',
      values: [accountId],
    })
    const account = rows[0]
    if (account?.is_on) return alreadyEnabled
    if (!account?.totp_secret)
      return {
        error: 'conflict',
        code: 'no_authenticator_app',
        message: 'Set up your authenticator app first, then enter its code.',
      }
    // Not rate-limited: the user has just been shown the secret.
    const step = verifyTotp(secret, accountId, account.totp_secret, code)
    if (step === undefined) {
      return {
        error: 'unauthorized',
        code: 'wrong_setup_code',
        message: 'This code is not correct. Check the clock of your phone and enter the next code.',
      }
    }
    await transaction.query({
      text: 'update accounts set mfa_enabled_at = now(), totp_last_step = $2 where id = $1',
      values: [accountId, step],
    })
    await secureAccount(transaction, accountId, sessionId)
    await recordAuditEvent(transaction, accountId, by, 'two-factor authentication enabled')
    await notifyOwner(transaction, accountId, { kind: 'two-factor-on', by })
    return { recoveryCodes: await replaceRecoveryCodes(transaction, secret, accountId) }
  })
}

/** Enables two-factor authentication with passkeys instead of an app, and returns the recovery codes. */
export async function enableTwoFactorWithPasskeys(
  context: AccountContext,
  { accountId, sessionId }: { accountId: number; sessionId: number | null },
  reauthentication: Reauthentication,
  client: ClientInfo,
): Promise<{ recoveryCodes: string[] } | AccountError> {
  const error = await requireReauthentication(context, accountId, reauthentication, client)
  if (error) return error
  return context.database.transaction(async transaction => {
    const { rows } = await transaction.query<{ is_on: boolean }>({
      text: 'select mfa_enabled_at is not null as is_on from accounts where id = $1 for update',
      values: [accountId],
    })
    if (rows[0]?.is_on) return alreadyEnabled
    const { rowCount } = await transaction.query({
      text: `
        update accounts set mfa_enabled_at = now(), totp_secret = null
          where id = $1 and exists (select from passkeys where account_id = $1)`,
      values: [accountId],
    })
    if (rowCount !== 1) return { error: 'conflict', code: 'passkey_needed', message: 'Add a passkey first.' }
    const by = ownerActor(client)
    await secureAccount(transaction, accountId, sessionId)
    await recordAuditEvent(transaction, accountId, by, 'two-factor authentication enabled')
    await notifyOwner(transaction, accountId, { kind: 'two-factor-on', by })
    return { recoveryCodes: await replaceRecoveryCodes(transaction, context.secret, accountId) }
  })
}

/** Invalidates the previous codes. */
export async function regenerateRecoveryCodes(
  context: AccountContext,
  accountId: number,
  reauthentication: Reauthentication,
  client: ClientInfo,
): Promise<{ recoveryCodes: string[] } | AccountError> {
  const error = await requireReauthentication(context, accountId, reauthentication, client)
  if (error) return error
  return context.database.transaction(async transaction => {
    const { rows } = await transaction.query({
      text: 'select 1 from accounts where id = $1 and mfa_enabled_at is not null for update',
      values: [accountId],
    })
    if (rows.length === 0) return notEnabled
    await recordAuditEvent(transaction, accountId, ownerActor(client), 'recovery codes regenerated')
    return { recoveryCodes: await replaceRecoveryCodes(transaction, context.secret, accountId) }
  })
}

/** Returns undefined on success; all other sessions are then signed out. */
export async function disableTwoFactor(
  context: AccountContext,
  { accountId, sessionId }: { accountId: number; sessionId: number | null },
  reauthentication: Reauthentication,
  client: ClientInfo,
): Promise<AccountError | undefined> {
  const { rows } = await context.database.query<{ needs_two_factor: boolean }>({
    text: `
      select password_hash is not null and not password_meets_single_factor_policy as needs_two_factor
        from accounts where id = $1 and mfa_enabled_at is not null`,
    values: [accountId],
  })
  if (!rows[0]) return notEnabled
  if (rows[0].needs_two_factor) {
    return {
      error: 'conflict',
      code: 'password_needs_two_factor',
      message:
        'Without two-factor authentication your password is too short. Change it to one of at least 15 characters first.',
    }
  }
  const error = await requireReauthentication(context, accountId, reauthentication, client)
  if (error) return error
  return context.database.transaction(async transaction => {
    const { rowCount } = await transaction.query({
      text: `
        update accounts set totp_secret = null, mfa_enabled_at = null
          where id = $1 and (password_meets_single_factor_policy or password_hash is null)`,
      values: [accountId],
    })
    if (rowCount !== 1) return wrongCode
    await deleteRecoveryCodes(transaction, accountId)
    const by = ownerActor(client)
    await secureAccount(transaction, accountId, sessionId)
    await recordAuditEvent(transaction, accountId, by, 'two-factor authentication disabled')
    await notifyOwner(transaction, accountId, { kind: 'two-factor-off', by })
    return undefined
  })
}
