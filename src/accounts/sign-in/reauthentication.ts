// Re-authentication before sensitive actions, so that a stolen session alone is not enough.
import type { Database } from '../../platform/database/pool.ts'
import { type AccountError, isAccountError } from '../account-error.ts'
import type { ClientInfo } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import { attemptKeys } from './attempt-limiter.ts'
import { verifyPassword } from './passwords.ts'
import { consumeTotp, totpAttemptKeys } from './totp.ts'

export interface Reauthentication {
  password?: string | undefined
  code?: string | undefined
}

/** The credential to ask for: a two-factor code if enabled, otherwise the password. */
export async function reauthenticationNeeded(
  database: Database,
  accountId: number,
): Promise<'code' | 'password' | 'nothing'> {
  const { rows } = await database.query<{ needed: 'code' | 'password' | 'nothing' }>({
    text: `
      select case when mfa_enabled_at is not null then 'code'
                  when password_hash is not null then 'password'
                  else 'nothing' end as needed
        from accounts where id = $1`,
    values: [accountId],
  })
  return rows[0]?.needed ?? 'password'
}

/**
 * Returns undefined when confirmed. An account that signs in through a provider only, without two-factor
 * authentication, has no credential to ask for.
 */
export async function requireReauthentication(
  context: AccountContext,
  accountId: number,
  reauthentication: Reauthentication,
  client: ClientInfo,
): Promise<AccountError | undefined> {
  switch (await reauthenticationNeeded(context.database, accountId)) {
    case 'code':
      return checkCode(context, accountId, reauthentication.code ?? '', client)
    case 'password':
      return requirePassword(context, accountId, reauthentication.password ?? '', client)
    case 'nothing':
      return undefined
  }
}

/** Returns undefined when confirmed, or when two-factor authentication is off. */
export async function requireTwoFactorCode(
  context: AccountContext,
  accountId: number,
  code: string,
  client: ClientInfo,
): Promise<AccountError | undefined> {
  const needed = await reauthenticationNeeded(context.database, accountId)
  return needed === 'code' ? checkCode(context, accountId, code, client) : undefined
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
  if (!matches) return { error: 'unauthorized', message: 'This password is not correct. Try again.' }
  await attemptLimiter.succeeded(keys)
  return undefined
}
