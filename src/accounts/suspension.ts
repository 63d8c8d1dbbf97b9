// Suspension by an operator: keys, sessions and sign-ins of the account are rejected until it is resumed. Nothing is
// deleted, and a subscription goes on.
import type { Database, DatabasePool } from '../platform/database/pool.ts'
import type { AccountError } from './account-error.ts'
import { type Actor, recordAuditEvent } from './audit-log.ts'
import { notifyOwner } from './notifications/notify.ts'
import { secureAccount } from './sign-in/secure-account.ts'

export const accountSuspended: AccountError = {
  error: 'conflict',
  code: 'account_suspended',
  message: 'This account is suspended. Contact the operator of this service.',
}

export type SuspensionResult = 'done' | 'not_found' | 'unchanged'

/** Also ends all sessions and links. `unchanged`: it was suspended before. */
export function suspendAccount(database: DatabasePool, name: string, by: Actor): Promise<SuspensionResult> {
  return database.transaction(async transaction => {
    const account = await lockByName(transaction, name)
    if (account === undefined) return 'not_found'
    if (account.isSuspended) return 'unchanged'
    await transaction.query({
      text: 'update accounts set suspended_at = now() where id = $1',
      values: [account.id],
    })
    await secureAccount(transaction, account.id, null)
    await recordAuditEvent(transaction, account.id, by, 'account suspended')
    await notifyOwner(transaction, account.id, { kind: 'account-suspended', by })
    return 'done'
  })
}

/** `unchanged`: it was not suspended. */
export function resumeAccount(database: DatabasePool, name: string, by: Actor): Promise<SuspensionResult> {
  return database.transaction(async transaction => {
    const account = await lockByName(transaction, name)
    if (account === undefined) return 'not_found'
    if (!account.isSuspended) return 'unchanged'
    await transaction.query({
      text: 'update accounts set suspended_at = null where id = $1',
      values: [account.id],
    })
    await recordAuditEvent(transaction, account.id, by, 'account resumed')
    return 'done'
  })
}

async function lockByName(transaction: Database, name: string) {
  const { rows } = await transaction.query<{ id: number; isSuspended: boolean }>({
    text: 'select id, suspended_at is not null as "isSuspended" from accounts where name = $1 for update',
    values: [name],
  })
  return rows[0]
}
