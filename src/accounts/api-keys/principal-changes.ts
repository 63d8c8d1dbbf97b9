// Polls PostgreSQL for the accounts whose keys or plan have changed, so that cached keys need not be looked up again
// (docs/decisions/0024-api-keys.md).
import type { Database, DatabasePool } from '../../platform/database/pool.ts'

export interface PrincipalChanges {
  /** Whether the last poll succeeded. */
  isCurrent(): boolean
  /** Whether what was known at the last successful poll still holds: for an hour after it. */
  isWithinHold(): boolean
  /** How many polls have found changes. */
  count(): number
  /** Whether a poll after this many has found a change of this account. */
  hasChanged(accountId: number, sinceCount: number): boolean
  /** The transactions of the last hour in which this account has changed. */
  transactionsOf(accountId: number): string[]
  /** Calls back with the accounts that a poll found changed; undefined if any account may have. */
  onNotice(listener: (accountIds: ReadonlySet<number> | undefined) => void): void
  stop(): Promise<void>
}

const pollIntervalMs = 500
const holdMs = 3_600_000
const maxChanges = 10_000

interface Change {
  accountId: number
  transaction: string
}

interface PollResult {
  /** The server that answered, since when it has been running. */
  server: string
  /** Contains all transactions that had been committed. */
  snapshot: string
  /** By transactions that the previous snapshot did not contain. */
  changes: Change[]
}

// The rows of a restored dump may carry transaction ids that this server has not reached.
const pollStatement = {
  name: 'poll-principal-changes',
  text: `
    select pg_postmaster_start_time()::text as server, pg_current_snapshot()::text as snapshot,
           (select coalesce(json_agg(json_build_object('accountId', account_id, 'transaction', transaction_id::text)), '[]')
              from principal_changes
              where transaction_id >= pg_snapshot_xmin($1::pg_snapshot)
                and transaction_id < pg_snapshot_xmax(pg_current_snapshot())
                and not pg_visible_in_snapshot(transaction_id, $1::pg_snapshot)) as changes`,
}

/** Resolves after the first poll, even if it failed. `primary` has a connection of its own; the `others` are used if that fails. */
export async function watchPrincipalChanges(
  primary: Database,
  others: Pick<DatabasePool, 'withDeadline'>,
): Promise<PrincipalChanges> {
  let last: (PollResult & { startedAt: number }) | undefined
  let isCurrent = false
  let count = 0
  let allChangedAtCount = 0
  let changes: (Change & { count: number; noticedAt: number })[] = []
  const listeners: Parameters<PrincipalChanges['onNotice']>[0][] = []
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let polling = Promise.resolve()

  async function poll(): Promise<void> {
    const startedAt = performance.now()
    try {
      const statement = { ...pollStatement, values: [last?.snapshot ?? null] }
      const { rows } = await primary
        .query<PollResult & Record<string, unknown>>(statement)
        .catch(() =>
          others.withDeadline(pollIntervalMs).query<PollResult & Record<string, unknown>>(statement),
        )
      isCurrent = true
      if (rows[0] !== undefined) notice({ ...rows[0], startedAt })
    } catch {
      // The next poll reports what this one has missed, because it starts from the same snapshot.
      isCurrent = false
    }
    if (isStopped) return
    const pauseMs = Math.max(0, pollIntervalMs - (performance.now() - startedAt))
    timer = setTimeout(() => {
      polling = poll()
    }, pauseMs).unref()
  }

  function notice(result: PollResult & { startedAt: number }): void {
    // Snapshots of two servers cannot be compared: after a failover or a crash, transaction ids may be used again.
    const isSameServer = last?.server === result.server
    // Rows are kept for a day, so that a long gap may have lost some.
    const isComplete = isSameServer && isWithinHold() && result.changes.length <= maxChanges
    last = result
    if (isComplete && result.changes.length === 0) return
    const noticedAt = performance.now()
    count++
    if (isSameServer) {
      const kept = changes.filter(change => noticedAt - change.noticedAt < holdMs)
      changes = [...kept, ...result.changes.map(change => ({ ...change, count, noticedAt }))].slice(
        -maxChanges,
      )
    }
    if (!isComplete) allChangedAtCount = count
    const accountIds = isComplete ? new Set(result.changes.map(({ accountId }) => accountId)) : undefined
    for (const listener of listeners) listener(accountIds)
  }

  const isWithinHold = () => last !== undefined && performance.now() - last.startedAt < holdMs
  const changesOf = (accountId: number) => changes.filter(change => change.accountId === accountId)

  await poll()
  return {
    isCurrent: () => isCurrent,
    isWithinHold,
    count: () => count,
    hasChanged: (accountId, sinceCount) =>
      allChangedAtCount > sinceCount || changesOf(accountId).some(change => change.count > sinceCount),
    transactionsOf: accountId => changesOf(accountId).map(({ transaction }) => transaction),
    onNotice(listener) {
      listeners.push(listener)
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await polling
    },
  }
}
