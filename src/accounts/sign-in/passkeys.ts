// The passkeys of an account: list, add, remove.
import { randomBytes } from 'node:crypto'
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Database } from '../../platform/database/pool.ts'
import { type AccountError, isAccountError } from '../account-error.ts'
import { recordAuditEvent } from '../audit-log.ts'
import { type ClientInfo, ownerActor } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import { notifyOwner } from '../notifications/notify.ts'
import { isUniqueViolation } from '../unique-violation.ts'
import { type ChallengeScope, consumePasskeyChallenge, createPasskeyChallenge } from './passkey-challenges.ts'
import { parseResponse, relyingParty } from './passkey-responses.ts'
import { type Reauthentication, requireReauthentication } from './reauthentication.ts'
import { secureAccount } from './secure-account.ts'
import type { Session } from './sessions.ts'
import { hasOtherSignInMethod } from './sign-in-methods.ts'
import { loadWebAuthn } from './webauthn.ts'

export interface Passkey {
  id: number
  name: string
  created_at: Date
  last_used_at: Date | null
}

export const maxPasskeys = 20
export const maxPasskeyNameLength = 60
const userHandleBytes = 32

// EdDSA, ES256 and RS256, which together cover all authenticators. Newer ones depend on the version of Node.js, and every node must be
// able to verify every passkey.
const algorithms = [-8, -7, -257]

export async function listPasskeys(database: Database, accountId: number): Promise<Passkey[]> {
  const { rows } = await database.query<Passkey>({
    text: 'select id, name, created_at, last_used_at from passkeys where account_id = $1 order by id',
    values: [accountId],
  })
  return rows
}

export interface PasskeyRegistration {
  /** For the cookie of this browser. */
  token: string
  options: PublicKeyCredentialCreationOptionsJSON
}

type OwnSession = Pick<Session, 'id' | 'accountId' | 'accountName'>

/** Options for the browser, which creates the passkey. */
export async function beginPasskeyRegistration(
  context: AccountContext,
  session: OwnSession,
  name: string,
  reauthentication: Reauthentication,
  client: ClientInfo,
): Promise<PasskeyRegistration | AccountError> {
  const { accountId, accountName } = session
  const error =
    checkName(name) ?? (await requireReauthentication(context, accountId, reauthentication, client))
  if (error) return error
  const existing = await listCredentials(context.database, accountId)
  if (existing.length >= maxPasskeys) return tooManyPasskeys
  const userHandle = new Uint8Array(existing[0]?.user_handle ?? randomBytes(userHandleBytes))
  const created = await createPasskeyChallenge(context, registrationScope(session), client, userHandle)
  if (isAccountError(created)) return created
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Larder',
    rpID: relyingParty(context).id,
    userName: accountName,
    userDisplayName: accountName,
    userID: userHandle,
    challenge: created.challenge,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: existing.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      transports,
    })),
    // Discoverable and protected by a PIN, fingerprint or face: every passkey can sign in alone.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { token: created.token, options }
}

export interface CreatedPasskey {
  /** From the cookie. */
  token: string
  name: string
  /** What the browser returned, as JSON. */
  response: string
}

/** Returns undefined on success. The begun registration was confirmed by re-authentication. */
export async function finishPasskeyRegistration(
  context: AccountContext,
  session: OwnSession,
  { token, name, response }: CreatedPasskey,
  client: ClientInfo,
): Promise<AccountError | undefined> {
  const { accountId } = session
  const error = checkName(name)
  if (error) return error
  const begun = await consumePasskeyChallenge(context, token, registrationScope(session))
  if (!begun) return registrationExpired
  const credential = await verifyRegistration(context, response, begun.challenge)
  if (!credential) return notCreated
  try {
    return await context.database.transaction(async transaction => {
      await lockAccount(transaction, accountId)
      const existing = await listCredentials(transaction, accountId)
      if (existing.length >= maxPasskeys) return tooManyPasskeys
      await transaction.query({
        text: `
          insert into passkeys (account_id, name, credential_id, public_key, user_handle, sign_count, transports)
            values ($1, $2, $3, $4, $5, $6, $7)`,
        values: [
          accountId,
          name.trim(),
          Buffer.from(credential.id, 'base64url'),
          credential.publicKey,
          begun.userHandle,
          credential.counter,
          knownTransports(credential.transports),
        ],
      })
      const by = ownerActor(client)
      await recordAuditEvent(transaction, accountId, by, 'passkey added', name.trim())
      await notifyOwner(transaction, accountId, { kind: 'passkey-added', by, name: name.trim() })
      return undefined
    })
  } catch (failure) {
    if (isUniqueViolation(failure, 'passkeys_credential_id_key')) return alreadyAdded
    throw failure
  }
}

function registrationScope({ accountId, id }: OwnSession): ChallengeScope {
  return { purpose: 'registration', accountId, sessionId: id }
}

async function verifyRegistration(context: AccountContext, response: string, expectedChallenge: string) {
  const parsed = parseResponse<RegistrationResponseJSON>(response)
  if (!parsed) return undefined
  const { id, origin } = relyingParty(context)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: parsed,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    return registrationInfo?.credential
  } catch {
    // The package throws for every response that is malformed or not ours.
    return undefined
  }
}

const transportNames = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

function knownTransports(transports: unknown): string[] {
  return Array.isArray(transports) ? transportNames.filter(name => transports.includes(name)) : []
}

/** Returns undefined on success; all other sessions are then signed out, because the device may be lost. */
export async function removePasskey(
  context: AccountContext,
  { accountId, id: sessionId }: Pick<Session, 'id' | 'accountId'>,
  passkeyId: number,
  reauthentication: Reauthentication,
  client: ClientInfo,
): Promise<AccountError | undefined> {
  const error = await requireReauthentication(context, accountId, reauthentication, client)
  if (error) return error
  return context.database.transaction(async transaction => {
    await lockAccount(transaction, accountId)
    if (!(await hasOtherSignInMethod(transaction, context, accountId, { passkeyId }))) return onlySignInMethod
    if (await isOnlySecondFactor(transaction, accountId, passkeyId)) return onlySecondFactor
    const { rows } = await transaction.query<{ name: string }>({
      text: 'delete from passkeys where account_id = $1 and id = $2 returning name',
      values: [accountId, passkeyId],
    })
    if (!rows[0])
      return { error: 'conflict', code: 'passkey_gone', message: 'This passkey has already been removed.' }
    const { name } = rows[0]
    const by = ownerActor(client)
    await recordAuditEvent(transaction, accountId, by, 'passkey removed', name)
    await notifyOwner(transaction, accountId, { kind: 'passkey-removed', by, name })
    await secureAccount(transaction, accountId, sessionId)
    return undefined
  })
}

/** Two-factor authentication is on, without an authenticator app and without another passkey. */
async function isOnlySecondFactor(
  transaction: Database,
  accountId: number,
  passkeyId: number,
): Promise<boolean> {
  const { rowCount } = await transaction.query({
    text: `
      select from accounts
        where id = $1 and mfa_enabled_at is not null and totp_secret is null
          and not exists (select from passkeys where account_id = $1 and id <> $2)`,
    values: [accountId, passkeyId],
  })
  return rowCount === 1
}

/** Serializes changes of the sign-in methods until the transaction ends. */
async function lockAccount(transaction: Database, accountId: number): Promise<void> {
  await transaction.query({ text: 'select from accounts where id = $1 for update', values: [accountId] })
}

interface StoredCredential {
  credential_id: Buffer
  user_handle: Buffer
  transports: string[]
}

export async function listCredentials(database: Database, accountId: number): Promise<StoredCredential[]> {
  const { rows } = await database.query<StoredCredential>({
    text: 'select credential_id, user_handle, transports from passkeys where account_id = $1 order by id',
    values: [accountId],
  })
  return rows
}

function checkName(name: string): AccountError | undefined {
  const { length } = [...name.trim()]
  if (length >= 1 && length <= maxPasskeyNameLength) return undefined
  return {
    error: 'invalid',
    code: 'invalid_passkey_name',
    parameters: { maxLength: maxPasskeyNameLength },
    message: `Enter a name of 1 to ${maxPasskeyNameLength} characters, such as “phone”.`,
  }
}

const tooManyPasskeys: AccountError = {
  error: 'conflict',
  code: 'too_many_passkeys',
  parameters: { max: maxPasskeys },
  message: `You have reached the limit of ${maxPasskeys} passkeys. Remove one you no longer use.`,
}

const registrationExpired: AccountError = {
  error: 'conflict',
  code: 'passkey_setup_expired',
  message:
    'Adding the passkey took longer than five minutes, or was started in another browser. Start again.',
}

const notCreated: AccountError = {
  error: 'conflict',
  code: 'passkey_unusable',
  message: 'Your browser did not create a passkey that can be used here. Try again, or use another device.',
}

const alreadyAdded: AccountError = {
  error: 'taken',
  code: 'passkey_exists',
  message: 'This passkey has already been added.',
}

const onlySignInMethod: AccountError = {
  error: 'conflict',
  code: 'only_sign_in_method_passkey',
  message:
    'This is the only way to sign in to your account. Set a password or add another passkey before you remove it.',
}

const onlySecondFactor: AccountError = {
  error: 'conflict',
  code: 'last_second_factor',
  message:
    'Two-factor authentication depends on this passkey. Add another passkey, or turn it off, before you remove it.',
}
