// TOTP codes (RFC 6238), and the recovery codes accepted in their place.
import { Secret, TOTP } from 'otpauth'
import type { DatabasePool } from '../../platform/database/pool.ts'
import { decrypt, encrypt, type ServerSecret } from '../../platform/server-secret.ts'
import { type ClientInfo, ownerActor } from '../client-info.ts'
import { notifyOwner } from '../notifications/notify.ts'
import { type AttemptKey, attemptKeys, hourlyAttemptsByAddress } from './attempt-limiter.ts'
import { consumeRecoveryCode, countRecoveryCodes } from './recovery-codes.ts'

const periodSeconds = 30
// Tolerates a clock that is off by half a minute.
const stepWindow = 1

const secretBytes = 20

const maxRecoveryAttemptsPerHour = 100

export interface GeneratedTotpSecret {
  encrypted: Buffer
  /** Base32, for manual entry. */
  base32: string
  /** The otpauth:// URI for the QR code. */
  uri: string
}

export function generateTotpSecret(
  secret: ServerSecret,
  accountId: number,
  accountName: string,
): GeneratedTotpSecret {
  const totpSecret = new Secret({ size: secretBytes })
  return {
    encrypted: encryptTotpSecret(secret, accountId, totpSecret.bytes),
    base32: totpSecret.base32,
    uri: totp(totpSecret, accountName).toString(),
  }
}

/** Returns the time step of the code; undefined when the code is wrong. */
export function verifyTotp(
  secret: ServerSecret,
  accountId: number,
  encryptedSecret: Buffer,
  code: string,
): number | undefined {
  if (!isTotpCode(code)) return undefined
  const totpSecret = new Secret({
    buffer: new Uint8Array(decryptTotpSecret(secret, accountId, encryptedSecret)).buffer,
  })
  const timestamp = Date.now()
  const offset = totp(totpSecret, '').validate({ token: code.trim(), timestamp, window: stepWindow })
  return offset === null ? undefined : Math.floor(timestamp / 1000 / periodSeconds) + offset
}

/** Accepts a TOTP or recovery code once. Atomic: of concurrent calls only one succeeds. */
export async function consumeTotp(
  database: DatabasePool,
  secret: ServerSecret,
  accountId: number,
  code: string,
  client: ClientInfo,
): Promise<'TOTP code' | 'recovery code' | undefined> {
  if (!isTotpCode(code)) {
    return database.transaction(async transaction => {
      if (!(await consumeRecoveryCode(transaction, secret, accountId, code))) return undefined
      await notifyOwner(transaction, accountId, {
        kind: 'recovery-code-used',
        by: ownerActor(client),
        codesLeft: await countRecoveryCodes(transaction, accountId),
      })
      return 'recovery code'
    })
  }
  const { rows } = await database.query<{ totp_secret: Buffer }>({
    text: 'select totp_secret from accounts where id = $1 and mfa_enabled_at is not null and totp_secret is not null',
    values: [accountId],
  })
  const step = rows[0] && verifyTotp(secret, accountId, rows[0].totp_secret, code)
  if (step === undefined) return undefined
  const { rowCount } = await database.query({
    text: 'update accounts set totp_last_step = $2 where id = $1 and totp_last_step < $2',
    values: [accountId, step],
  })
  return rowCount === 1 ? 'TOTP code' : undefined
}

/**
 * TOTP codes can be guessed and are limited strictly. Recovery codes cannot, so guessing never locks them
 * out.
 */
export function totpAttemptKeys(
  secret: ServerSecret,
  accountId: number,
  code: string,
  client: ClientInfo,
): AttemptKey[] {
  return isTotpCode(code)
    ? attemptKeys('code', secret, { accountId }, client)
    : hourlyAttemptsByAddress('recovery code', client, maxRecoveryAttemptsPerHour, 'refund')
}

function isTotpCode(code: string): boolean {
  return /^\s*\d{6}\s*$/.test(code)
}

function totp(totpSecret: Secret, accountName: string): TOTP {
  return new TOTP({
    issuer: 'Larder',
    label: accountName,
    algorithm: 'SHA1', // the only algorithm that every app supports
    digits: 6,
    period: periodSeconds,
    secret: totpSecret,
  })
}

export function encryptTotpSecret(secret: ServerSecret, accountId: number, totpSecret: Uint8Array): Buffer {
  return encrypt(secret, purpose(accountId), totpSecret)
}

/** Throws when none of the server secrets decrypts it. */
export function decryptTotpSecret(secret: ServerSecret, accountId: number, encrypted: Uint8Array): Buffer {
  return decrypt(secret, purpose(accountId), encrypted)
}

/** Bound to the account, so that a ciphertext copied to another row cannot be decrypted. */
function purpose(accountId: number): string {
  return `totp secret of account ${accountId}`
}
