// Verifies what a browser returns after its user has confirmed with a passkey.
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { recordAuditEvent } from '../audit-log.ts'
import { anonymousActor, type ClientInfo } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import { loadWebAuthn } from './webauthn.ts'

/** Who passkeys are created for: the host of the website, which browsers compare with the page. */
export function relyingParty({ websiteUrl }: Pick<AccountContext, 'websiteUrl'>): {
  id: string
  origin: string
} {
  const { hostname, origin } = new URL(websiteUrl)
  return { id: hostname, origin }
}

const maxResponseLength = 20_000

/** Undefined if it is not a JSON object; its members are checked by the verification. */
export function parseResponse<Response>(json: string): Response | undefined {
  if (json.length > maxResponseLength) return undefined
  try {
    const parsed: unknown = JSON.parse(json)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Response) : undefined
  } catch {
    return undefined
  }
}

interface StoredPasskey {
  id: number
  account_id: number
  name: string
  credential_id: Buffer
  public_key: Buffer
  user_handle: Buffer
}

export interface PasskeyProof {
  /** The response of the browser, as JSON. */
  response: string
  expectedChallenge: string
  /** Whether the user must have entered a PIN or shown a finger or face. */
  userVerification: 'required' | 'preferred'
}

/** The account that the passkey belongs to; undefined if the response is not valid. */
export async function verifyPasskey(
  context: AccountContext,
  { response, expectedChallenge, userVerification }: PasskeyProof,
  client: ClientInfo,
): Promise<number | undefined> {
  const parsed = parseResponse<AuthenticationResponseJSON>(response)
  if (!parsed || typeof parsed.id !== 'string') return undefined
  const passkey = await findPasskey(context, parsed.id)
  if (!passkey) return undefined
  const signCount = await verifySignature(context, parsed, passkey, expectedChallenge, userVerification)
  if (signCount === undefined) return undefined
  if (await recordUse(context, passkey.id, signCount)) return passkey.account_id
  await recordAuditEvent(
    context.database,
    passkey.account_id,
    anonymousActor(client),
    'passkey rejected',
    `${passkey.name}: its signature counter went back, so there may be a copy of it`,
  )
  return undefined
}

async function findPasskey(
  { database }: AccountContext,
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  const { rows } = await database.query<StoredPasskey>({
    text: `
      select id, account_id, name, credential_id, public_key, user_handle
        from passkeys where credential_id = $1`,
    values: [Buffer.from(credentialId, 'base64url')],
  })
  return rows[0]
}

/** The signature counter of a valid response. */
async function verifySignature(
  context: AccountContext,
  response: AuthenticationResponseJSON,
  passkey: StoredPasskey,
  expectedChallenge: string,
  userVerification: PasskeyProof['userVerification'],
): Promise<number | undefined> {
  const { id, origin } = relyingParty(context)
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: userVerification === 'required',
      credential: {
        id: passkey.credential_id.toString('base64url'),
        publicKey: new Uint8Array(passkey.public_key),
        // The package would compare counters before it verifies the signature; `recordUse` does it afterwards.
        counter: 0,
      },
    })
    const { userHandle } = response.response
    if (userHandle && !passkey.user_handle.equals(Buffer.from(userHandle, 'base64url'))) return undefined
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // The package throws for every response that is malformed or not ours.
    return undefined
  }
}

/** False if the counter has not advanced. Authenticators that do not count, such as synced passkeys, always send 0. */
async function recordUse(
  { database }: AccountContext,
  passkeyId: number,
  signCount: number,
): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `
      update passkeys set sign_count = $2, last_used_at = now()
        where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0))`,
    values: [passkeyId, signCount],
  })
  return rowCount === 1
}
