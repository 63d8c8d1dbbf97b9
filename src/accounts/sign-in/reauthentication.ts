// Re-authentication before sensitive actions, so that a stolen session alone is not enough. A recent sign-in
// is no proof: a cookie copied within these minutes would do.
import type { Database } from '../../platform/database/pool.ts'
import { type AccountError, isAccountError } from '../account-error.ts'
import { recordAuditEvent } from '../audit-log.ts'
import { type ClientInfo, ownerActor } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import { attemptKeys } from './attempt-limiter.ts'
import { verifyPassword } from './passwords.ts'
import { consumeTotp, totpAttemptKeys } from './totp.ts'

/** The proof that comes with an action. */
export interface Reauthentication {
  password?: string | undefined
  code?: string | undefined
  /** A session that has just re-authenticated with a passkey or at a provider needs no other proof. */
  sessionId?: number | undefined
}

export interface ReauthenticationMethods {
  /** The session has just re-authenticated: nothing is asked. */
  isFresh: boolean
  /** What to type into the form: a two-factor code if enabled, otherwise the password. */
  credential: 'code' | 'password' | undefined
  hasPasskey: boolean
  /** Linked providers, only for accounts without a credential to type: a provider proves less than a code. */
  providers: string[]
}

const freshMinutes = 5

export async function findReauthenticationMethods(
  database: Database,
  accountId: number,
  sessionId?: number,
): Promise<ReauthenticationMethods> {
  const { rows } = await database.query<ReauthenticationMethods>({
    text: `
      select case when mfa_enabled_at is not null then 'code'
                  when password_hash is not null then 'password' end as credential,
             exists (select from passkeys where account_id = $1) as "hasPasskey",
             array(select provider from identities
                     where account_id = $1 and password_hash is null and mfa_enabled_at is null
                     order by linked_at) as providers,
             -- What was proven before two-factor authentication was enabled is not enough any more.
             exists (select from sessions
                       where id = $2 and account_id = $1
                         and reauthenticated_at > now() - interval '${freshMinutes} minutes'
                         and reauthenticated_at > coalesce(mfa_enabled_at, '-infinity')) as "isFresh"
        from accounts where id = $1`,
    values: [accountId, sessionId ?? null],
  })
  const [methods] = rows
  if (!methods) return { isFresh: false, credential: 'password', hasPasskey: false, providers: [] }
  return { ...methods, credential: methods.credential ?? undefined }
}

/** Returns undefined when confirmed. */
export async function requireReauthentication(
  context: AccountContext,
  accountId: number,
  { password = '', code = '', sessionId }: Reauthentication,
  client: ClientInfo,
): Promise<AccountError | undefined> {
  const { isFresh, credential } = await findReauthenticationMethods(context.database, accountId, sessionId)
  if (isFresh) return undefined
  switch (credential) {
    case 'code':
      return checkCode(context, accountId, code, client)
    case 'password':
      return requirePassword(context, accountId, password, client)
    case undefined:
      return notConfirmed
  }
}

const notConfirmed: AccountError = {
  error: 'unauthorized',
  code: 'reauthentication_needed',
  message: 'Nothing was changed. Confirm that it is you first, then try again.',
}

/** From now on, sensitive actions in this session need no other proof for a few minutes. */
export async function markReauthenticated(
  transaction: Database,
  session: { accountId: number; id: number },
  method: string,
  client: ClientInfo,
): Promise<void> {
  await transaction.query({
    text: 'update sessions set reauthenticated_at = now() where account_id = $1 and id = $2',
    values: [session.accountId, session.id],
  })
  await recordAuditEvent(transaction, session.accountId, ownerActor(client), 're-authenticated', method)
}

/** Returns undefined when confirmed, or when two-factor authentication is off. */
export async function requireTwoFactorCode(
  context: AccountContext,
  accountId: number,
  code: string,
  client: ClientInfo,
): Promise<AccountError | undefined> {
  const { credential } = await findReauthenticationMethods(context.database, accountId)
  return credential === 'code' ? checkCode(context, accountId, code, client) : undefined
}

async function checkCode(
  { database, secret, attemptLimiter }: AccountContext,
  accountId: number,
  code: string,
  client: ClientInfo,
): Promise<AccountError | undefined> {
  if (code.trim() === '') {
    return {
      error: 'unauthorized',
      code: 'code_missing',
      message: 'Type the six digits your app shows, or one of your recovery codes.',
    }
  }
  const keys = totpAttemptKeys(secret, accountId, code, client)
  const error = await attemptLimiter.attempt(keys)
  if (error) return error
  if ((await consumeTotp(database, secret, accountId, code, client)) === undefined) return wrongCode
  await attemptLimiter.succeeded(keys)
  return undefined
}

export const wrongCode: AccountError = {
  error: 'unauthorized',
  code: 'wrong_code',
  message:
    'That code is wrong or was used already. Wait for the next one your app shows, or use a recovery code.',
}

/** Returns undefined when the password is correct. */
export async function requirePassword(
  { database, secret, attemptLimiter }: AccountContext,
  accountId: number,
  password: string,
  client: ClientInfo,
): Promise<AccountError | undefined> {
  const keys = attemptKeys('password', secret, { accountId }, client)
  const error = await attemptLimiter.attempt(keys)
  if (error) return error
  const { rows } = await database.query<{ password_hash: string | null }>({
    text: 'select password_hash from accounts where id = $1',
    values: [accountId],
  })
  const matches = await verifyPassword(rows[0]?.password_hash ?? null, password, 'trusted')
  if (isAccountError(matches)) {
    await attemptLimiter.refund(keys)
    return matches
  }
  if (!matches)
    return {
      error: 'unauthorized',
      code: 'wrong_password',
      message: 'This password is not correct. Try again.',
    }
  await attemptLimiter.succeeded(keys)
  return undefined
}
