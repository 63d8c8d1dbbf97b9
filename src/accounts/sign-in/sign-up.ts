import { type AccountError, isAccountError } from '../account-error.ts'
import { isAccountName } from '../accounts.ts'
import { recordAuditEvent } from '../audit-log.ts'
import { type ClientInfo, ownerActor } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import {
  checkMailLimit,
  invalidEmail,
  isEmail,
  mailDisabled,
  sendConfirmation,
} from '../email/email-address.ts'
import { hourlyAttempts } from './attempt-limiter.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { createSession } from './sessions.ts'
import type { SignedIn } from './sign-in.ts'
import { newDeviceToken } from './trusted-device.ts'

// A class of students behind one address can still sign up.
const signUpsOfAnAddressAnHour = 60

const nameTaken: AccountError = { error: 'taken', message: 'This name is taken. Choose another.' }

/** A new account without a key, on the free plan, signed in. */
export async function signUp(
  context: AccountContext,
  typed: { name: string; password: string; email?: string },
  client: ClientInfo,
): Promise<SignedIn | AccountError> {
  const { database, secret, attemptLimiter } = context
  const name = typed.name.trim().toLowerCase()
  const email = typed.email?.trim() || null
  const error =
    judgeName(name) ??
    judgeEmail(context, email) ??
    checkPassword(typed.password, { name, email, hasTwoFactor: false }) ??
    // Who tries names here learns which there are; so only so many.
    (await attemptLimiter.attempt([hourlyAttempts('sign-up', client.ipAddress, signUpsOfAnAddressAnHour)]))
  if (error) return error
  if (await isTaken(context, name)) return nameTaken
  const mailRefusal =
    email === null ? undefined : await checkMailLimit(context, 'confirmation', email, client)
  if (mailRefusal) return mailRefusal
  const hashed = await hashPassword(typed.password)
  if (isAccountError(hashed)) return hashed

  const signedUp = await database.transaction(async transaction => {
    const { rows } = await transaction.query<{ id: number }>({
      text: `
        insert into accounts (name, email, password_hash) values ($1, $2, $3)
          on conflict (name) do nothing
          returning id`,
      values: [name, email, hashed.hash],
    })
    if (!rows[0]) return nameTaken
    const accountId = rows[0].id
    await recordAuditEvent(transaction, accountId, ownerActor(client), 'signed up', name)
    return {
      accountId,
      session: await createSession(transaction, secret, accountId, client),
      deviceToken: newDeviceToken(secret, accountId),
    }
  })
  if (!isAccountError(signedUp) && email !== null) sendConfirmation(context, signedUp.accountId, email)
  return signedUp
}

function judgeName(name: string): AccountError | undefined {
  if (isAccountName(name)) return undefined
  return {
    error: 'invalid',
    message:
      'A name has at most 63 letters a to z, digits, dots, hyphens and underscores, and begins with a letter or digit. Choose another.',
  }
}

function judgeEmail(context: AccountContext, email: string | null): AccountError | undefined {
  if (email === null) return undefined
  if (!context.mailer) return mailDisabled
  return isEmail(email) ? undefined : invalidEmail
}

async function isTaken({ database }: AccountContext, name: string): Promise<boolean> {
  const { rows } = await database.query({ text: 'select 1 from accounts where name = $1', values: [name] })
  return rows.length > 0
}
