// Polls the primary for accounts whose keys or plan have changed, so that keys can be read from replicas that lag behind
// (docs/decisions/0024-keys-from-replicas.md).
import type { Database } from '../../platform/database/pool.ts'

export interface PrincipalChanges {
  /** Whether all changes that were committed up to a second ago are known. */
  isCurrent(): boolean
  /** The WAL position that a replica must have replayed to show this account as it is now. */
  requiredPosition(accountId: number): number
  /** When this node learned of the last change; by the clock of `performance.now()`. */
  noticedAt(accountId: number): number
  /** Calls back with the accounts whenever it learns of changes, but not after a failover, when any account may have changed. */
  onNotice(listener: (accountIds: ReadonlySet<number>) => void): void
  stop(): Promise<void>
}

const pollIntervalMs = 250
/** How long a node may go without a successful poll. With the time of a poll, it bounds how long a revoked key is accepted. */
export const maxSilenceMs = 1_000
const maxAccounts = 10_000

interface Change {
  position: number
  noticedAt: number
}

interface PollResult {
  /** The server that answered, since when it has been running. */
  server: string
  /** Contains all transactions that had been committed. */
  snapshot: string
  /** Where the WAL of these transactions ends. */
  position: number
  /** Those changed by transactions that the previous snapshot did not contain. */
  accounts: string[]
}

// The insert position, because with synchronous_commit = off a transaction is visible before its WAL is flushed. The rows of a
// restored dump may carry transaction ids that this server has not reached.
const pollStatement = {
  name: 'poll-principal-changes',
  text: `
    select pg_postmaster_start_time()::text as server, pg_current_snapshot()::text as snapshot,
           pg_current_wal_insert_lsn() - '0/0' as position,
           array(select distinct account_id from principal_changes
                   where transaction_id >= pg_snapshot_xmin($1::pg_snapshot)
                     and transaction_id < pg_snapshot_xmax(pg_current_snapshot())
                     and not pg_visible_in_snapshot(transaction_id, $1::pg_snapshot)) as accounts`,
}

/** Resolves after the first poll, even if it failed. `primary` needs a separate connection and a short timeout. */
export async function watchPrincipalChanges(primary: Database): Promise<PrincipalChanges> {
  const changes = new Map<number, Change>()
  // What applies to all accounts: the state before the first poll is unknown.
  let all: Change = { position: Number.POSITIVE_INFINITY, noticedAt: performance.now() }
  let last: (PollResult & { startedAt: number }) | undefined
  const listeners: ((accountIds: ReadonlySet<number>) => void)[] = []
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let polling = Promise.resolve()

  async function poll(): Promise<void> {
    const startedAt = performance.now()
    try {
      const { rows } = await primary.query<PollResult & Record<string, unknown>>({
        ...pollStatement,
        values: [last?.snapshot ?? null],
      })
      const [result] = rows
      if (result === undefined) return
      const change = { position: result.position, noticedAt: performance.now() }
      // Snapshots of two servers cannot be compared: after a failover the new primary may use transaction ids again.
      const isSameServer = last?.server === result.server
      // Before listeners ask: a key must not be read as if changes were unknown, from a replica that lags behind.
      last = { ...result, startedAt }
      if (isSameServer) noticeChange(new Set(result.accounts.map(Number)), change)
      else changeAll(change)
      if (changes.size > maxAccounts) changeAll(change)
    } catch {
      // The next poll reports what this one has missed, because it starts from the same snapshot.
    }
    if (isStopped) return
    const pauseMs = Math.max(0, pollIntervalMs - (performance.now() - startedAt))
    timer = setTimeout(() => {
      polling = poll()
    }, pauseMs).unref()
  }

  function noticeChange(accountIds: ReadonlySet<number>, change: Change): void {
    if (accountIds.size === 0) return
    for (const id of accountIds) changes.set(id, change)
    for (const listener of listeners) listener(accountIds)
  }

  function changeAll(change: Change): void {
    all = change
    changes.clear()
  }

  await poll()
  return {
    isCurrent: () => last !== undefined && performance.now() - last.startedAt < maxSilenceMs,
    requiredPosition: accountId => (changes.get(accountId) ?? all).position,
    noticedAt: accountId => (changes.get(accountId) ?? all).noticedAt,
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
