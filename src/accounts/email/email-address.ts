import type { Database } from '../../platform/database/pool.ts'
import type { AccountError } from '../account-error.ts'
import { type Actor, recordAuditEvent } from '../audit-log.ts'
import { type ClientInfo, ownerActor } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import { hashToken } from '../server-secret.ts'
import { hourlyAttempts } from '../sign-in/attempt-limiter.ts'
import { type Reauthentication, requireReauthentication } from '../sign-in/reauthentication.ts'
import { isUniqueViolation } from '../unique-violation.ts'
import { addressChangedMail, confirmationMail } from './email-templates.ts'
import { consumeEmailToken, createEmailToken } from './email-tokens.ts'

// Enough to retry a lost mail, too few to flood a mailbox.
const maxMailsPerAddressPerHour = 5
const maxMailsPerIpAddressPerHour = 30

export const mailDisabled: AccountError = {
  error: 'conflict',
  message: 'E-mail is not available on this server. Contact its operator if you need help.',
}

const emailTaken: AccountError = {
  error: 'taken',
  message:
    'Another account already uses this e-mail address. Use a different one, or sign in to that account.',
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
  message: 'This is not a valid e-mail address. Enter one like name@example.com, or leave the field empty.',
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
    hourlyAttempts(`${kind} mail`, client.ipAddress, maxMailsPerIpAddressPerHour),
  ])
}

/** Sends a confirmation link. A previously confirmed address stays in use until the new one is confirmed. */
export async function changeEmail(
  context: AccountContext,
  accountId: number,
  email: string,
  reauthentication: Reauthentication,
  client: ClientInfo,
): Promise<{ sentTo: string } | AccountError> {
  if (!context.mailer) return mailDisabled
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
    await recordAuditEvent(transaction, accountId, ownerActor(client), 'e-mail change requested', email)
  })
  sendConfirmation(context, accountId, email)
  return { sentTo: email }
}

export function sendConfirmation(context: AccountContext, accountId: number, email: string): void {
  context.mailer?.sendInBackground(async () => {
    const name = await findAccountName(context.database, accountId)
    if (name === undefined) return undefined
    const token = await createEmailToken(context.database, context.secret, 'confirm', { accountId, email })
    return confirmationMail(email, name, `${context.websiteUrl}/confirm-email?token=${token}`)
  })
}

/** Handles the confirmation link. The token is sufficient; no session is needed. */
export async function confirmEmail(
  context: AccountContext,
  token: string,
  by: Actor,
): Promise<{ email: string } | AccountError> {
  try {
    const confirmed = await context.database.transaction(async transaction => {
      const emailToken = await consumeEmailToken(transaction, context.secret, 'confirm', token)
      if (!emailToken) return undefined
      const { rows } = await transaction.query<{ name: string; email: string | null }>({
        text: `
          select name, case when email_confirmed_at is not null then email end as email
            from accounts where id = $1 for update`,
        values: [emailToken.accountId],
      })
      await transaction.query({
        text: 'update accounts set email = $2, email_confirmed_at = now() where id = $1',
        values: [emailToken.accountId, emailToken.email],
      })
      await recordAuditEvent(
        transaction,
        emailToken.accountId,
        by,
        'e-mail address confirmed',
        emailToken.email,
      )
      return { email: emailToken.email, before: rows[0]?.email ?? null, name: rows[0]?.name ?? '' }
    })
    if (!confirmed) return linkExpired
    const { email, before, name } = confirmed
    if (before !== null && before !== email) {
      context.mailer?.sendInBackground(async () => addressChangedMail(before, name, context.websiteUrl))
    }
    return { email }
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_email')) return emailTaken
    throw error
  }
}

export const linkExpired: AccountError = {
  error: 'unauthorized',
  message: 'This link has expired or was already used. Request a new one.',
}

/** Returns undefined on success. */
export async function removeEmail(
  context: AccountContext,
  accountId: number,
  reauthentication: Reauthentication,
  client: ClientInfo,
): Promise<AccountError | undefined> {
  const error = await requireReauthentication(context, accountId, reauthentication, client)
  if (error) return error
  await context.database.transaction(async transaction => {
    await transaction.query({
      text: 'update accounts set email = null, email_confirmed_at = null where id = $1',
      values: [accountId],
    })
    await transaction.query({ text: 'delete from email_tokens where account_id = $1', values: [accountId] })
    await recordAuditEvent(transaction, accountId, ownerActor(client), 'e-mail address removed')
  })
  return undefined
}

async function findAccountName(database: Database, accountId: number): Promise<string | undefined> {
  const { rows } = await database.query<{ name: string }>({
    text: 'select name from accounts where id = $1',
    values: [accountId],
  })
  return rows[0]?.name
}
