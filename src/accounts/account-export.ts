// Export of everything stored about one account. It contains no secret hashes and no TOTP secret.
import type { QueryResultRow } from 'pg'
import { type Actor, recordAuditEvent } from './audit-log.ts'
import type { AccountContext } from './context.ts'

// Columns are listed one by one, so that a new secret column is not exported by accident.
const queries = {
  keys: `
    select id, kind, name, scope, prefix, last_four, cap_per_minute, created_at, expires_at, rotated_at,
           last_used_at, revoked_at
      from api_keys where account_id = $1 order by id`,
  sessions: `
    select created_at, last_seen_at, expires_at, ip_address, user_agent
      from sessions where account_id = $1 order by id`,
  sign_in_providers: `
    select provider, subject, email, linked_at
      from identities where account_id = $1 order by provider, subject`,
  passkeys: `
    select name, transports, created_at, last_used_at
      from passkeys where account_id = $1 order by id`,
  recovery_codes: 'select used_at from recovery_codes where account_id = $1 order by used_at',
  email_tokens: `
    select purpose, email, expires_at, used_at
      from email_tokens where account_id = $1 order by expires_at`,
  queued_mails: `
    select kind, recipient, parameters, queued_at from mail_queue where account_id = $1 order by id`,
  sent_reminders: 'select reminder, sent_at from sent_reminders where account_id = $1 order by sent_at',
  subscription: `
    select stripe_customer_id, stripe_subscription_id, status, plan, current_period_end, cancel_at_period_end, past_due_since,
           checked_at
      from subscriptions where account_id = $1`,
  usage: `
    select day::text, key_id, endpoint, status, requests
      from usage where account_id = $1 order by day, key_id, endpoint, status`,
  audit:
    'select occurred_at, actor, action, subject, ip_address from audit_log where account_id = $1 order by id',
}

export type AccountData = { account: QueryResultRow } & Record<keyof typeof queries, QueryResultRow[]>

/** A consistent snapshot; undefined when the account does not exist. */
export async function collectAccountData(
  { database }: Pick<AccountContext, 'database'>,
  accountId: number,
  by: Actor,
): Promise<AccountData | undefined> {
  return database.transaction(async transaction => {
    await transaction.query({ text: 'set transaction isolation level repeatable read' })
    const { rows } = await transaction.query({
      text: `
        select id, name, plan, plan_expires_at, suspended_at, created_at, email, email_confirmed_at, locale,
               password_hash is not null as has_password, mfa_enabled_at as two_factor_enabled_at, limit_alerts
          from accounts where id = $1`,
      values: [accountId],
    })
    if (!rows[0]) return undefined
    await recordAuditEvent(transaction, accountId, by, 'data exported')
    const data: Record<string, QueryResultRow[]> = {}
    for (const [name, text] of Object.entries(queries)) {
      data[name] = (await transaction.query({ text, values: [accountId] })).rows
    }
    return { account: rows[0], ...(data as Record<keyof typeof queries, QueryResultRow[]>) }
  })
}
