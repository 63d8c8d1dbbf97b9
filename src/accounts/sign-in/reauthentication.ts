// Asking the owner once more before something that matters: a stolen session alone must not be enough.
import type { Database } from '../../platform/database/pool.ts'
import { type AccountError, isAccountError } from '../account-error.ts'
import type { ClientInfo } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import { attemptKeys } from './attempt-limiter.ts'
import { verifyPassword } from './passwords.ts'
import { consumeTotp, totpAttempts } from './totp.ts'

export interface Reauthentication {
  password?: string | undefined
  code?: string | undefined
}

/** What the owner has to show for what matters: their code, else their password. */
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

/** Undefined: go on. An account that only a provider lets in, without codes, has nothing to be asked for. */
export async function requireReauthentication(
  parts: AccountContext,
  accountId: number,
  proof: Reauthentication,
  visitor: ClientInfo,
): Promise<AccountError | undefined> {
  switch (await reauthenticationNeeded(parts.database, accountId)) {
    case 'code':
      return checkCode(parts, accountId, proof.code ?? '', visitor)
    case 'password':
      return requirePassword(parts, accountId, proof.password ?? '', visitor)
    case 'nothing':
      return undefined
  }
}

/** Undefined: go on, also when the account has no second factor. */
export async function requireCode(
  parts: AccountContext,
  accountId: number,
  code: string,
  visitor: ClientInfo,
): Promise<AccountError | undefined> {
  const needed = await reauthenticationNeeded(parts.database, accountId)
  return needed === 'code' ? checkCode(parts, accountId, code, visitor) : undefined
}

async function checkCode(
  { database, secret, guesses }: AccountContext,
  accountId: number,
  code: string,
  visitor: ClientInfo,
): Promise<AccountError | undefined> {
  if (code.trim() === '') {
    return { refused: 'wrong', text: 'Type the six digits your app shows, or one of your recovery codes.' }
  }
  const subjects = totpAttempts(secret, accountId, code, visitor)
  const refusal = await guesses.attempt(subjects)
  if (refusal) return refusal
  if ((await consumeTotp(database, secret, accountId, code)) === undefined) return wrongCode
  await guesses.succeeded(subjects)
  return undefined
}

export const wrongCode: AccountError = {
  refused: 'wrong',
  text: 'That code is wrong or was used already. Wait for the next one your app shows, or use a recovery code.',
}

/** Undefined: it is right. */
export async function requirePassword(
  { database, secret, guesses }: AccountContext,
  accountId: number,
  password: string,
  visitor: ClientInfo,
): Promise<AccountError | undefined> {
  const subjects = attemptKeys('password', secret, { accountId }, visitor)
  const refusal = await guesses.attempt(subjects)
  if (refusal) return refusal
  const { rows } = await database.query<{ password_hash: string | null }>({
    text: 'select password_hash from accounts where id = $1',
    values: [accountId],
  })
  const right = await verifyPassword(rows[0]?.password_hash ?? null, password, 'known')
  if (isAccountError(right)) {
    await guesses.refund(subjects)
    return right
  }
  if (!right) return { refused: 'wrong', text: 'That is not your password. Type it again.' }
  await guesses.succeeded(subjects)
  return undefined
}
