// The audit log: who changed what on an account, its keys and its plan. It never contains secrets.
import type { Database } from '../platform/database/pool.ts'

export interface Actor {
  actor: 'owner' | 'account key' | 'operator' | 'billing' | 'system' | 'unknown'
  ipAddress: string | null
}

/** Call it in the transaction of the change, so that one is never committed without the other. */
export async function recordAuditEvent(
  database: Database,
  accountId: number,
  by: Actor,
  action: string,
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
  action: string
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
