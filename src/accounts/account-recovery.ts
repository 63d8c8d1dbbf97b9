// What an operator can do for an owner who cannot sign in any more.
import type { DatabasePool } from '../platform/database/pool.ts'
import type { ServerSecret } from '../platform/server-secret.ts'
import { type Actor, recordAuditEvent } from './audit-log.ts'
import { createEmailToken } from './email/email-tokens.ts'
import { notifyOwner } from './notifications/notify.ts'
import { deleteRecoveryCodes } from './sign-in/recovery-codes.ts'
import { secureAccount } from './sign-in/secure-account.ts'

/**
 * A link to choose a new password, valid once within 24 hours; an earlier one stops working. It needs no e-mail address and
 * leaves two-factor authentication on. Undefined when the account does not exist.
 */
export function createRecoveryLink(
  database: DatabasePool,
  secret: ServerSecret,
  websiteUrl: string,
  name: string,
  by: Actor,
): Promise<string | undefined> {
  return database.transaction(async transaction => {
    const { rows } = await transaction.query<{ id: number }>({
      text: 'select id from accounts where name = $1 for update',
      values: [name],
    })
    const [account] = rows
    if (account === undefined) return undefined
    await transaction.query({
      text: "delete from email_tokens where account_id = $1 and purpose = 'recover'",
      values: [account.id],
    })
    const token = await createEmailToken(transaction, secret, 'recover', { accountId: account.id, email: '' })
    await recordAuditEvent(transaction, account.id, by, 'recovery link created')
    await notifyOwner(transaction, account.id, { kind: 'account-recovered', by })
    return `${websiteUrl}/reset-password?token=${token}`
  })
}

export type TwoFactorReset =
  | { isPasswordRemoved: boolean; removedPasskeys: number }
  | { error: 'not_found' | 'not_enabled' }

/**
 * Turns two-factor authentication off, removes all passkeys, which may be lost with the device, and signs the account out
 * everywhere. A password that is too short without two-factor authentication is removed too.
 */
export function resetTwoFactor(database: DatabasePool, name: string, by: Actor): Promise<TwoFactorReset> {
  return database.transaction(async transaction => {
    const { rows } = await transaction.query<{
      id: number
      isEnabled: boolean
      needsTwoFactor: boolean
      passkeys: number
    }>({
      text: `
        select id, mfa_enabled_at is not null as "isEnabled",
               password_hash is not null and not password_meets_single_factor_policy as "needsTwoFactor",
               (select count(*) from passkeys where account_id = accounts.id) as passkeys
          from accounts where name = $1 for update`,
      values: [name],
    })
    const [account] = rows
    if (account === undefined) return { error: 'not_found' }
    const { id, isEnabled, needsTwoFactor, passkeys } = account
    if (!isEnabled && passkeys === 0) return { error: 'not_enabled' }
    await transaction.query({
      text: `
        update accounts
          set totp_secret = null, mfa_enabled_at = null,
              password_hash = case when password_meets_single_factor_policy then password_hash end
          where id = $1`,
      values: [id],
    })
    await transaction.query({ text: 'delete from passkeys where account_id = $1', values: [id] })
    await deleteRecoveryCodes(transaction, id)
    await secureAccount(transaction, id, null)
    await recordAuditEvent(
      transaction,
      id,
      by,
      'two-factor authentication reset',
      passkeys > 0 ? `passkeys removed: ${passkeys}` : undefined,
    )
    await notifyOwner(transaction, id, { kind: 'two-factor-off', by })
    return { isPasswordRemoved: needsTwoFactor, removedPasskeys: passkeys }
  })
}
