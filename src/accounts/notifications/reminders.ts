// Reminders of a rate limit that is nearly used up. Each node notes the requests that it has seen; the primary key of
// sent_reminders decides which of them sends.
import type { DatabasePool } from '../../platform/database/pool.ts'
import { notifyOwner } from './notify.ts'

const flushIntervalMs = 60_000
/** Limits noted between two flushes; beyond that, a reminder is sent with a later request. */
const maxNoted = 10_000

/** A request that left little of a rate limit. */
export interface LimitUse {
  accountId: number
  /** The key whose own limit it is; null for the limit of the plan. */
  keyId: number | null
  limit: number
  remaining: number
  window: 'minute' | 'hour'
}

export interface Reminders {
  /** Called with each use of 80 % and more; the mail is queued within a minute. */
  noteLimitUse(use: LimitUse): void
  stop(): Promise<void>
}

export interface RemindersOptions {
  database: DatabasePool
  onError: (error: Error) => void
}

export function startReminders({ database, onError }: RemindersOptions): Reminders {
  const noted = new Map<string, LimitUse>()
  let running: Promise<void> = Promise.resolve()
  const flush = () => {
    const uses = [...noted.values()]
    noted.clear()
    running = running.then(() => remindOfLimits(database, uses)).catch(onError)
  }
  const timer = setInterval(flush, flushIntervalMs).unref()

  return {
    noteLimitUse(use) {
      if (noted.size < maxNoted) noted.set(`${use.accountId} ${use.keyId} ${percentOf(use)}`, use)
    },
    async stop() {
      clearInterval(timer)
      flush()
      await running
    },
  }
}

/** Whether 80 % or more are used. */
export function isNearlyUsedUp({ limit, remaining }: Pick<LimitUse, 'limit' | 'remaining'>): boolean {
  return remaining <= limit * 0.2
}

const percentOf = ({ remaining }: LimitUse) => (remaining === 0 ? 100 : 80)

/** At most one mail a week for each account or key and percentage: some clients use their limit every minute. */
async function remindOfLimits(database: DatabasePool, uses: LimitUse[]): Promise<void> {
  for (const use of uses) {
    const { accountId, keyId, limit, window } = use
    const percent = percentOf(use)
    const subject = keyId === null ? 'plan' : `key ${keyId}`
    await database.transaction(async transaction => {
      const { rows } = await transaction.query<{ key_name: string | null }>({
        text: `
          insert into sent_reminders (account_id, reminder)
            select id, $2 from accounts where id = $1 and email_confirmed_at is not null and limit_alerts
            on conflict (account_id, reminder) do update set sent_at = now()
              where sent_reminders.sent_at < now() - interval '7 days'
            returning (select name from api_keys where id = $3 and account_id = $1) as key_name`,
        values: [accountId, `${percent} % of the limit of the ${subject}`, keyId],
      })
      if (!rows[0]) return
      const keyName = rows[0].key_name
      await notifyOwner(transaction, accountId, { kind: 'limit-reached', percent, limit, window, keyName })
    })
  }
}
