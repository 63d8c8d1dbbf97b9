// Sign-in through a provider (OpenID Connect, code flow with state, nonce and PKCE).
import { timingSafeEqual } from 'node:crypto'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
} from 'openid-client'
import { type AccountError, isAccountError } from '../account-error.ts'
import { type ClientInfo, ownerActor } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import { allSecrets, currentSecret, hashToken, newToken } from '../server-secret.ts'
import { hourlyAttempts } from './attempt-limiter.ts'
import { findIdentity, linkIdentity } from './identities.ts'
import { createAccountFromClaims, type ProviderClaims } from './oidc-sign-up.ts'
import { type Reauthentication, requireReauthentication } from './reauthentication.ts'
import { type Challenge, completeSignIn, type SignedIn } from './sign-in.ts'

const minutesToFinish = 10
const startsOfAnAddressAnHour = 200
const statePurpose = 'provider state'

export interface ProviderSignInStarted {
  /** Where to send the browser. */
  url: string
  /** For a cookie of ten minutes: only the browser that began can finish. */
  state: string
}

export async function startProviderSignIn(
  context: AccountContext,
  provider: string,
  client: ClientInfo,
): Promise<ProviderSignInStarted | AccountError> {
  return start(context, provider, null, client)
}

/** The same for the signed-in owner, who wants to get in this way from now on. */
export async function startLinking(
  context: AccountContext,
  provider: string,
  accountId: number,
  reauthentication: Reauthentication,
  client: ClientInfo,
): Promise<ProviderSignInStarted | AccountError> {
  const error = await requireReauthentication(context, accountId, reauthentication, client)
  return error ?? start(context, provider, accountId, client)
}

async function start(
  context: AccountContext,
  provider: string,
  linkingAccountId: number | null,
  client: ClientInfo,
): Promise<ProviderSignInStarted | AccountError> {
  if (!context.providers.has(provider)) {
    return { error: 'invalid', message: 'There is no such provider here. Choose another way to sign in.' }
  }
  const error = await context.attemptLimiter.attempt([
    hourlyAttempts('provider', client.ipAddress, startsOfAnAddressAnHour),
  ])
  if (error) return error
  const configuration = await findConfiguration(context, provider)
  if (isAccountError(configuration)) return configuration

  const state = newToken()
  await context.database.query({
    text: `
      with expired as (
        delete from oidc_auth_requests where expires_at < now()
      )
      insert into oidc_auth_requests (state_hash, provider, linking_account_id, expires_at)
        values ($1, $2, $3, now() + interval '${minutesToFinish} minutes')`,
    values: [hashToken(context.secret, statePurpose, state), provider, linkingAccountId],
  })
  const { nonce, verifier } = derivedFrom(currentSecret(context.secret), state)
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl(context, provider),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, state }
}

export interface ProviderAnswer {
  /** From the path of the callback. */
  provider: string
  /** Everything after the question mark. */
  query: string
  stateCookie: string | undefined
  /** Who is signed in in this browser. */
  accountId: number | undefined
}

/** For the page that the provider sends the browser back to. */
export async function finishProviderSignIn(
  context: AccountContext,
  answer: ProviderAnswer,
  client: ClientInfo,
): Promise<SignedIn | Challenge | { linked: string } | AccountError> {
  const begun = await takeState(context, answer)
  if (begun === undefined) return notOurs
  if (begun.linkingAccountId !== null && begun.linkingAccountId !== answer.accountId) return notOurs
  const claims = await readClaims(context, answer, begun)
  if (isAccountError(claims)) return claims

  const { provider } = answer
  if (begun.linkingAccountId !== null) {
    return linkIdentity(context.database, begun.linkingAccountId, provider, claims, ownerActor(client))
  }
  const accountId =
    (await findIdentity(context.database, provider, claims.subject)) ??
    (await createAccountFromClaims(context.database, provider, claims, ownerActor(client)))
  return isAccountError(accountId) ? accountId : completeSignIn(context, accountId, client, provider)
}

const notOurs: AccountError = {
  error: 'unauthorized',
  message: 'This sign-in was not begun in this browser, or took longer than ten minutes. Begin again.',
}

interface BegunSignIn {
  state: string
  /** The one that was current when it began: nonce and verifier are derived from it. */
  secret: string
  linkingAccountId: number | null
}

/** Once, in the browser that began. */
async function takeState(
  { database, secret }: AccountContext,
  { provider, query, stateCookie }: ProviderAnswer,
): Promise<BegunSignIn | undefined> {
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
  const { rows } = await database.query<{ hash: Buffer; linkingAccountId: number | null }>({
    text: `
      delete from oidc_auth_requests
        where state_hash = any ($1) and provider = $2 and expires_at > now()
        returning state_hash as hash, linking_account_id as "linkingAccountId"`,
    values: [hashes.map(({ hash }) => hash), provider],
  })
  const [taken] = rows
  const begunUnder = hashes.find(({ hash }) => taken?.hash.equals(hash))
  if (!taken || !begunUnder) return undefined
  return { state, secret: begunUnder.secret, linkingAccountId: taken.linkingAccountId }
}

async function readClaims(
  context: AccountContext,
  { provider, query }: ProviderAnswer,
  { state, secret }: BegunSignIn,
): Promise<ProviderClaims | AccountError> {
  if (new URLSearchParams(query).has('error')) {
    return {
      error: 'unauthorized',
      message: 'The provider did not let you in, or you said no there. Try again.',
    }
  }
  const configuration = await findConfiguration(context, provider)
  if (isAccountError(configuration)) return configuration
  const { nonce, verifier } = derivedFrom(secret, state)
  // The address is made from our settings: what the browser claims as our host is not asked.
  const currentUrl = new URL(callbackUrl(context, provider))
  currentUrl.search = query
  try {
    const tokens = await authorizationCodeGrant(configuration, currentUrl, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) return notConfirmed
    // Many providers keep the e-mail out of the token.
    const told =
      claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
        ? { ...claims, ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)) }
        : claims
    return {
      subject: claims.sub,
      email: textOrNull(told['email']),
      emailIsVerified: told['email_verified'] === true,
      username: textOrNull(told['preferred_username']),
    }
  } catch (error) {
    context.providers.report(provider, error)
    return notConfirmed
  }
}

const notConfirmed: AccountError = {
  error: 'unauthorized',
  message: 'The provider did not confirm who you are. Try again, or sign in another way.',
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
      message: 'The provider does not answer. Try again in a minute, or sign in another way.',
      retryAfter: 60,
    }
  }
}

/** Nobody can compute them without the server's secret, so they need not be kept anywhere. */
function derivedFrom(secret: string, state: string): { nonce: string; verifier: string } {
  return {
    nonce: hashToken(secret, 'provider nonce', state).toString('base64url'),
    verifier: hashToken(secret, 'provider code verifier', state).toString('base64url'),
  }
}

/** One for each provider, so that none can answer in the index of another. */
function callbackUrl({ websiteUrl }: AccountContext, provider: string): string {
  return `${websiteUrl}/sign-in/${provider}/callback`
}

function textOrNull(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim : null
}
