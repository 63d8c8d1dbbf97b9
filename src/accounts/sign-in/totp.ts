// The six-digit codes of an app (RFC 6238), and the recovery codes that stand in for them.
import { Secret, TOTP } from 'otpauth'
import type { Database } from '../../platform/database/pool.ts'
import type { ClientInfo } from '../client-info.ts'
import { decrypt, encrypt, type ServerSecret } from '../server-secret.ts'
import { type AttemptKey, attemptKeys, hourlyAttempts } from './attempt-limiter.ts'
import { consumeRecoveryCode } from './recovery-codes.ts'

const periodSeconds = 30
// A phone's clock may be off by half a minute.
const stepsAround = 1

const seedBytes = 20

const recoveryTriesAnHour = 100

export interface GeneratedTotpSecret {
  /** As it is stored. */
  encrypted: Buffer
  /** For those who cannot take the picture. */
  text: string
  /** For the picture: otpauth://… */
  uri: string
}

export function generateTotpSecret(
  secret: ServerSecret,
  accountId: number,
  accountName: string,
): GeneratedTotpSecret {
  const seed = new Secret({ size: seedBytes })
  return {
    encrypted: encryptTotpSecret(secret, accountId, seed.bytes),
    text: seed.base32,
    uri: totp(seed, accountName).toString(),
  }
}

/** The step of time that this code belongs to; undefined when it is wrong. */
export function verifyTotp(
  secret: ServerSecret,
  accountId: number,
  encryptedSeed: Buffer,
  code: string,
): number | undefined {
  if (!isSixDigits(code)) return undefined
  const seed = new Secret({
    buffer: new Uint8Array(decryptTotpSecret(secret, accountId, encryptedSeed)).buffer,
  })
  const timestamp = Date.now()
  const offset = totp(seed, '').validate({ token: code.trim(), timestamp, window: stepsAround })
  return offset === null ? undefined : Math.floor(timestamp / 1000 / periodSeconds) + offset
}

/** Takes a six-digit or a recovery code, each once: of twenty at once one is taken. */
export async function consumeTotp(
  database: Database,
  secret: ServerSecret,
  accountId: number,
  code: string,
): Promise<'six digits' | 'recovery code' | undefined> {
  if (!isSixDigits(code)) {
    return (await consumeRecoveryCode(database, secret, accountId, code)) ? 'recovery code' : undefined
  }
  const { rows } = await database.query<{ totp_secret: Buffer }>({
    text: 'select totp_secret from accounts where id = $1 and mfa_enabled_at is not null',
    values: [accountId],
  })
  const step = rows[0] && verifyTotp(secret, accountId, rows[0].totp_secret, code)
  if (step === undefined) return undefined
  const { rowCount } = await database.query({
    text: 'update accounts set totp_last_step = $2 where id = $1 and totp_last_step < $2',
    values: [accountId, step],
  })
  return rowCount === 1 ? 'six digits' : undefined
}

/** Six digits can be guessed; a recovery code cannot, so tries at those are never a reason to refuse it. */
export function totpAttemptKeys(
  secret: ServerSecret,
  accountId: number,
  code: string,
  client: ClientInfo,
): AttemptKey[] {
  return isSixDigits(code)
    ? attemptKeys('code', secret, { accountId }, client)
    : [hourlyAttempts('recovery code', client.ipAddress, recoveryTriesAnHour, 'given back')]
}

function isSixDigits(code: string): boolean {
  return /^\s*\d{6}\s*$/.test(code)
}

function totp(seed: Secret, accountName: string): TOTP {
  return new TOTP({
    issuer: 'Larder',
    label: accountName,
    algorithm: 'SHA1', // the only one that every app can
    digits: 6,
    period: periodSeconds,
    secret: seed,
  })
}

export function encryptTotpSecret(secret: ServerSecret, accountId: number, seed: Uint8Array): Buffer {
  return encrypt(secret, purpose(accountId), seed)
}

/** Throws when none of the secrets opens it. */
export function decryptTotpSecret(secret: ServerSecret, accountId: number, encrypted: Uint8Array): Buffer {
  return decrypt(secret, purpose(accountId), encrypted)
}

/** Bound to the account: a seed copied into another row opens nothing. */
function purpose(accountId: number): string {
  return `code seed of account ${accountId}`
}
