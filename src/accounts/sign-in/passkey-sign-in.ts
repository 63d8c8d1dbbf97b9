// What a passkey can replace: password and code at sign-in, the code after a password, or both before a sensitive action.
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { type AccountError, isAccountError } from '../account-error.ts'
import { recordAuditEvent } from '../audit-log.ts'
import { anonymousActor, type ClientInfo } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import { hourlyAttemptsByAddress } from './attempt-limiter.ts'
import { type ChallengeScope, consumePasskeyChallenge, createPasskeyChallenge } from './passkey-challenges.ts'
import { type PasskeyProof, relyingParty, verifyPasskey } from './passkey-responses.ts'
import { listCredentials } from './passkeys.ts'
import { markReauthenticated } from './reauthentication.ts'
import type { Session } from './sessions.ts'
import {
  type Challenge,
  completeSignIn,
  countMfaAttempt,
  findMfaChallenge,
  finishMfaChallenge,
  mfaChallengeExpired,
  type SignedIn,
} from './sign-in.ts'
import { loadWebAuthn } from './webauthn.ts'

export interface PasskeyRequest {
  /** For the cookie of this browser. */
  token: string
  options: PublicKeyCredentialRequestOptionsJSON
}

export interface PasskeyAnswer {
  /** From the cookie. */
  token: string
  /** What the browser returned, as JSON. */
  response: string
}

// Signatures cannot be guessed, so they are limited by address only: nobody can lock an owner out.
const maxResponsesPerIpAddressPerHour = 100

const signInScope: ChallengeScope = { purpose: 'sign-in', accountId: null, sessionId: null }

/** The browser offers every passkey it has for this website. */
export function startPasskeySignIn(
  context: AccountContext,
  client: ClientInfo,
): Promise<PasskeyRequest | AccountError> {
  return request(context, signInScope, 'required', client)
}

/**
 * A passkey replaces the password and the code: the device is one factor, and the PIN, finger or face that unlocks it another.
 */
export async function finishPasskeySignIn(
  context: AccountContext,
  answer: PasskeyAnswer,
  client: ClientInfo,
): Promise<SignedIn | Challenge | AccountError> {
  const accountId = await verify(context, answer, signInScope, 'required', client)
  if (isAccountError(accountId)) return accountId
  return completeSignIn(context, accountId, client, 'passkey', undefined, 'both factors')
}

/** After the password: the passkey replaces the code. */
export async function startPasskeySecondFactor(
  context: AccountContext,
  mfaChallenge: string,
  client: ClientInfo,
): Promise<PasskeyRequest | AccountError> {
  const challenge = await findMfaChallenge(context, mfaChallenge)
  if (!challenge) return mfaChallengeExpired
  return request(context, secondFactorScope(challenge.accountId), 'preferred', client)
}

export async function finishPasskeySecondFactor(
  context: AccountContext,
  mfaChallenge: string,
  answer: PasskeyAnswer,
  client: ClientInfo,
): Promise<SignedIn | AccountError> {
  const challenge = await findMfaChallenge(context, mfaChallenge)
  if (!challenge || (await countMfaAttempt(context, challenge)) === undefined) return mfaChallengeExpired
  const { accountId } = challenge
  const verified = await verify(context, answer, secondFactorScope(accountId), 'preferred', client)
  if (!isAccountError(verified)) return finishMfaChallenge(context, challenge, client, 'passkey')
  // Recorded because someone knows the password.
  if (verified.error === 'unauthorized')
    await recordAuditEvent(context.database, accountId, anonymousActor(client), 'passkey rejected')
  return verified
}

type OwnSession = Pick<Session, 'id' | 'accountId'>

export function startPasskeyReauthentication(
  context: AccountContext,
  session: OwnSession,
  client: ClientInfo,
): Promise<PasskeyRequest | AccountError> {
  return request(context, reauthenticationScope(session), 'required', client)
}

/** Returns undefined on success. */
export async function finishPasskeyReauthentication(
  context: AccountContext,
  session: OwnSession,
  answer: PasskeyAnswer,
  client: ClientInfo,
): Promise<AccountError | undefined> {
  const verified = await verify(context, answer, reauthenticationScope(session), 'required', client)
  if (isAccountError(verified)) return verified
  await context.database.transaction(transaction =>
    markReauthenticated(transaction, session, 'passkey', client),
  )
  return undefined
}

function secondFactorScope(accountId: number): ChallengeScope {
  return { purpose: 'two-factor', accountId, sessionId: null }
}

function reauthenticationScope({ accountId, id }: OwnSession): ChallengeScope {
  return { purpose: 're-authentication', accountId, sessionId: id }
}

async function request(
  context: AccountContext,
  scope: ChallengeScope,
  userVerification: PasskeyProof['userVerification'],
  client: ClientInfo,
): Promise<PasskeyRequest | AccountError> {
  const credentials = scope.accountId === null ? [] : await listCredentials(context.database, scope.accountId)
  if (scope.accountId !== null && credentials.length === 0) return noPasskey
  const created = await createPasskeyChallenge(context, scope, client)
  if (isAccountError(created)) return created
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(context).id,
    challenge: created.challenge,
    userVerification,
    allowCredentials: credentials.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      transports,
    })),
  })
  return { token: created.token, options }
}

/** The account of the passkey, which is the expected one if the scope names it. */
async function verify(
  context: AccountContext,
  { token, response }: PasskeyAnswer,
  scope: ChallengeScope,
  userVerification: PasskeyProof['userVerification'],
  client: ClientInfo,
): Promise<number | AccountError> {
  const keys = hourlyAttemptsByAddress('passkey response', client, maxResponsesPerIpAddressPerHour, 'refund')
  const error = await context.attemptLimiter.attempt(keys)
  if (error) return error
  const requested = await consumePasskeyChallenge(context, token, scope)
  if (!requested) return requestExpired
  const proof = { response, expectedChallenge: requested.challenge, userVerification }
  const accountId = await verifyPasskey(context, proof, client)
  if (accountId === undefined || (scope.accountId !== null && accountId !== scope.accountId))
    return notAccepted
  await context.attemptLimiter.succeeded(keys)
  return accountId
}

const noPasskey: AccountError = {
  error: 'invalid',
  code: 'no_passkey',
  message: 'This account has no passkey. Confirm another way.',
}

const requestExpired: AccountError = {
  error: 'unauthorized',
  code: 'passkey_request_expired',
  message: 'This took longer than five minutes, or was started in another browser. Please start again.',
}

const notAccepted: AccountError = {
  error: 'unauthorized',
  code: 'passkey_not_accepted',
  message:
    'This passkey is not accepted: it was removed from the account, or belongs to another one. Try another way.',
}
