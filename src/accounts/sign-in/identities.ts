// Identities at OIDC providers. Only the signed-in owner can link one; accounts are never linked by e-mail
// address.
import type { Database, DatabasePool } from '../../platform/database/pool.ts'
import type { AccountError } from '../account-error.ts'
import { type Actor, recordAuditEvent } from '../audit-log.ts'
import { type ClientInfo, ownerActor } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import { notifyOwner } from '../notifications/notify.ts'
import { type Reauthentication, requireReauthentication } from './reauthentication.ts'
import { hasOtherSignInMethod } from './sign-in-methods.ts'

export interface Identity {
  provider: string
  email: string | null
  linked_at: Date
}

export async function listIdentities(database: Database, accountId: number): Promise<Identity[]> {
  const { rows } = await database.query<Identity>({
    text: `
      select provider, email, linked_at from identities
        where account_id = $1
        order by linked_at, provider`,
    values: [accountId],
  })
  return rows
}

/** The account that this identity signs in to. */
export async function findIdentity(
  database: Database,
  provider: string,
  subject: string,
): Promise<number | undefined> {
  const { rows } = await database.query<{ account_id: number }>({
    text: 'select account_id from identities where provider = $1 and subject = $2',
    values: [provider, subject],
  })
  return rows[0]?.account_id
}

export async function linkIdentity(
  database: DatabasePool,
  accountId: number,
  provider: string,
  claims: { subject: string; email: string | null },
  by: Actor,
): Promise<{ linked: string } | AccountError> {
  return database.transaction(async transaction => {
    const linked = { linked: provider }
    if (await insertIdentity(transaction, accountId, provider, claims)) {
      await recordAuditEvent(transaction, accountId, by, 'provider linked', provider)
      await notifyOwner(transaction, accountId, { kind: 'provider-linked', by, provider })
      return linked
    }
    if ((await findIdentity(transaction, provider, claims.subject)) === accountId) return linked
    return {
      error: 'taken',
      code: 'identity_taken',
      message:
        'This identity is already linked to another account, or your account already has one from this provider. Unlink that one first.',
    }
  })
}

/** False when the identity is already linked, or the account already has one from this provider. */
export async function insertIdentity(
  database: Database,
  accountId: number,
  provider: string,
  { subject, email }: { subject: string; email: string | null },
): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `
      insert into identities (provider, subject, account_id, email) values ($1, $2, $3, $4)
        on conflict do nothing`,
    values: [provider, subject, accountId, email],
  })
  return rowCount === 1
}

/** Returns undefined on success. */
export async function unlinkIdentity(
  context: AccountContext,
  accountId: number,
  provider: string,
  reauthentication: Reauthentication,
  client: ClientInfo,
): Promise<AccountError | undefined> {
  const error = await requireReauthentication(context, accountId, reauthentication, client)
  if (error) return error
  return context.database.transaction(async transaction => {
    // Lock before checking, because a statement sees the state from when it started to wait. Otherwise two
    // concurrent requests could remove both remaining ways to sign in.
    await transaction.query({ text: 'select 1 from accounts where id = $1 for update', values: [accountId] })
    if (!(await hasOtherSignInMethod(transaction, context, accountId, { provider }))) {
      return {
        error: 'conflict',
        code: 'only_sign_in_method_provider',
        message:
          'This is the only way to sign in to your account. Set a password or add a passkey before you unlink it.',
      }
    }
    const { rowCount } = await transaction.query({
      text: 'delete from identities where account_id = $1 and provider = $2',
      values: [accountId, provider],
    })
    if (rowCount === 0)
      return { error: 'conflict', code: 'not_linked', message: 'No identity from this provider is linked.' }
    const by = ownerActor(client)
    await recordAuditEvent(transaction, accountId, by, 'provider unlinked', provider)
    await notifyOwner(transaction, accountId, { kind: 'provider-unlinked', by, provider })
    return undefined
  })
}
