// Who an account's owner is at the providers. Linked by the signed-in owner, never by an e-mail address.
import type { Database, DatabasePool } from '../../platform/database/pool.ts'
import type { AccountError } from '../account-error.ts'
import { type Actor, recordAuditEvent } from '../audit-log.ts'
import { type ClientInfo, ownerActor } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import { type Reauthentication, requireReauthentication } from './reauthentication.ts'

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

/** The account that this identity lets in. */
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
      return linked
    }
    if ((await findIdentity(transaction, provider, claims.subject)) === accountId) return linked
    return {
      error: 'taken',
      message:
        'This sign-in is linked to another account, or yours has one of this provider already. Unlink that first.',
    }
  })
}

/** False when somebody has it, or the account has one of this provider. */
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

/** Undefined: it is unlinked. */
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
    // Two at once could each leave the other one as the last way in. Locked first, looked at then: a statement
    // sees what was there when it began to wait.
    await transaction.query({ text: 'select 1 from accounts where id = $1 for update', values: [accountId] })
    const { rows } = await transaction.query<{ has_another_way: boolean }>({
      text: `
        select password_hash is not null
               or exists (select 1 from identities where account_id = $1 and provider <> $2) as has_another_way
          from accounts where id = $1`,
      values: [accountId, provider],
    })
    if (!rows[0]?.has_another_way) {
      return {
        error: 'conflict',
        message: 'This is the only way into your account. Set a password first, then unlink it.',
      }
    }
    const { rowCount } = await transaction.query({
      text: 'delete from identities where account_id = $1 and provider = $2',
      values: [accountId, provider],
    })
    if (rowCount === 0) return { error: 'conflict', message: 'No sign-in of this provider is linked.' }
    await recordAuditEvent(transaction, accountId, ownerActor(client), 'provider unlinked', provider)
    return undefined
  })
}
