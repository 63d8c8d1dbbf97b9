import type { Database } from '../../platform/database/pool.ts'
import type { AccountError } from '../account-error.ts'
import { type Actor, recordAuditEvent } from '../audit-log.ts'
import { type ClientInfo, ownerActor } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import { hashToken } from '../server-secret.ts'
import { attemptsOf } from '../sign-in/attempt-limiter.ts'
import { type Reauthentication, requireReauthentication } from '../sign-in/reauthentication.ts'
import { isUniqueViolation } from '../unique-violation.ts'
import { addressChangedMail, confirmationMail } from './email-templates.ts'
import { consumeEmailToken, createEmailToken } from './email-tokens.ts'

// Enough for a mail that got lost, too few to fill somebody's mailbox.
const mailsToAnAddressAnHour = 5
const mailsFromAVisitorAnHour = 30

export const noMail: AccountError = {
  refused: 'not now',
  text: 'This service sends no mail, so it cannot use e-mail addresses. Ask the people who run it if you need help.',
}

const taken: AccountError = {
  refused: 'taken',
  text: 'Another account has confirmed this address. Use another one, or sign in to that account.',
}

/** One @, a dot after it, nothing that could be more than one address or a header. */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+\.[^\s@<>()[\]\\,;:".\p{C}]+$/u.test(text)
  )
}

export const notAnEmail: AccountError = {
  refused: 'invalid',
  text: 'This is not an e-mail address. Type one like name@example.com, or leave it empty.',
}

/**
 * Whether another mail may go to this address now. Counted by kind: asking for confirmations in somebody
 * else's name must not keep them from a reset, and those who ask for resets send the owner what they need.
 */
export async function mayMail(
  { guesses, secret }: AccountContext,
  kind: 'confirmation' | 'reset',
  email: string,
  visitor: ClientInfo,
): Promise<AccountError | undefined> {
  const address = hashToken(secret, 'mail counts', email.toLowerCase()).toString('base64url')
  return guesses.attempt([
    attemptsOf(`${kind} to`, address, mailsToAnAddressAnHour),
    attemptsOf(`${kind} mail`, visitor.address, mailsFromAVisitorAnHour),
  ])
}

/** Sends the link that confirms the address; a confirmed one before it stays until then. */
export async function changeEmail(
  parts: AccountContext,
  accountId: number,
  email: string,
  proof: Reauthentication,
  visitor: ClientInfo,
): Promise<{ sentTo: string } | AccountError> {
  if (!parts.mailer) return noMail
  if (!isEmail(email)) return notAnEmail
  const refusal =
    (await requireReauthentication(parts, accountId, proof, visitor)) ??
    (await mayMail(parts, 'confirmation', email, visitor))
  if (refusal) return refusal
  await parts.database.transaction(async inside => {
    await inside.query({
      text: 'update accounts set email = $2 where id = $1 and email_confirmed_at is null',
      values: [accountId, email],
    })
    await recordAuditEvent(inside, accountId, ownerActor(visitor), 'e-mail address given', email)
  })
  sendConfirmation(parts, accountId, email)
  return { sentTo: email }
}

export function sendConfirmation(parts: AccountContext, accountId: number, email: string): void {
  parts.mailer?.later(async () => {
    const name = await nameOf(parts.database, accountId)
    if (name === undefined) return undefined
    const token = await createEmailToken(parts.database, parts.secret, 'confirm', { accountId, email })
    return confirmationMail(email, name, `${parts.websiteUrl}/confirm-email?token=${token}`)
  })
}

/** For the page behind the link. Whoever opens it need not be signed in: the link is the proof. */
export async function confirmEmail(
  parts: AccountContext,
  token: string,
  by: Actor,
): Promise<{ email: string } | AccountError> {
  try {
    const confirmed = await parts.database.transaction(async inside => {
      const link = await consumeEmailToken(inside, parts.secret, 'confirm', token)
      if (!link) return undefined
      const { rows } = await inside.query<{ name: string; email: string | null }>({
        text: `
          select name, case when email_confirmed_at is not null then email end as email
            from accounts where id = $1 for update`,
        values: [link.accountId],
      })
      await inside.query({
        text: 'update accounts set email = $2, email_confirmed_at = now() where id = $1',
        values: [link.accountId, link.email],
      })
      await recordAuditEvent(inside, link.accountId, by, 'e-mail address confirmed', link.email)
      return { email: link.email, before: rows[0]?.email ?? null, name: rows[0]?.name ?? '' }
    })
    if (!confirmed) return linkEnded
    const { email, before, name } = confirmed
    if (before !== null && before !== email) {
      parts.mailer?.later(async () => addressChangedMail(before, name, parts.websiteUrl))
    }
    return { email }
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_email')) return taken
    throw error
  }
}

export const linkEnded: AccountError = {
  refused: 'wrong',
  text: 'This link was used already or is too old. Ask for a new one.',
}

/** Undefined: the account has no address any more. */
export async function removeEmail(
  parts: AccountContext,
  accountId: number,
  proof: Reauthentication,
  visitor: ClientInfo,
): Promise<AccountError | undefined> {
  const refusal = await requireReauthentication(parts, accountId, proof, visitor)
  if (refusal) return refusal
  await parts.database.transaction(async inside => {
    await inside.query({
      text: 'update accounts set email = null, email_confirmed_at = null where id = $1',
      values: [accountId],
    })
    await inside.query({ text: 'delete from email_tokens where account_id = $1', values: [accountId] })
    await recordAuditEvent(inside, accountId, ownerActor(visitor), 'e-mail address removed')
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
