// Deletes expired rows in small batches, on one node at a time, so that requests are not blocked.
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabasePool } from '../platform/database/pool.ts'
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

/** Skips the run while another node is at it. `shouldContinue` is checked between batches. */
export async function deleteExpired(
  database: DatabasePool,
  shouldContinue: () => boolean = () => true,
): Promise<DeletedRows> {
  const deletedRows: DeletedRows = {}
  for (const rule of rules) {
    let rows = rowsPerBatch
    while (rows === rowsPerBatch && shouldContinue()) {
      const deleted = await deleteBatch(database, rule)
      if (deleted === undefined) return deletedRows
      rows = deleted
      if (rows > 0) deletedRows[rule.table] = (deletedRows[rule.table] ?? 0) + rows
      if (rows === rowsPerBatch) await wait(pauseMs)
    }
  }
  return deletedRows
}

/** Undefined when another node holds the lock. */
function deleteBatch(database: DatabasePool, { text, days }: RetentionRule): Promise<number | undefined> {
  return database.transaction(async transaction => {
    const { rows } = await transaction.query<{ acquired: boolean }>({
      text: "select pg_try_advisory_xact_lock(hashtext('larder retention')) as acquired",
    })
    if (!rows[0]?.acquired) return undefined
    const { rowCount } = await transaction.query({ text, values: [rowsPerBatch, days] })
    return rowCount ?? 0
  })
}

export interface RetentionJobOptions {
  /** Needs a timeout long enough for a batch: not the lookup pool. */
  database: DatabasePool
  onDeleted: (deletedRows: DeletedRows) => void
  onError: (error: Error) => void
}

const hour = 3_600_000

/** Runs hourly. The first run is at a random time, because nodes are often started together. */
export function startRetentionJob(
  { database, onDeleted, onError }: RetentionJobOptions,
  firstDelayMs = Math.random() * (hour / 6),
): { stop(): Promise<void> } {
  let isStopping = false
  let running: Promise<void> | undefined
  let timer = setTimeout(start, firstDelayMs).unref()

  function start(): void {
    running = deleteExpired(database, () => !isStopping)
      .then(deletedRows => {
        if (Object.keys(deletedRows).length > 0) onDeleted(deletedRows)
      })
      .catch(onError)
    timer = setTimeout(start, hour).unref()
  }

  return {
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await running
    },
  }
}
