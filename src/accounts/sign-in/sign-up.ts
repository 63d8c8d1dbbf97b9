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
  queueConfirmation,
} from '../email/email-address.ts'
import { hourlyAttemptsByAddress } from './attempt-limiter.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { createSession } from './sessions.ts'
import type { SignedIn } from './sign-in.ts'
import { newDeviceToken } from './trusted-device.ts'

// Allows a classroom behind one IP address to sign up.
const maxSignUpsPerIpAddressPerHour = 60

const nameTaken: AccountError = {
  error: 'taken',
  code: 'name_taken',
  message: 'This name is already taken. Choose another one.',
}

/** Creates an account on the free plan, without API keys, and signs it in. */
export async function signUp(
  context: AccountContext,
  /** The locale is the language of the mails. */
  input: { name: string; password: string; email?: string; locale?: string },
  client: ClientInfo,
): Promise<SignedIn | AccountError> {
  const { database, secret, attemptLimiter } = context
  const name = input.name.trim().toLowerCase()
  const email = input.email?.trim() || null
  const error =
    checkName(name) ??
    checkEmail(context, email) ??
    (await checkPassword(input.password, { name, email, hasTwoFactor: false })) ??
    // Sign-up reveals which names exist, so it is rate-limited.
    (await attemptLimiter.attempt(hourlyAttemptsByAddress('sign-up', client, maxSignUpsPerIpAddressPerHour)))
  if (error) return error
  if (await isNameTaken(context, name)) return nameTaken
  const mailError = email === null ? undefined : await checkMailLimit(context, 'confirmation', email, client)
  if (mailError) return mailError
  const hashed = await hashPassword(input.password)
  if (isAccountError(hashed)) return hashed

  return database.transaction(async transaction => {
    const { rows } = await transaction.query<{ id: number }>({
      text: `
        insert into accounts (name, email, password_hash, locale) values ($1, $2, $3, $4)
          on conflict (name) do nothing
          returning id`,
      values: [name, email, hashed.hash, input.locale ?? null],
    })
    if (!rows[0]) return nameTaken
    const accountId = rows[0].id
    await recordAuditEvent(transaction, accountId, ownerActor(client), 'signed up', name)
    if (email !== null) await queueConfirmation(transaction, accountId, email)
    return {
      accountId,
      session: await createSession(transaction, secret, accountId, client),
      deviceToken: newDeviceToken(secret, { accountId, generation: 0 }),
    }
  })
}

function checkName(name: string): AccountError | undefined {
  if (isAccountName(name)) return undefined
  return {
    error: 'invalid',
    code: 'invalid_name',
    message:
      'Use lowercase letters, numbers, dots, hyphens and underscores only, and start with a letter or number.',
  }
}

function checkEmail(context: AccountContext, email: string | null): AccountError | undefined {
  if (email === null) return undefined
  if (!context.isMailEnabled) return mailDisabled
  return isEmail(email) ? undefined : invalidEmail
}

async function isNameTaken({ database }: AccountContext, name: string): Promise<boolean> {
  const { rows } = await database.query({ text: 'select 1 from accounts where name = $1', values: [name] })
  return rows.length > 0
}
