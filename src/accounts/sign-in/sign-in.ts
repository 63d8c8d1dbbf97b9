import { type AccountError, isAccountError } from '../account-error.ts'
import { recordAuditEvent } from '../audit-log.ts'
import { anonymousActor, type ClientInfo, ownerActor } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import { hashToken, newToken, tokenHashes } from '../server-secret.ts'
import { attemptKeys } from './attempt-limiter.ts'
import { verifyPassword } from './passwords.ts'
import { wrongCode } from './reauthentication.ts'
import { createSession } from './sessions.ts'
import { consumeTotp, totpAttemptKeys } from './totp.ts'
import { newDeviceToken, trustedDevice } from './trusted-device.ts'

export interface SignedIn {
  accountId: number
  /** For the cookie of the session. */
  session: string
  /** For the cookie that makes this browser a known one. */
  deviceToken: string
}

/** The second factor is still missing: its code goes to `answerChallenge` with this token. */
export interface Challenge {
  challenge: string
}

const triesAChallenge = 5
const challengeMinutes = 10
const challengePurpose = 'challenge'

const wrong: AccountError = {
  error: 'unauthorized',
  message: 'Name or password is wrong. Check both, or reset your password by e-mail.',
}

const challengeEnded: AccountError = {
  error: 'conflict',
  message: 'This sign-in has ended: it took too long, or too many codes were wrong. Sign in again.',
}

/** By name or confirmed e-mail. An account that does not exist takes the same steps as a wrong password. */
export async function signIn(
  context: AccountContext,
  typed: { login: string; password: string },
  client: ClientInfo,
): Promise<SignedIn | Challenge | AccountError> {
  const login = typed.login.trim().toLowerCase()
  const account = await findByLogin(context, login)
  const target = account ? { accountId: account.id } : { typed: login }
  const subjects = attemptKeys('password', context.secret, target, client)
  const error = await context.attemptLimiter.attempt(subjects)
  if (error) return error
  const isKnown = account && trustedDevice(context.secret, account.id, client.deviceToken) !== undefined
  const right = await verifyPassword(
    account?.password_hash ?? null,
    typed.password,
    isKnown ? 'known' : 'stranger',
  )
  if (isAccountError(right)) {
    await context.attemptLimiter.refund(subjects)
    return right
  }
  if (!right || !account) return wrong
  await context.attemptLimiter.succeeded(subjects)
  return completeSignIn(context, account.id, client, 'password', account.password_hash)
}

async function findByLogin({ database }: AccountContext, login: string) {
  const { rows } = await database.query<{ id: number; password_hash: string | null }>({
    name: 'find-account-by-login',
    text: `
      select id, password_hash from accounts
        where name = $1 or (lower(email) = lower($1) and email_confirmed_at is not null)`,
    values: [login.replaceAll('\0', '')],
  })
  return rows[0]
}

/** The first factor was right: a session, or the question for the second. */
export async function completeSignIn(
  { database, secret }: AccountContext,
  accountId: number,
  client: ClientInfo,
  means: string,
  /** Given for a sign-in by password. */
  passwordHash?: string | null,
): Promise<SignedIn | Challenge | AccountError> {
  return database.transaction(async transaction => {
    // Locked, and the password compared again: who was let in by an old one just now is caught by its change.
    const { rows } = await transaction.query<{ has_codes: boolean }>({
      text: `
        select mfa_enabled_at is not null as has_codes from accounts
          where id = $1 and ($2::text is null or password_hash = $2)
          for share`,
      values: [accountId, passwordHash ?? null],
    })
    if (!rows[0]) return wrong
    if (rows[0].has_codes) {
      const challenge = newToken()
      await transaction.query({
        text: `
          with ended as (
            delete from mfa_challenges where account_id = $1 and expires_at < now()
          )
          insert into mfa_challenges (account_id, token_hash, expires_at)
            values ($1, $2, now() + interval '${challengeMinutes} minutes')`,
        values: [accountId, hashToken(secret, challengePurpose, challenge)],
      })
      return { challenge }
    }
    await recordAuditEvent(transaction, accountId, ownerActor(client), 'signed in', means)
    return {
      accountId,
      session: await createSession(transaction, secret, accountId, client),
      deviceToken: newDeviceToken(secret, accountId),
    }
  })
}

/** Six digits or a recovery code; five tries. */
export async function completeMfaChallenge(
  context: AccountContext,
  challenge: string,
  code: string,
  client: ClientInfo,
): Promise<SignedIn | AccountError> {
  const { database, secret, attemptLimiter } = context
  const hashes = tokenHashes(secret, challengePurpose, challenge)
  const { rows: open } = await database.query<{ account_id: number }>({
    text: 'select account_id from mfa_challenges where token_hash = any ($1) and expires_at > now() and attempts < $2',
    values: [hashes, triesAChallenge],
  })
  if (!open[0]) return challengeEnded
  const accountId = open[0].account_id

  // Over all challenges too: who knows the password could begin one after the other.
  const subjects = totpAttemptKeys(secret, accountId, code, client)
  const error = await attemptLimiter.attempt(subjects)
  if (error) return error
  const { rows: counted } = await database.query<{ left: number }>({
    text: `
      update mfa_challenges set attempts = attempts + 1
        where token_hash = any ($1) and expires_at > now() and attempts < $2
        returning $2 - attempts as left`,
    values: [hashes, triesAChallenge],
  })
  if (!counted[0]) return challengeEnded

  const taken = await consumeTotp(database, secret, accountId, code)
  if (taken === undefined) {
    // Somebody knows the password: the owner should see that.
    await recordAuditEvent(database, accountId, anonymousActor(client), 'wrong code at sign-in')
    return counted[0].left > 0 ? wrongCode : challengeEnded
  }
  await attemptLimiter.succeeded(subjects)
  return database.transaction(async transaction => {
    const { rowCount } = await transaction.query({
      text: 'delete from mfa_challenges where token_hash = any ($1)',
      values: [hashes],
    })
    if (rowCount !== 1) return challengeEnded
    await recordAuditEvent(transaction, accountId, ownerActor(client), 'signed in', taken)
    return {
      accountId,
      session: await createSession(transaction, secret, accountId, client),
      deviceToken: newDeviceToken(secret, accountId),
    }
  })
}
