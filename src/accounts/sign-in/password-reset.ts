import { type AccountError, isAccountError } from '../account-error.ts'
import { recordAuditEvent } from '../audit-log.ts'
import { anonymousActor, type ClientInfo, ownerActor } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import { checkMailLimit, invalidEmail, isEmail, linkExpired, mailDisabled } from '../email/email-address.ts'
import { resetMail } from '../email/email-templates.ts'
import { consumeEmailToken, createEmailToken, findEmailToken } from '../email/email-tokens.ts'
import { passwordAttemptKeys } from './attempt-limiter.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { deleteSessions } from './sessions.ts'

/** Responds identically and equally fast whether or not an account has confirmed this address. */
export async function requestPasswordReset(
  context: AccountContext,
  input: string,
  client: ClientInfo,
): Promise<{ requested: string } | AccountError> {
  const email = input.trim()
  if (!context.mailer) return mailDisabled
  if (!isEmail(email)) return invalidEmail
  const error = await checkMailLimit(context, 'reset', email, client)
  if (error) return error
  const { database, secret, websiteUrl } = context
  context.mailer.sendInBackground(async () => {
    const { rows } = await database.query<{ id: number; name: string; email: string }>({
      text: `
        select id, name, email from accounts
          where lower(email) = lower($1) and email_confirmed_at is not null`,
      values: [email],
    })
    const account = rows[0]
    if (!account) return undefined
    const link = { accountId: account.id, email: account.email }
    const token = await database.transaction(async transaction => {
      await recordAuditEvent(transaction, account.id, anonymousActor(client), 'password reset requested')
      return createEmailToken(transaction, secret, 'reset', link)
    })
    return resetMail(account.email, account.name, `${websiteUrl}/reset-password?token=${token}`)
  })
  return { requested: email }
}

export interface PendingPasswordReset {
  accountId: number
  name: string
  email: string
  hasTwoFactor: boolean
}

/**
 * Finds the pending reset without consuming the token; undefined when the account's address has changed
 * since.
 */
export async function findPasswordReset(
  { database, secret }: AccountContext,
  token: string,
): Promise<PendingPasswordReset | undefined> {
  const link = await findEmailToken(database, secret, 'reset', token)
  if (!link) return undefined
  const { rows } = await database.query<PendingPasswordReset>({
    text: `
      select id as "accountId", name, email, mfa_enabled_at is not null as "hasTwoFactor"
        from accounts where id = $1 and email = $2 and email_confirmed_at is not null`,
    values: [link.accountId, link.email],
  })
  return rows[0]
}

/**
 * Returns undefined on success; all sessions are then signed out, and two-factor authentication stays on. Not
 * rate-limited: the token has 256 random bits, and this path must stay open during an attack.
 */
export async function resetPassword(
  context: AccountContext,
  token: string,
  password: string,
  client: ClientInfo,
): Promise<AccountError | undefined> {
  const { database, secret, attemptLimiter } = context
  const reset = await findPasswordReset(context, token)
  if (!reset) return linkExpired
  const error = checkPassword(password, reset)
  if (error) return error
  const hashed = await hashPassword(password)
  if (isAccountError(hashed)) return hashed
  const failed = await database.transaction(async transaction => {
    if (!(await consumeEmailToken(transaction, secret, 'reset', token))) return linkExpired
    const { rowCount } = await transaction.query({
      // Two-factor authentication may have been disabled since a short password was accepted.
      text: `
        update accounts set password_hash = $2, password_meets_single_factor_policy = $3
          where id = $1 and ($3 or mfa_enabled_at is not null)`,
      values: [reset.accountId, hashed.hash, hashed.meetsSingleFactorPolicy],
    })
    if (rowCount !== 1) return linkExpired
    await transaction.query({
      text: "delete from email_tokens where account_id = $1 and purpose = 'reset' and used_at is null",
      values: [reset.accountId],
    })
    await deleteSessions(transaction, reset.accountId, null)
    await recordAuditEvent(transaction, reset.accountId, ownerActor(client), 'password reset')
    return undefined
  })
  if (failed) return failed
  await attemptLimiter.reset(passwordAttemptKeys(secret, reset, client))
  return undefined
}
