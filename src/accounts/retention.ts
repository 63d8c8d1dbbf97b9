// Deletes expired rows in small batches, so that requests are not blocked.
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../platform/database/pool.ts'
import type { Job } from '../platform/jobs.ts'
import { maxQueueDays } from './email/mail-queue.ts'

/** Deleted rows by table; tables without deletions are omitted. */
export type DeletedRows = Record<string, number>

interface RetentionRule {
  table: string
  /** Deletes at most $1 rows, or what they say about a person, that expired more than $2 days ago. */
  text: string
  days: number
}

const rowsPerBatch = 1_000
// Gives other queries a chance to use the disk.
const pauseMs = 50

/** What is kept, and why: docs/reference/retention.md. */
const rules: RetentionRule[] = [
  // Longer than the idle timeout of a session; a session past its maximum age is deleted once it has been
  // idle for as long.
  expireRows('sessions', 'last_seen_at < now() - make_interval(days => $2)', 15),
  expireRows('email_tokens', 'expires_at < now() - make_interval(days => $2)', 1),
  // Longer than a mail is repeated; older ones wait for a mail server that is not configured.
  expireRows('mail_queue', 'queued_at < now() - make_interval(days => $2)', 2 * maxQueueDays),
  expireRows('sent_reminders', 'sent_at < now() - make_interval(days => $2)', 30),
  expireRows('mfa_challenges', 'expires_at < now() - make_interval(days => $2)', 1),
  expireRows('oidc_auth_requests', 'expires_at < now() - make_interval(days => $2)', 1),
  expireRows('passkey_challenges', 'expires_at < now() - make_interval(days => $2)', 1),
  expireRows('usage', "day < (now() at time zone 'utc')::date - $2::integer", 400),
  // Longer than a node keeps keys without a poll, and than a replica may lag.
  expireRows('principal_changes', 'changed_at < now() - make_interval(days => $2)', 1),
  expireRows('usage_flushes', 'flushed_at < now() - make_interval(days => $2)', 2),
  // Stripe retries an event for 3 days, and can resend it on request for 30.
  expireRows('billing_events', 'received_at < now() - make_interval(days => $2)', 90),
  {
    table: 'audit_log',
    // Ids are chronological, so the primary key finds the oldest rows.
    text: `
        delete from audit_log
          where id = any (array(select id from audit_log order by id limit $1))
            and occurred_at < now() - make_interval(days => $2)`,
    days: 400,
  },
]

/** By ctid: a row updated in the meantime has a new ctid and is kept. */
function expireRows(table: string, isExpired: string, days: number): RetentionRule {
  const text = `delete from ${table} where ctid = any (array(select ctid from ${table} where ${isExpired} limit $1))`
  return { table, text, days }
}

export function retentionJob(database: Database, onDeleted: (deletedRows: DeletedRows) => void): Job {
  return {
    name: 'retention',
    every: 'hour',
    async work(signal) {
      const deletedRows = await deleteExpired(database, signal)
      if (Object.keys(deletedRows).length > 0) onDeleted(deletedRows)
    },
  }
}

/** Needs a timeout long enough for a batch: not the lookup pool. */
export async function deleteExpired(database: Database, signal?: AbortSignal): Promise<DeletedRows> {
  const deletedRows: DeletedRows = {}
  for (const { table, text, days } of rules) {
    let rows = rowsPerBatch
    while (rows === rowsPerBatch) {
      signal?.throwIfAborted()
      const { rowCount } = await database.query({ text, values: [rowsPerBatch, days] })
      rows = rowCount ?? 0
      if (rows > 0) deletedRows[table] = (deletedRows[table] ?? 0) + rows
      if (rows === rowsPerBatch) await wait(pauseMs)
    }
  }
  return deletedRows
}
