// Takes locks without making requests wait for them. A statement that waits for an exclusive lock makes every later statement on
// the table wait behind it, so it gives up after a moment, lets them pass and tries again: a reader of ten seconds, such as
// pg_dump, would otherwise make requests fail until it ends.
import { setTimeout as wait } from 'node:timers/promises'
import pg, { type Client } from 'pg'
import { withSecondConnection } from './pool.ts'

const defaultMaxWaitMs = 600_000

export interface LockWaitOptions {
  /** How long to try to get a lock. */
  maxWaitMs: number
  /** Called with a message for the operator while another session holds the lock. */
  onWait: (message: string) => void
}

/** Requests queue behind a statement that waits, and give up after DATABASE_STATEMENT_TIMEOUT_MS, which is 600 ms. */
const lockTimeoutMs = 100
const minPauseMs = 500
const maxPauseMs = 5_000
const reportEveryMs = 10_000
const minPollMs = 20
const maxPollMs = 1_000

/** A migration cannot run now. It can be repeated. */
export class MigrationBlocked extends Error {
  readonly advice: string
  constructor(message: string, advice: string) {
    super(message)
    this.advice = advice
  }
}

interface Blocker {
  /** 0: a prepared transaction. */
  pid: number
  application_name: string | null
  role: string | null
  /** Null if this role may not see the sessions of others. */
  state: string | null
  transaction_seconds: number | null
  query: string | null
  /** Null for a lock on anything but a table. */
  relation: string | null
}

/** Repeats `attempt` until it gets its locks; an attempt that fails must leave nothing behind. */
export async function withLocks<T>(
  client: Client,
  { maxWaitMs = defaultMaxWaitMs, onWait = () => undefined }: Partial<LockWaitOptions>,
  attempt: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now()
  const elapsedMs = () => performance.now() - startedAt
  let pauseMs = minPauseMs
  let reportedAt = Number.NEGATIVE_INFINITY
  let blockers: Blocker[] = []
  const onBlocked = (found: Blocker[]) => {
    blockers = found
    if (performance.now() - reportedAt < reportEveryMs) return
    reportedAt = performance.now()
    const limits = `${seconds(elapsedMs())} of at most ${seconds(maxWaitMs)}; requests are served meanwhile`
    onWait(`larder migrate waits for ${lockOf(found)} (${limits})${holdersOf(found)}\n  ${adviceFor(found)}`)
  }
  // The sessions that hold a lock are looked up on it while `client` waits.
  return withSecondConnection(client, async observer => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    for (;;) {
      await setTimeouts(client)
      const stopWatching = watchBlockers(observer, rows[0]?.pid ?? 0, onBlocked)
      try {
        return await attempt()
      } catch (error) {
        if (!isLockConflict(error)) throw error
        if (elapsedMs() + pauseMs > maxWaitMs)
          throw new MigrationBlocked(
            `larder migrate waited for ${lockOf(blockers)} for ${seconds(maxWaitMs)}${holdersOf(blockers)}`,
            `${adviceFor(blockers)}. Then run larder migrate again`,
          )
      } finally {
        await stopWatching()
        await client.query('reset lock_timeout').catch(() => undefined)
      }
      // Jitter, so that it does not collide with a job of the same period every time.
      await wait(pauseMs * (0.5 + Math.random() / 2))
      pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)
    }
  })
}

async function setTimeouts(client: Client): Promise<void> {
  // PostgreSQL ends an autovacuum that is in the way after deadlock_timeout, if the wait lasts that long. Few roles may set it.
  await client.query(
    `select set_config('lock_timeout', $1, false),
            case when has_parameter_privilege('deadlock_timeout', 'set')
                 then set_config('deadlock_timeout', $2, false) end`,
    [String(lockTimeoutMs), String(lockTimeoutMs / 2)],
  )
}

const lockNotAvailable = '55P03'
const deadlockDetected = '40P01'

function isLockConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && [lockNotAvailable, deadlockDetected].includes(error.code ?? '')
}

function watchBlockers(
  observer: Client,
  pid: number,
  onBlocked: (blockers: Blocker[]) => void,
): () => Promise<void> {
  const stopping = new AbortController()
  const watching = (async () => {
    for (let pauseMs = minPollMs; ; pauseMs = Math.min(pauseMs * 2, maxPollMs)) {
      await wait(pauseMs, undefined, { signal: stopping.signal })
      const blockers = await findBlockers(observer, pid)
      if (blockers.length > 0) onBlocked(blockers)
    }
    // Without the observer, the migration still works.
  })().catch(() => undefined)
  return () => {
    stopping.abort()
    return watching
  }
}

async function findBlockers(observer: Client, pid: number): Promise<Blocker[]> {
  const { rows } = await observer.query<Blocker>(
    `select blocker.pid, application_name, usename as role, state,
            extract(epoch from clock_timestamp() - xact_start)::float as transaction_seconds,
            left(regexp_replace(query, '\\s+', ' ', 'g'), 80) as query,
            (select relation::regclass::text from pg_locks where pg_locks.pid = $1 and not granted limit 1) as relation
       from (select distinct unnest(pg_blocking_pids($1)) as pid) as blocker
       left join pg_stat_activity using (pid)
       order by xact_start nulls last`,
    [pid],
  )
  return rows
}

function lockOf([blocker]: Blocker[]): string {
  return typeof blocker?.relation === 'string' ? `a lock on ${blocker.relation}` : 'a lock'
}

const holdersOf = (blockers: Blocker[]) =>
  blockers.map(blocker => `\n  held by ${describeBlocker(blocker)}`).join('')

function describeBlocker({
  pid,
  application_name,
  role,
  state,
  transaction_seconds,
  query,
}: Blocker): string {
  if (pid === 0) return 'a prepared transaction (see pg_prepared_xacts)'
  return [
    `pid ${pid}`,
    application_name || 'no application_name',
    ...(role === null ? [] : [`role ${role}`]),
    ...(state === null ? [] : [state]),
    ...(transaction_seconds === null ? [] : [`transaction open for ${Math.round(transaction_seconds)} s`]),
    `query: ${query}`,
  ].join(', ')
}

function adviceFor(blockers: Blocker[]): string {
  const terminations = blockers
    .filter(({ pid }) => pid !== 0)
    .map(({ pid }) => `select pg_terminate_backend(${pid})`)
  return ['Wait until it ends', ...terminations.map(each => `or end it: ${each}`)].join(', ')
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`
