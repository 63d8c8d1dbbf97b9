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

// Enough for a mail that got lost, too few to fill somebody's mailbox.
const mailsToAnAddressAnHour = 5
const mailsFromAVisitorAnHour = 30

export const mailDisabled: AccountError = {
  error: 'conflict',
  message:
    'This service sends no mail, so it cannot use e-mail addresses. Ask the people who run it if you need help.',
}

const taken: AccountError = {
  error: 'taken',
  message: 'Another account has confirmed this address. Use another one, or sign in to that account.',
}

/** One @, a dot after it, nothing that could be more than one address or a header. */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+\.[^\s@<>()[\]\\,;:".\p{C}]+$/u.test(text)
  )
}

export const invalidEmail: AccountError = {
  error: 'invalid',
  message: 'This is not an e-mail address. Type one like name@example.com, or leave it empty.',
}

/**
 * Whether another mail may go to this address now. Counted by kind: asking for confirmations in somebody
 * else's name must not keep them from a reset, and those who ask for resets send the owner what they need.
 */
export async function checkMailLimit(
  { attemptLimiter, secret }: AccountContext,
  kind: 'confirmation' | 'reset',
  email: string,
  client: ClientInfo,
): Promise<AccountError | undefined> {
  const address = hashToken(secret, 'mail counts', email.toLowerCase()).toString('base64url')
  return attemptLimiter.attempt([
    hourlyAttempts(`${kind} to`, address, mailsToAnAddressAnHour),
    hourlyAttempts(`${kind} mail`, client.ipAddress, mailsFromAVisitorAnHour),
  ])
}

/** Sends the link that confirms the address; a confirmed one before it stays until then. */
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
    await recordAuditEvent(transaction, accountId, ownerActor(client), 'e-mail address given', email)
  })
  sendConfirmation(context, accountId, email)
  return { sentTo: email }
}

export function sendConfirmation(context: AccountContext, accountId: number, email: string): void {
  context.mailer?.later(async () => {
    const name = await nameOf(context.database, accountId)
    if (name === undefined) return undefined
    const token = await createEmailToken(context.database, context.secret, 'confirm', { accountId, email })
    return confirmationMail(email, name, `${context.websiteUrl}/confirm-email?token=${token}`)
  })
}

/** For the page behind the link. Whoever opens it need not be signed in: the link is the reauthentication. */
export async function confirmEmail(
  context: AccountContext,
  token: string,
  by: Actor,
): Promise<{ email: string } | AccountError> {
  try {
    const confirmed = await context.database.transaction(async transaction => {
      const link = await consumeEmailToken(transaction, context.secret, 'confirm', token)
      if (!link) return undefined
      const { rows } = await transaction.query<{ name: string; email: string | null }>({
        text: `
          select name, case when email_confirmed_at is not null then email end as email
            from accounts where id = $1 for update`,
        values: [link.accountId],
      })
      await transaction.query({
        text: 'update accounts set email = $2, email_confirmed_at = now() where id = $1',
        values: [link.accountId, link.email],
      })
      await recordAuditEvent(transaction, link.accountId, by, 'e-mail address confirmed', link.email)
      return { email: link.email, before: rows[0]?.email ?? null, name: rows[0]?.name ?? '' }
    })
    if (!confirmed) return linkExpired
    const { email, before, name } = confirmed
    if (before !== null && before !== email) {
      context.mailer?.later(async () => addressChangedMail(before, name, context.websiteUrl))
    }
    return { email }
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_email')) return taken
    throw error
  }
}

export const linkExpired: AccountError = {
  error: 'unauthorized',
  message: 'This link was used already or is too old. Ask for a new one.',
}

/** Undefined: the account has no address any more. */
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

async function nameOf(database: Database, accountId: number): Promise<string | undefined> {
  const { rows } = await database.query<{ name: string }>({
    text: 'select name from accounts where id = $1',
    values: [accountId],
  })
  return rows[0]?.name
}
