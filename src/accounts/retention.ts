// Forgets what is over: in small batches and by one node at a time, so that nobody waits for it.
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabasePool } from '../platform/database/pool.ts'

export interface Retention {
  usageDays: number
  auditDays: number
}

/** How many rows went, by table; only tables of which some went. */
export type DeletedRows = Record<string, number>

interface Sweep {
  table: string
  /** Deletes at most $1 rows that are over for $2 days. */
  text: string
  days: number
}

const rowsABatch = 1_000
// Lets those go first who wait for the disk.
const pauseMs = 50

/** What the command and the nodes delete. docs/reference/retention.md says what stays, and why. */
function sweepsOf({ usageDays, auditDays }: Retention): Sweep[] {
  return [
    // Idle for longer than a session may be; one that ended by its age is seen no more, and is found later.
    sweepOf('sessions', 'last_seen_at < now() - make_interval(days => $2)', 15),
    sweepOf('email_tokens', 'expires_at < now() - make_interval(days => $2)', 1),
    sweepOf('mfa_challenges', 'expires_at < now() - make_interval(days => $2)', 1),
    sweepOf('oidc_auth_requests', 'expires_at < now() - make_interval(days => $2)', 1),
    sweepOf('usage', "day < (now() at time zone 'utc')::date - $2::integer", usageDays),
    sweepOf('usage_flushes', 'flushed_at < now() - make_interval(days => $2)', 2),
    // The payment service repeats a message for 3 days by itself, and for 30 when it is asked to.
    sweepOf('billing_events', 'received_at < now() - make_interval(days => $2)', 90),
    {
      table: 'audit_log',
      // Its lines are numbered as time goes, so the primary key finds the oldest.
      text: `
        delete from audit_log
          where id = any (array(select id from audit_log order by id limit $1))
            and occurred_at < now() - make_interval(days => $2)`,
      days: auditDays,
    },
  ]
}

/** By place: a row that somebody changes in between has another place then, and stays. */
function sweepOf(table: string, isOver: string, days: number): Sweep {
  const text = `delete from ${table} where ctid = any (array(select ctid from ${table} where ${isOver} limit $1))`
  return { table, text, days }
}

/** `leave` when another is at it, or `wait` for it. Asked between batches, `goOn` can end it early. */
export async function deleteExpired(
  database: DatabasePool,
  retention: Retention,
  whenBusy: 'leave' | 'wait',
  goOn: () => boolean = () => true,
): Promise<DeletedRows> {
  const forgotten: DeletedRows = {}
  for (const sweep of sweepsOf(retention)) {
    let rows = rowsABatch
    while (rows === rowsABatch && goOn()) {
      const deleted = await deleteBatch(database, sweep, whenBusy)
      if (deleted === undefined) return forgotten
      rows = deleted
      if (rows > 0) forgotten[sweep.table] = (forgotten[sweep.table] ?? 0) + rows
      if (rows === rowsABatch) await wait(pauseMs)
    }
  }
  return forgotten
}

/** Undefined: another is at it. */
function deleteBatch(
  database: DatabasePool,
  { text, days }: Sweep,
  whenBusy: 'leave' | 'wait',
): Promise<number | undefined> {
  return database.transaction(async inside => {
    const lock = "hashtext('larder retention')"
    if (whenBusy === 'wait') await inside.query({ text: `select pg_advisory_xact_lock(${lock})` })
    else {
      const { rows } = await inside.query<{ is_ours: boolean }>({
        text: `select pg_try_advisory_xact_lock(${lock}) as is_ours`,
      })
      if (!rows[0]?.is_ours) return undefined
    }
    const { rowCount } = await inside.query({ text, values: [rowsABatch, days] })
    return rowCount ?? 0
  })
}

export interface RetentionJobOptions {
  /** With time for a batch: not the connections of lookups. */
  database: DatabasePool
  retention: Retention
  onDeleted: (forgotten: DeletedRows) => void
  onError: (error: Error) => void
}

const hour = 3_600_000

/** Every hour as long as the node runs; the first time at a random moment, as nodes are started together. */
export function startRetentionJob(
  { database, retention, onDeleted, onError }: RetentionJobOptions,
  firstMs = Math.random() * (hour / 6),
): { stop(): Promise<void> } {
  let isStopping = false
  let running: Promise<void> | undefined
  let timer = setTimeout(start, firstMs).unref()

  function start(): void {
    running = deleteExpired(database, retention, 'leave', () => !isStopping)
      .then(forgotten => {
        if (Object.keys(forgotten).length > 0) onDeleted(forgotten)
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
