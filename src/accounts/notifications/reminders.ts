// Reminders that no change triggers: a key that expires soon, a rate limit that is nearly used up. Every node runs
// this; the primary key of sent_reminders decides which of them sends.
import type { DatabasePool } from '../../platform/database/pool.ts'
import { notifyOwner } from './notify.ts'

const hour = 3_600_000
const flushIntervalMs = 60_000
/** Accounts and keys noted between two flushes; beyond that, a reminder is sent with a later request. */
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
  /** The first check for expiring keys is at a random time, because nodes are often started together. */
  firstDelayMs?: number
}

export function startReminders({
  database,
  onError,
  firstDelayMs = Math.random() * (hour / 6),
}: RemindersOptions): Reminders {
  const noted = new Map<string, LimitUse>()
  let running: Promise<void> = Promise.resolve()
  const enqueue = (work: () => Promise<void>) => {
    running = running.then(work).catch(onError)
  }
  const flush = async () => {
    const uses = [...noted.values()]
    noted.clear()
    await remindOfLimits(database, uses)
  }
  const flushTimer = setInterval(() => enqueue(flush), flushIntervalMs).unref()
  let keyTimer = setTimeout(checkKeys, firstDelayMs).unref()
  function checkKeys(): void {
    enqueue(() => remindOfExpiringKeys(database))
    keyTimer = setTimeout(checkKeys, hour).unref()
  }

  return {
    noteLimitUse(use) {
      if (noted.size < maxNoted) noted.set(`${use.accountId} ${use.keyId} ${percentOf(use)}`, use)
    },
    async stop() {
      clearInterval(flushTimer)
      clearTimeout(keyTimer)
      enqueue(flush)
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
export async function remindOfLimits(database: DatabasePool, uses: LimitUse[]): Promise<void> {
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

/** A week before a key expires, and again on the last day. Keys that were made for a shorter time are left out. */
export async function remindOfExpiringKeys(database: DatabasePool): Promise<void> {
  const { rows } = await database.query<ExpiringKey>({
    text: `
      select account_id as "accountId", api_keys.name, expires_at as "expiresAt",
             format('key %s expires %s, %s', api_keys.id, expires_at::timestamptz(0),
               case when expires_at < now() + interval '1 day' then 'last day' else 'last week' end) as reminder
        from api_keys join accounts on accounts.id = account_id
        where revoked_at is null and expires_at between now() and now() + interval '7 days'
          and api_keys.created_at < expires_at - interval '8 days' and email_confirmed_at is not null`,
  })
  for (const { accountId, name, expiresAt, reminder } of rows) {
    await database.transaction(async transaction => {
      const { rowCount } = await transaction.query({
        text: 'insert into sent_reminders (account_id, reminder) values ($1, $2) on conflict do nothing',
        values: [accountId, reminder],
      })
      if (rowCount !== 1) return
      await notifyOwner(transaction, accountId, {
        kind: 'key-expiring',
        name,
        expiresAt: expiresAt.toISOString(),
      })
    })
  }
}

interface ExpiringKey {
  accountId: number
  name: string
  expiresAt: Date
  reminder: string
}
