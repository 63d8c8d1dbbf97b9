// Background jobs. Every process has the same list and looks each minute which job is due. An advisory lock makes sure that one
// of them runs it; PostgreSQL releases the lock when its holder is killed, and another process runs the job again.
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabasePool } from './database/pool.ts'

/** In SQL: a job is due when its last run started before this time. */
const dueBefore = {
  'ten minutes': "now() - interval '10 minutes'",
  hour: "now() - interval '1 hour'",
  // At 03:00 UTC.
  night:
    "(date_trunc('day', now() at time zone 'utc' - interval '3 hours') + interval '3 hours') at time zone 'utc'",
}

// While PostgreSQL does not answer, a statement would hold up the end of the process for longer.
const shutdownMs = 5_000

export interface Job<Result = unknown> {
  name: string
  every: keyof typeof dueBefore
  /** Rejects when the signal is aborted: another process then runs the job again. */
  work(signal: AbortSignal): Promise<Result>
  /** Called in every process with what the last run resolved to, read from JSON. */
  onResult?(result: Result): void
}

export interface RunningJobs {
  /** When jobs last succeeded, in any process, as read within the last minute. */
  successes(): { name: string; succeededAt: Date }[]
  stop(): Promise<void>
}

interface JobsOptions {
  /** A running job takes one connection in addition to those of its work. */
  database: DatabasePool
  jobs: Job[]
  onError: (failure: { job?: string; message: string }) => void
  intervalMs?: number
}

export function startJobs({ database, jobs, onError, intervalMs = 60_000 }: JobsOptions): RunningJobs {
  const stopping = new AbortController()
  const { signal } = stopping
  let successes: { name: string; succeededAt: Date }[] = []

  async function readResults(): Promise<void> {
    const { rows } = await database.query<{ name: string; succeededAt: Date; result: unknown }>({
      text: `select name, succeeded_at as "succeededAt", result from jobs
               where name = any ($1) and succeeded_at is not null`,
      values: [jobs.map(({ name }) => name)],
    })
    successes = rows
    for (const { name, result } of rows) jobs.find(job => job.name === name)?.onResult?.(result)
  }

  async function runDueJobs(): Promise<void> {
    await readResults()
    // One after the other, because each holds a connection.
    for (const job of jobs) if (await runIfDue(job)) await readResults()
  }

  /** Resolves to whether it ran. The transaction does nothing but hold the lock, so a long one holds up nothing else. */
  function runIfDue(job: Job): Promise<boolean> {
    return database.transaction(async lock => {
      const { rows } = await lock.query<{ isLocked: boolean; timeout: string }>({
        text: `select pg_try_advisory_xact_lock(hashtext('larder job ' || $1)) as "isLocked",
                      set_config('idle_in_transaction_session_timeout', '0', true) as timeout`,
        values: [job.name],
      })
      if (signal.aborted || !rows[0]?.isLocked || !(await claim(database, job))) return false
      try {
        const result = (await job.work(signal)) ?? null
        await database.query({
          text: `update jobs set succeeded_at = now(), attempts = 0, last_error = null, result = $2 where name = $1`,
          values: [job.name, JSON.stringify(result)],
        })
      } catch (error) {
        const { message } = error as Error
        if (!signal.aborted) onError({ job: job.name, message })
        await database.query({
          text: 'update jobs set last_error = $2 where name = $1',
          values: [job.name, message],
        })
      }
      return true
    })
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await runDueJobs().catch(({ message }: Error) => onError({ message }))
      await wait(intervalMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()

  return {
    successes: () => successes,
    async stop() {
      stopping.abort(new Error('the process was stopped'))
      await Promise.race([running, wait(shutdownMs, undefined, { ref: false })])
    },
  }
}

/** Whether it is due. A run that failed or was killed is repeated after 1, then 2, at most 15 minutes. */
async function claim(database: DatabasePool, { name, every }: Job): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `
      insert into jobs as last (name, started_at, attempts) values ($1, now(), 1)
        on conflict (name) do update set started_at = now(), attempts = last.attempts + 1
          where last.started_at < case when last.attempts = 0 then ${dueBefore[every]}
                                       else now() - make_interval(mins => least(last.attempts, 15)) end`,
    values: [name],
  })
  return rowCount === 1
}
