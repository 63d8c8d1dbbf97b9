import type { Database } from '../../platform/database/pool.ts'
import { hashToken, newToken, type ServerSecret, tokenHashes } from '../../platform/server-secret.ts'
import { type AccountError, isAccountError } from '../account-error.ts'
import { recordAuditEvent } from '../audit-log.ts'
import { anonymousActor, type ClientInfo, ownerActor } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import { notifyOwner } from '../notifications/notify.ts'
import { accountSuspended } from '../suspension.ts'
import { accountAttemptKeys, attemptKeys } from './attempt-limiter.ts'
import { verifyPassword } from './passwords.ts'
import { wrongCode } from './reauthentication.ts'
import { createSession } from './sessions.ts'
import { consumeTotp, totpAttemptKeys } from './totp.ts'
import { findDeviceGeneration, isNewDevice, newDeviceToken, trustedDevice } from './trusted-device.ts'

export interface SignedIn {
  accountId: number
  /** Session token for the cookie. */
  session: string
  /** Device token for the cookie of a trusted device. */
  deviceToken: string
}

/** The two-factor code is still required: pass it to `completeMfaChallenge` with this token. */
export interface Challenge {
  challenge: string
}

const attemptsPerChallenge = 5
const challengeMinutes = 10
const challengePurpose = 'challenge'

const wrongCredentials: AccountError = {
  error: 'unauthorized',
  code: 'wrong_credentials',
  message: 'The name or password is incorrect. Check both, or reset your password by email.',
}

export const mfaChallengeExpired: AccountError = {
  error: 'conflict',
  code: 'sign_in_expired',
  message: 'This sign-in has expired or had too many wrong codes. Sign in again.',
}

/** Signs in by name or confirmed e-mail address. Unknown accounts take the same steps as a wrong password. */
export async function signIn(
  context: AccountContext,
  credentials: { login: string; password: string },
  client: ClientInfo,
): Promise<SignedIn | Challenge | AccountError> {
  const login = credentials.login.trim().toLowerCase()
  const account = await findByLogin(context, login)
  const target = { login, accountId: account?.id }
  const isTrusted = account && trustedDevice(context.secret, account.id, client.deviceToken) !== undefined
  const keys = attemptKeys('password', context.secret, target, client)
  const error = await context.attemptLimiter.attempt(keys)
  if (error) return error
  const totalKeys = isTrusted ? [] : accountAttemptKeys(context.secret, target)
  const totalError = isTrusted ? undefined : await context.attemptLimiter.attempt(totalKeys)
  if (totalError?.error === 'unavailable') return totalError
  const counted = totalError ? keys : [...keys, ...totalKeys]
  const matches = await verifyPassword(
    totalError ? null : (account?.password_hash ?? null),
    credentials.password,
    isTrusted ? 'trusted' : 'untrusted',
  )
  if (isAccountError(matches)) {
    await context.attemptLimiter.refund(counted)
    return matches
  }
  if (!matches || !account) return wrongCredentials
  await context.attemptLimiter.succeeded(counted)
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

/** After the first factor: creates a session, or a challenge for the two-factor code. */
export async function completeSignIn(
  { database, secret }: AccountContext,
  accountId: number,
  client: ClientInfo,
  method: string,
  /** Only for sign-in by password. */
  passwordHash?: string | null,
  proven: 'one factor' | 'both factors' = 'one factor',
): Promise<SignedIn | Challenge | AccountError> {
  return database.transaction(async transaction => {
    // Lock the row and compare the password again, so that a concurrent password change also ends this sign-in.
    const { rows } = await transaction.query<{ has_two_factor: boolean; is_suspended: boolean }>({
      text: `
        select mfa_enabled_at is not null as has_two_factor, suspended_at is not null as is_suspended from accounts
          where id = $1 and ($2::text is null or password_hash = $2)
          for share`,
      values: [accountId, passwordHash ?? null],
    })
    if (!rows[0]) return wrongCredentials
    // Only to someone who has proved to be the owner.
    if (rows[0].is_suspended) return accountSuspended
    if (rows[0].has_two_factor && proven === 'one factor') {
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
    return startSignedInSession(transaction, secret, accountId, client, method)
  })
}

/** The last step of every sign-in. Notifies the owner of a browser that has not signed in before. */
async function startSignedInSession(
  transaction: Database,
  secret: ServerSecret,
  accountId: number,
  client: ClientInfo,
  method: string,
): Promise<SignedIn> {
  const by = ownerActor(client)
  const generation = await findDeviceGeneration(transaction, accountId)
  if (await isNewDevice(transaction, secret, { accountId, generation }, client.deviceToken))
    await notifyOwner(transaction, accountId, { kind: 'new-device', by, userAgent: client.userAgent })
  await recordAuditEvent(transaction, accountId, by, 'signed in', method)
  return {
    accountId,
    session: await createSession(transaction, secret, accountId, client),
    deviceToken: newDeviceToken(secret, { accountId, generation }),
  }
}

export interface PendingMfaChallenge {
  accountId: number
  /** The possible stored hashes of its token. */
  hashes: Buffer[]
}

/** Undefined when the challenge has expired or had too many attempts. */
export async function findMfaChallenge(
  { database, secret }: AccountContext,
  challenge: string,
): Promise<PendingMfaChallenge | undefined> {
  const hashes = tokenHashes(secret, challengePurpose, challenge)
  const { rows } = await database.query<{ account_id: number }>({
    text: 'select account_id from mfa_challenges where token_hash = any ($1) and expires_at > now() and attempts < $2',
    values: [hashes, attemptsPerChallenge],
  })
  return rows[0] && { accountId: rows[0].account_id, hashes }
}

/** Returns how many attempts are left after this one; undefined when there was none left. */
export async function countMfaAttempt(
  { database }: AccountContext,
  { hashes }: PendingMfaChallenge,
): Promise<number | undefined> {
  const { rows } = await database.query<{ remaining: number }>({
    text: `
      update mfa_challenges set attempts = attempts + 1
        where token_hash = any ($1) and expires_at > now() and attempts < $2
        returning $2 - attempts as remaining`,
    values: [hashes, attemptsPerChallenge],
  })
  return rows[0]?.remaining
}

/** Accepts a TOTP code or a recovery code, with five attempts per challenge. */
export async function completeMfaChallenge(
  context: AccountContext,
  challenge: string,
  code: string,
  client: ClientInfo,
): Promise<SignedIn | AccountError> {
  const { database, secret, attemptLimiter } = context
  const pending = await findMfaChallenge(context, challenge)
  if (!pending) return mfaChallengeExpired
  const { accountId } = pending

  // Also limited across challenges: someone who knows the password could start new ones.
  const keys = totpAttemptKeys(secret, accountId, code, client)
  const error = await attemptLimiter.attempt(keys)
  if (error) return error
  const remaining = await countMfaAttempt(context, pending)
  if (remaining === undefined) return mfaChallengeExpired

  const consumed = await consumeTotp(database, secret, accountId, code, client)
  if (consumed === undefined) {
    // Recorded because someone knows the password.
    await recordAuditEvent(database, accountId, anonymousActor(client), 'two-factor code rejected')
    return remaining > 0 ? wrongCode : mfaChallengeExpired
  }
  await attemptLimiter.succeeded(keys)
  return finishMfaChallenge(context, pending, client, consumed)
}

/** After the code or passkey: creates the session, once. */
export async function finishMfaChallenge(
  { database, secret }: AccountContext,
  { accountId, hashes }: PendingMfaChallenge,
  client: ClientInfo,
  method: string,
): Promise<SignedIn | AccountError> {
  return database.transaction(async transaction => {
    const { rowCount } = await transaction.query({
      text: 'delete from mfa_challenges where token_hash = any ($1)',
      values: [hashes],
    })
    if (rowCount !== 1) return mfaChallengeExpired
    return startSignedInSession(transaction, secret, accountId, client, method)
  })
}
