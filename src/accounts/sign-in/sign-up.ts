import { type AccountError, isAccountError } from '../account-error.ts'
import { isAccountName } from '../accounts.ts'
import { recordAuditEvent } from '../audit-log.ts'
import { type ClientInfo, ownerActor } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import { isEmail, mayMail, noMail, notAnEmail, sendConfirmation } from '../email/email-address.ts'
import { attemptsOf } from './attempt-limiter.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { createSession } from './sessions.ts'
import type { SignedIn } from './sign-in.ts'
import { newDeviceToken } from './trusted-device.ts'

// A class of students behind one address can still sign up.
const signUpsOfAnAddressAnHour = 60

const nameTaken: AccountError = { refused: 'taken', text: 'This name is taken. Choose another.' }

/** A new account without a key, on the free plan, signed in. */
export async function signUp(
  parts: AccountContext,
  typed: { name: string; password: string; email?: string },
  visitor: ClientInfo,
): Promise<SignedIn | AccountError> {
  const { database, secret, guesses } = parts
  const name = typed.name.trim().toLowerCase()
  const email = typed.email?.trim() || null
  const refusal =
    judgeName(name) ??
    judgeEmail(parts, email) ??
    checkPassword(typed.password, { name, email, hasSecondFactor: false }) ??
    // Who tries names here learns which there are; so only so many.
    (await guesses.attempt([attemptsOf('sign-up', visitor.address, signUpsOfAnAddressAnHour)]))
  if (refusal) return refusal
  if (await isTaken(parts, name)) return nameTaken
  const mailRefusal = email === null ? undefined : await mayMail(parts, 'confirmation', email, visitor)
  if (mailRefusal) return mailRefusal
  const hashed = await hashPassword(typed.password)
  if (isAccountError(hashed)) return hashed

  const signedUp = await database.transaction(async inside => {
    const { rows } = await inside.query<{ id: number }>({
      text: `
        insert into accounts (name, email, password_hash) values ($1, $2, $3)
          on conflict (name) do nothing
          returning id`,
      values: [name, email, hashed.hash],
    })
    if (!rows[0]) return nameTaken
    const accountId = rows[0].id
    await recordAuditEvent(inside, accountId, ownerActor(visitor), 'signed up', name)
    return {
      accountId,
      session: await createSession(inside, secret, accountId, visitor),
      deviceToken: newDeviceToken(secret, accountId),
    }
  })
  if (!isAccountError(signedUp) && email !== null) sendConfirmation(parts, signedUp.accountId, email)
  return signedUp
}

function judgeName(name: string): AccountError | undefined {
  if (isAccountName(name)) return undefined
  return {
    refused: 'invalid',
    text: 'A name has at most 63 letters a to z, digits, dots, hyphens and underscores, and begins with a letter or digit. Choose another.',
  }
}

function judgeEmail(parts: AccountContext, email: string | null): AccountError | undefined {
  if (email === null) return undefined
  if (!parts.mailer) return noMail
  return isEmail(email) ? undefined : notAnEmail
}

async function isTaken({ database }: AccountContext, name: string): Promise<boolean> {
  const { rows } = await database.query({ text: 'select 1 from accounts where name = $1', values: [name] })
  return rows.length > 0
}
