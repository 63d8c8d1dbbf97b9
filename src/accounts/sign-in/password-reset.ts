import { type AccountError, isAccountError } from '../account-error.ts'
import { recordAuditEvent } from '../audit-log.ts'
import { type ClientInfo, ownerActor } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import { checkMailLimit, invalidEmail, isEmail, linkExpired, mailDisabled } from '../email/email-address.ts'
import { consumeEmailToken, findEmailToken } from '../email/email-tokens.ts'
import { queueMail } from '../email/mail-queue.ts'
import { notifyOwner } from '../notifications/notify.ts'
import { passwordAttemptKeys } from './attempt-limiter.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { secureAccount } from './secure-account.ts'

/**
 * Responds identically and equally fast whether or not an account has confirmed this address: the request is queued by
 * address, and the account is looked up when the mail is sent.
 */
export async function requestPasswordReset(
  context: AccountContext,
  input: string,
  client: ClientInfo,
): Promise<{ requested: string } | AccountError> {
  const email = input.trim()
  if (!context.isMailEnabled) return mailDisabled
  if (!isEmail(email)) return invalidEmail
  const error = await checkMailLimit(context, 'reset', email, client)
  if (error) return error
  await queueMail(context.database, {
    kind: 'reset-password',
    accountId: null,
    recipient: email,
    parameters: { ipAddress: client.ipAddress },
  })
  return { requested: email }
}

export interface PendingPasswordReset {
  accountId: number
  name: string
  email: string | null
  hasTwoFactor: boolean
  /** From a mail that the owner requested, or from an operator. */
  purpose: 'reset' | 'recover'
}

/**
 * Finds the pending reset without consuming the token; undefined when the account's address has changed
 * since the link was sent there.
 */
export async function findPasswordReset(
  { database, secret }: AccountContext,
  token: string,
): Promise<PendingPasswordReset | undefined> {
  const sent = await findEmailToken(database, secret, 'reset', token)
  const link = sent ?? (await findEmailToken(database, secret, 'recover', token))
  if (!link) return undefined
  const { rows } = await database.query<PendingPasswordReset>({
    text: `
      select id as "accountId", name, email, mfa_enabled_at is not null as "hasTwoFactor", $3 as purpose
        from accounts where id = $1 and ($3 = 'recover' or (email = $2 and email_confirmed_at is not null))`,
    values: [link.accountId, link.email, sent ? 'reset' : 'recover'],
  })
  return rows[0]
}

/**
 * Returns undefined on success; the account is then secured, all sessions are signed out, and two-factor authentication
 * stays on. Not rate-limited: the token has 256 random bits, and this path must stay open during an attack.
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
  const error = await checkPassword(password, reset)
  if (error) return error
  const hashed = await hashPassword(password)
  if (isAccountError(hashed)) return hashed
  const failed = await database.transaction(async transaction => {
    if (!(await consumeEmailToken(transaction, secret, reset.purpose, token))) return linkExpired
    const { rowCount } = await transaction.query({
      // Two-factor authentication may have been disabled since a short password was accepted.
      text: `
        update accounts set password_hash = $2, password_meets_single_factor_policy = $3
          where id = $1 and ($3 or mfa_enabled_at is not null)`,
      values: [reset.accountId, hashed.hash, hashed.meetsSingleFactorPolicy],
    })
    if (rowCount !== 1) return linkExpired
    const by = ownerActor(client)
    await secureAccount(transaction, reset.accountId, null)
    await recordAuditEvent(transaction, reset.accountId, by, 'password reset')
    await notifyOwner(transaction, reset.accountId, { kind: 'password-changed', by })
    return undefined
  })
  if (failed) return failed
  await attemptLimiter.reset(passwordAttemptKeys(secret, reset, client))
  return undefined
}
