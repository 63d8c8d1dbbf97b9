// Sign-in with OpenID Connect (authorization code flow with state, nonce and PKCE).
import { timingSafeEqual } from 'node:crypto'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
} from 'openid-client'
import { allSecrets, currentSecret, hashToken, newToken } from '../../platform/server-secret.ts'
import { type AccountError, isAccountError } from '../account-error.ts'
import { type ClientInfo, ownerActor } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import { hourlyAttemptsByAddress } from './attempt-limiter.ts'
import { findIdentity, linkIdentity } from './identities.ts'
import { createAccountFromClaims, type ProviderClaims } from './oidc-sign-up.ts'
import {
  findReauthenticationMethods,
  markReauthenticated,
  type Reauthentication,
  requireReauthentication,
} from './reauthentication.ts'
import type { Session } from './sessions.ts'
import { type Challenge, completeSignIn, type SignedIn } from './sign-in.ts'

const ttlMinutes = 10
const maxStartsPerIpAddressPerHour = 200
const statePurpose = 'provider state'
// The time to sign in at the provider, perhaps with a code, and come back.
const maxAuthenticationAgeSeconds = 300

export interface ProviderSignInStarted {
  /** The authorization URL to redirect to. */
  url: string
  /** For a cookie valid for ten minutes: only the browser that started the sign-in can complete it. */
  state: string
}

export async function startProviderSignIn(
  context: AccountContext,
  provider: string,
  client: ClientInfo,
): Promise<ProviderSignInStarted | AccountError> {
  return start(context, provider, { linkingAccountId: null, sessionId: null }, client)
}

/** Starts linking an identity to the signed-in account. */
export async function startLinking(
  context: AccountContext,
  provider: string,
  accountId: number,
  reauthentication: Reauthentication,
  client: ClientInfo,
): Promise<ProviderSignInStarted | AccountError> {
  const error = await requireReauthentication(context, accountId, reauthentication, client)
  return error ?? start(context, provider, { linkingAccountId: accountId, sessionId: null }, client)
}

/** For accounts without a password and without two-factor authentication: the owner signs in again at the provider. */
export async function startProviderReauthentication(
  context: AccountContext,
  provider: string,
  session: Pick<Session, 'id' | 'accountId'>,
  client: ClientInfo,
): Promise<ProviderSignInStarted | AccountError> {
  const methods = await findReauthenticationMethods(context.database, session.accountId)
  if (!methods.providers.includes(provider)) return notSufficient
  return start(context, provider, { linkingAccountId: null, sessionId: session.id }, client)
}

const notSufficient: AccountError = {
  error: 'invalid',
  code: 'provider_cannot_confirm',
  message: 'This provider cannot confirm changes to your account. Confirm another way.',
}

/** Both null: a sign-in. */
interface Purpose {
  linkingAccountId: number | null
  /** The session that re-authenticates. */
  sessionId: number | null
}

async function start(
  context: AccountContext,
  provider: string,
  { linkingAccountId, sessionId }: Purpose,
  client: ClientInfo,
): Promise<ProviderSignInStarted | AccountError> {
  if (!context.providers.has(provider)) {
    return {
      error: 'invalid',
      code: 'unknown_provider',
      message: 'This sign-in provider is not available. Choose another way to sign in.',
    }
  }
  const error = await context.attemptLimiter.attempt(
    hourlyAttemptsByAddress('provider', client, maxStartsPerIpAddressPerHour),
  )
  if (error) return error
  const configuration = await findConfiguration(context, provider)
  if (isAccountError(configuration)) return configuration

  const state = newToken()
  await context.database.query({
    text: `
      with expired as (
        delete from oidc_auth_requests where expires_at < now()
      )
      insert into oidc_auth_requests (state_hash, provider, linking_account_id, session_id, expires_at)
        values ($1, $2, $3, $4, now() + interval '${ttlMinutes} minutes')`,
    values: [hashToken(context.secret, statePurpose, state), provider, linkingAccountId, sessionId],
  })
  const { nonce, verifier } = deriveNonceAndVerifier(currentSecret(context.secret), state)
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl(context, provider),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // A session at the provider is not enough: the owner has to sign in again.
    ...(sessionId !== null && { prompt: 'login', max_age: '0' }),
  })
  return { url: url.href, state }
}

export interface ProviderCallback {
  /** From the path of the callback URL. */
  provider: string
  /** The raw query string. */
  query: string
  stateCookie: string | undefined
  /** The language of the mails to a new account. */
  locale?: string | undefined
  /** The account signed in in this browser, if any. */
  accountId: number | undefined
  /** Its session. */
  sessionId?: number | undefined
}

/** Handles the redirect back from the provider. */
export async function finishProviderSignIn(
  context: AccountContext,
  callback: ProviderCallback,
  client: ClientInfo,
): Promise<SignedIn | Challenge | { linked: string } | { reauthenticated: string } | AccountError> {
  const pending = await consumeState(context, callback)
  if (pending === undefined) return invalidState
  if (pending.linkingAccountId !== null && pending.linkingAccountId !== callback.accountId)
    return invalidState
  if (pending.sessionId !== null && pending.sessionId !== callback.sessionId) return invalidState
  const claims = await fetchClaims(context, callback, pending)
  if (isAccountError(claims)) return claims

  const { provider, accountId: ownId } = callback
  if (pending.sessionId !== null && ownId !== undefined) {
    return reauthenticate(context, provider, claims, { id: pending.sessionId, accountId: ownId }, client)
  }
  if (pending.linkingAccountId !== null) {
    return linkIdentity(context.database, pending.linkingAccountId, provider, claims, ownerActor(client))
  }
  const accountId =
    (await findIdentity(context.database, provider, claims.subject)) ??
    (await createAccountFromClaims(context.database, provider, claims, callback.locale, ownerActor(client)))
  return isAccountError(accountId) ? accountId : completeSignIn(context, accountId, client, provider)
}

async function reauthenticate(
  { database }: AccountContext,
  provider: string,
  { subject }: ProviderClaims,
  session: Pick<Session, 'id' | 'accountId'>,
  client: ClientInfo,
): Promise<{ reauthenticated: string } | AccountError> {
  return database.transaction(async transaction => {
    if ((await findIdentity(transaction, provider, subject)) !== session.accountId) return otherIdentity
    // The account may have a password or two-factor authentication by now.
    const methods = await findReauthenticationMethods(transaction, session.accountId)
    if (!methods.providers.includes(provider)) return notSufficient
    await markReauthenticated(transaction, session, provider, client)
    return { reauthenticated: provider }
  })
}

const otherIdentity: AccountError = {
  error: 'unauthorized',
  code: 'other_provider_user',
  message:
    'You signed in at the provider as someone who is not linked to this account. Sign in there as its owner.',
}

const invalidState: AccountError = {
  error: 'unauthorized',
  code: 'provider_sign_in_expired',
  message: 'This sign-in was started in another browser or took longer than ten minutes. Please start again.',
}

interface PendingSignIn extends Purpose {
  state: string
  /** The server secret when the sign-in started: nonce and verifier are derived from it. */
  secret: string
}

/** Single-use, and only in the browser that started the sign-in. */
async function consumeState(
  { database, secret }: AccountContext,
  { provider, query, stateCookie }: ProviderCallback,
): Promise<PendingSignIn | undefined> {
  const state = new URLSearchParams(query).get('state')
  if (!state || !stateCookie) return undefined
  const hashes = allSecrets(secret).map(each => ({
    secret: each,
    hash: hashToken(each, statePurpose, state),
  }))
  if (
    !timingSafeEqual(hashToken(secret, statePurpose, state), hashToken(secret, statePurpose, stateCookie))
  ) {
    return undefined
  }
  const { rows } = await database.query<Purpose & { hash: Buffer }>({
    text: `
      delete from oidc_auth_requests
        where state_hash = any ($1) and provider = $2 and expires_at > now()
        returning state_hash as hash, linking_account_id as "linkingAccountId", session_id as "sessionId"`,
    values: [hashes.map(({ hash }) => hash), provider],
  })
  const [stored] = rows
  const match = hashes.find(({ hash }) => stored?.hash.equals(hash))
  if (!stored || !match) return undefined
  const { linkingAccountId, sessionId } = stored
  return { state, secret: match.secret, linkingAccountId, sessionId }
}

async function fetchClaims(
  context: AccountContext,
  { provider, query }: ProviderCallback,
  { state, secret, sessionId }: PendingSignIn,
): Promise<ProviderClaims | AccountError> {
  if (new URLSearchParams(query).has('error')) {
    return {
      error: 'unauthorized',
      code: 'provider_denied',
      message: 'The provider denied the sign-in, or you canceled it. Try again.',
    }
  }
  const configuration = await findConfiguration(context, provider)
  if (isAccountError(configuration)) return configuration
  const { nonce, verifier } = deriveNonceAndVerifier(secret, state)
  // Built from our settings; the Host header is not trusted.
  const currentUrl = new URL(callbackUrl(context, provider))
  currentUrl.search = query
  try {
    const tokens = await authorizationCodeGrant(configuration, currentUrl, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      // Rejects an ID token without `auth_time`, which the provider must send because `max_age` was requested.
      ...(sessionId !== null && { maxAge: maxAuthenticationAgeSeconds }),
    })
    const claims = tokens.claims()
    if (!claims) return signInFailed
    // Many providers return the e-mail address only from the userinfo endpoint.
    const allClaims =
      claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
        ? { ...claims, ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)) }
        : claims
    return {
      subject: claims.sub,
      email: stringOrNull(allClaims['email']),
      emailIsVerified: allClaims['email_verified'] === true,
      username: stringOrNull(allClaims['preferred_username']),
    }
  } catch (error) {
    context.providers.report(provider, error)
    return sessionId === null ? signInFailed : reauthenticationFailed
  }
}

const signInFailed: AccountError = {
  error: 'unauthorized',
  code: 'provider_failed',
  message: 'The provider could not confirm your identity. Try again, or sign in another way.',
}

const reauthenticationFailed: AccountError = {
  error: 'unauthorized',
  code: 'provider_not_fresh',
  message:
    'The provider did not confirm that you have just signed in. If it happens again, set a password by email (“Forgot your password?”) and confirm with that.',
}

async function findConfiguration(
  context: AccountContext,
  provider: string,
): Promise<Configuration | AccountError> {
  try {
    return await context.providers.find(provider)
  } catch (error) {
    context.providers.report(provider, error)
    return {
      error: 'unavailable',
      code: 'provider_unavailable',
      message: 'The provider is not responding. Try again in a minute, or sign in another way.',
      retryAfter: 60,
    }
  }
}

/** Derived from the server secret, so that they need not be stored. */
function deriveNonceAndVerifier(secret: string, state: string): { nonce: string; verifier: string } {
  return {
    nonce: hashToken(secret, 'provider nonce', state).toString('base64url'),
    verifier: hashToken(secret, 'provider code verifier', state).toString('base64url'),
  }
}

/** One callback per provider, so that no provider can respond in place of another (mix-up attack). */
function callbackUrl({ websiteUrl }: AccountContext, provider: string): string {
  return `${websiteUrl}/sign-in/${provider}/callback`
}

function stringOrNull(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim : null
}
