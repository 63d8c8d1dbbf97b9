import type { Database } from '../../platform/database/pool.ts'
import { hashToken } from '../../platform/server-secret.ts'
import type { AccountError } from '../account-error.ts'
import { type Actor, recordAuditEvent } from '../audit-log.ts'
import { type ClientInfo, ownerActor } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import { notifyOwner } from '../notifications/notify.ts'
import { hourlyAttempts, hourlyAttemptsByAddress } from '../sign-in/attempt-limiter.ts'
import { type Reauthentication, requireReauthentication } from '../sign-in/reauthentication.ts'
import { secureAccount } from '../sign-in/secure-account.ts'
import { isUniqueViolation } from '../unique-violation.ts'
import { consumeEmailToken } from './email-tokens.ts'
import { queueMail } from './mail-queue.ts'

// Enough to retry a lost mail, too few to flood a mailbox.
const maxMailsPerAddressPerHour = 5
const maxMailsPerIpAddressPerHour = 30

export const mailDisabled: AccountError = {
  error: 'conflict',
  code: 'mail_disabled',
  message: 'Email is not available on this server. Contact its operator if you need help.',
}

const emailTaken: AccountError = {
  error: 'taken',
  code: 'email_taken',
  message:
    'Another account already uses this email address. Use a different one, or sign in to that account.',
}

/** One @ followed by a domain with a dot, and nothing that could be a second address or a header. */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+\.[^\s@<>()[\]\\,;:".\p{C}]+$/u.test(text)
  )
}

export const invalidEmail: AccountError = {
  error: 'invalid',
  code: 'invalid_email',
  message: 'This is not a valid email address. Enter one like name@example.com, or leave the field empty.',
}

/**
 * Rate-limits mails by recipient and sender. The kinds are counted separately, so that confirmation requests
 * in someone else's name cannot block their password reset.
 */
export async function checkMailLimit(
  { attemptLimiter, secret }: AccountContext,
  kind: 'confirmation' | 'reset',
  email: string,
  client: ClientInfo,
): Promise<AccountError | undefined> {
  const recipient = hashToken(secret, 'mail recipient', email.toLowerCase()).toString('base64url')
  return attemptLimiter.attempt([
    hourlyAttempts(`${kind} to`, recipient, maxMailsPerAddressPerHour),
    ...hourlyAttemptsByAddress(`${kind} mail`, client, maxMailsPerIpAddressPerHour),
  ])
}

/**
 * Sends a confirmation link. A previously confirmed address stays in use until the new one is confirmed; it receives
 * a notice with a link that cancels the change.
 */
export async function changeEmail(
  context: AccountContext,
  accountId: number,
  email: string,
  reauthentication: Reauthentication,
  client: ClientInfo,
): Promise<{ sentTo: string } | AccountError> {
  if (!context.isMailEnabled) return mailDisabled
  if (!isEmail(email)) return invalidEmail
  const error =
    (await requireReauthentication(context, accountId, reauthentication, client)) ??
    (await checkMailLimit(context, 'confirmation', email, client))
  if (error) return error
  await context.database.transaction(async transaction => {
    await transaction.query({
      text: 'update accounts set email = $2 where id = $1 and email_confirmed_at is null',
      values: [accountId, email],
    })
    const by = ownerActor(client)
    await recordAuditEvent(transaction, accountId, by, 'e-mail change requested', email)
    if (await hasOtherConfirmedEmail(transaction, accountId, email))
      await notifyOwner(transaction, accountId, { kind: 'email-change-requested', by, newEmail: email })
    await queueConfirmation(transaction, accountId, email)
  })
  return { sentTo: email }
}

export async function queueConfirmation(database: Database, accountId: number, email: string): Promise<void> {
  await queueMail(database, { kind: 'confirm-email', accountId, recipient: email })
}

/**
 * Handles the confirmation link. The token is sufficient; no session is needed. Replacing a confirmed address signs out
 * all sessions but the one that is kept.
 */
export async function confirmEmail(
  context: AccountContext,
  token: string,
  by: Actor,
  keptSessionId: number | null = null,
): Promise<{ accountId: number; email: string; isReplaced: boolean } | AccountError> {
  try {
    return await context.database.transaction(async transaction => {
      const emailToken = await consumeEmailToken(transaction, context.secret, 'confirm', token)
      if (!emailToken) return linkExpired
      const { accountId, email } = emailToken
      const isReplaced = await hasOtherConfirmedEmail(transaction, accountId, email)
      if (isReplaced) {
        await notifyOwner(transaction, accountId, { kind: 'email-changed', by, newEmail: email })
        await secureAccount(transaction, accountId, keptSessionId)
      }
      await transaction.query({
        text: 'update accounts set email = $2, email_confirmed_at = now() where id = $1',
        values: [accountId, email],
      })
      await recordAuditEvent(transaction, accountId, by, 'e-mail address confirmed', email)
      return { accountId, email, isReplaced }
    })
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_email')) return emailTaken
    throw error
  }
}

async function hasOtherConfirmedEmail(
  database: Database,
  accountId: number,
  email: string,
): Promise<boolean> {
  const { rowCount } = await database.query({
    text: 'select from accounts where id = $1 and email_confirmed_at is not null and email <> $2',
    values: [accountId, email],
  })
  return rowCount === 1
}

/** Handles the link in the notice of a requested change: ends every confirmation that is pending. */
export async function cancelEmailChange(
  context: AccountContext,
  token: string,
  by: Actor,
): Promise<AccountError | undefined> {
  return context.database.transaction(async transaction => {
    const emailToken = await consumeEmailToken(transaction, context.secret, 'cancel', token)
    if (!emailToken) {
      return {
        error: 'unauthorized',
        code: 'change_link_expired',
        message:
          'This link has expired or was already used, or the change has already been made. If you can no longer sign in, contact the operator of this service.',
      }
    }
    const { accountId } = emailToken
    await transaction.query({
      text: "delete from mail_queue where account_id = $1 and kind = 'confirm-email'",
      values: [accountId],
    })
    await transaction.query({
      text: "delete from email_tokens where account_id = $1 and purpose = 'confirm'",
      values: [accountId],
    })
    await recordAuditEvent(transaction, accountId, by, 'e-mail change cancelled', emailToken.email)
    return undefined
  })
}

export const linkExpired: AccountError = {
  error: 'unauthorized',
  code: 'link_expired',
  message: 'This link has expired or was already used. Request a new one.',
}

/** Returns undefined on success; all other sessions are then signed out. */
export async function removeEmail(
  context: AccountContext,
  { accountId, sessionId }: { accountId: number; sessionId: number },
  reauthentication: Reauthentication,
  client: ClientInfo,
): Promise<AccountError | undefined> {
  const error = await requireReauthentication(context, accountId, reauthentication, client)
  if (error) return error
  await context.database.transaction(async transaction => {
    const by = ownerActor(client)
    await notifyOwner(transaction, accountId, { kind: 'email-changed', by, newEmail: null })
    await secureAccount(transaction, accountId, sessionId)
    await transaction.query({
      text: 'update accounts set email = null, email_confirmed_at = null where id = $1',
      values: [accountId],
    })
    await recordAuditEvent(transaction, accountId, by, 'e-mail address removed')
  })
  return undefined
}
