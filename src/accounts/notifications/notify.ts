import type { Database } from '../../platform/database/pool.ts'
import type { Actor } from '../audit-log.ts'
import type { Plan } from '../plans.ts'

/** The mails to the owner; which event sends which: docs/reference/notifications.md. Dates are in ISO 8601. */
export type Notification =
  | { kind: 'new-device'; by: Actor; userAgent: string }
  | { kind: 'password-set' | 'password-changed' | 'two-factor-on' | 'two-factor-off'; by: Actor }
  | { kind: 'recovery-code-used'; by: Actor; codesLeft: number }
  | { kind: 'passkey-added' | 'passkey-removed'; by: Actor; name: string }
  | { kind: 'key-created' | 'key-rotated'; by: Actor; name: string }
  | { kind: 'key-expiring'; name: string; expiresAt: string }
  | { kind: 'provider-linked' | 'provider-unlinked'; by: Actor; provider: string }
  | { kind: 'email-change-requested'; by: Actor; newEmail: string }
  /** Without a new address: the address was removed. */
  | { kind: 'email-changed'; by: Actor; newEmail: string | null }
  | { kind: 'plan-changed'; plan: Plan; expiresAt: string | null }
  /** Each of them is charged; the account has the first. */
  | { kind: 'payment-failed'; plan: Plan; expiresAt: string | null }
  | {
      kind: 'limit-reached'
      percent: 80 | 100
      limit: number
      window: 'minute' | 'hour'
      keyName: string | null
    }
  | { kind: 'account-recovered' | 'account-suspended'; by: Actor }

/** Queues a mail to the owner in the transaction of the change. Does nothing if the account has no confirmed address. */
export async function notifyOwner(
  database: Database,
  accountId: number,
  notification: Notification,
): Promise<void> {
  const { kind, ...parameters } = notification
  await database.query({
    text: `
      insert into mail_queue (kind, account_id, recipient, parameters)
        select $2::text, id, email, $3::jsonb from accounts where id = $1 and email_confirmed_at is not null`,
    values: [accountId, kind, parameters],
  })
}
