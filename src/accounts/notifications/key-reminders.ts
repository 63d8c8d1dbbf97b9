import type { DatabasePool } from '../../platform/database/pool.ts'
import type { Job } from '../../platform/jobs.ts'
import { notifyOwner } from './notify.ts'

export function keyReminderJob(database: DatabasePool): Job {
  return { name: 'key reminders', every: 'hour', work: () => remindOfExpiringKeys(database) }
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
