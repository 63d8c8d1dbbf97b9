// The audit log: who changed what on an account, its keys and its plan. It never contains secrets.
import type { Database } from '../platform/database/pool.ts'

export interface Actor {
  actor: 'owner' | 'account key' | 'operator' | 'billing' | 'system' | 'unknown'
  ipAddress: string | null
}

export type AuditAction =
  | 'account created'
  | 'account key created'
  | 'account key rotated'
  | 'account resumed'
  | 'account suspended'
  | 'data exported'
  | 'e-mail address confirmed'
  | 'e-mail address removed'
  | 'e-mail change cancelled'
  | 'e-mail change requested'
  | 'key changed'
  | 'key created'
  | 'key revoked'
  | 'key rotated'
  | 'mail not delivered'
  | 'other sessions signed out'
  | 'passkey added'
  | 'passkey rejected'
  | 'passkey removed'
  | 'password changed'
  | 'password reset'
  | 'password reset requested'
  | 'password set'
  | 'payment failed'
  | 'payment received'
  | 'plan cancelled'
  | 'plan changed'
  | 'plan renewed'
  | 'provider linked'
  | 'provider unlinked'
  | 're-authenticated'
  | 'recovery codes regenerated'
  | 'recovery link created'
  | 'signed in'
  | 'signed out'
  | 'signed up'
  | 'two-factor authentication disabled'
  | 'two-factor authentication enabled'
  | 'two-factor authentication reset'
  | 'two-factor code rejected'

/** Call it in the transaction of the change, so that one is never committed without the other. */
export async function recordAuditEvent(
  database: Database,
  accountId: number,
  by: Actor,
  action: AuditAction,
  subject?: string,
): Promise<void> {
  await database.query({
    text: 'insert into audit_log (account_id, actor, action, subject, ip_address) values ($1, $2, $3, $4, $5)',
    values: [accountId, by.actor, action, subject ?? null, by.ipAddress],
  })
}

export interface AuditEvent {
  id: number
  occurred_at: Date
  actor: Actor['actor']
  /** Events of earlier releases may have an action that is no longer used. */
  action: AuditAction | (string & {})
  subject: string | null
  ip_address: string | null
}

/** Newest first; `before` is the id of the last event on the previous page. */
export async function listAuditEvents(
  database: Database,
  accountId: number,
  limit: number,
  before?: number,
): Promise<AuditEvent[]> {
  const { rows } = await database.query<AuditEvent>({
    text: `
      select id, occurred_at, actor, action, subject, ip_address
        from audit_log
        where account_id = $1 and ($2::bigint is null or id < $2)
        order by id desc
        limit $3`,
    values: [accountId, before ?? null, limit],
  })
  return rows
}
