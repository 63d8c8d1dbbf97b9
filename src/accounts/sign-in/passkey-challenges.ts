// Challenges that passkeys sign: single-use, valid for a few minutes, and bound to one browser by a cookie.

import { allSecrets, currentSecret, hashToken, newToken } from '../../platform/server-secret.ts'
import type { AccountError } from '../account-error.ts'
import type { ClientInfo } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import { hourlyAttemptsByAddress } from './attempt-limiter.ts'

/** A challenge created for one purpose is rejected for any other. */
export interface ChallengeScope {
  purpose: 'registration' | 'sign-in' | 'two-factor' | 're-authentication'
  /** Null before sign-in. */
  accountId: number | null
  sessionId: number | null
}

export interface CreatedChallenge {
  /** For a cookie: only the browser that asked for the challenge can use it. */
  token: string
  challenge: Uint8Array<ArrayBuffer>
}

const ttlMinutes = 5
const maxChallengesPerIpAddressPerHour = 200
const tokenPurpose = 'passkey challenge token'

export async function createPasskeyChallenge(
  { database, secret, attemptLimiter }: AccountContext,
  { purpose, accountId, sessionId }: ChallengeScope,
  client: ClientInfo,
  userHandle: Uint8Array | null = null,
): Promise<CreatedChallenge | AccountError> {
  const error = await attemptLimiter.attempt(
    hourlyAttemptsByAddress('passkey challenge', client, maxChallengesPerIpAddressPerHour),
  )
  if (error) return error
  const token = newToken()
  await database.query({
    text: `
      insert into passkey_challenges (token_hash, purpose, account_id, session_id, user_handle, expires_at)
        values ($1, $2, $3, $4, $5, now() + interval '${ttlMinutes} minutes')`,
    values: [hashToken(secret, tokenPurpose, token), purpose, accountId, sessionId, userHandle],
  })
  return { token, challenge: deriveChallenge(currentSecret(secret), token) }
}

export interface ConsumedChallenge {
  /** In base64url. */
  challenge: string
  userHandle: Buffer | null
}

/** Succeeds once; undefined when it has expired, was used, or belongs to another browser. */
export async function consumePasskeyChallenge(
  { database, secret }: AccountContext,
  token: string,
  { purpose, accountId, sessionId }: ChallengeScope,
): Promise<ConsumedChallenge | undefined> {
  const candidates = allSecrets(secret).map(each => ({
    secret: each,
    hash: hashToken(each, tokenPurpose, token),
  }))
  const { rows } = await database.query<{ hash: Buffer; userHandle: Buffer | null }>({
    text: `
      delete from passkey_challenges
        where token_hash = any ($1) and purpose = $2 and expires_at > now()
          and account_id is not distinct from $3 and session_id is not distinct from $4
        returning token_hash as hash, user_handle as "userHandle"`,
    values: [candidates.map(({ hash }) => hash), purpose, accountId, sessionId],
  })
  const [consumed] = rows
  const match = candidates.find(({ hash }) => consumed?.hash.equals(hash))
  if (!consumed || !match) return undefined
  const challenge = Buffer.from(deriveChallenge(match.secret, token)).toString('base64url')
  return { challenge, userHandle: consumed.userHandle }
}

/** Derived from the server secret, so that it need not be stored. */
function deriveChallenge(secret: string, token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hashToken(secret, 'passkey challenge', token))
}
