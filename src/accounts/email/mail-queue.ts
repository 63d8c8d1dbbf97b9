// Mails wait in PostgreSQL until the mail server has accepted them: queued in the transaction of the change, no change is without its
// mail, and securing an account deletes those that were not yet sent.
import type { Database, DatabasePool } from '../../platform/database/pool.ts'
import { recordAuditEvent } from '../audit-log.ts'

export interface QueuedMail {
  id: number
  /** The same for every attempt. */
  messageId: string
  kind: string
  /** Null: a password reset by address, or a mail to somebody who needs no account. */
  accountId: number | null
  recipient: string
  parameters: object
  queuedAt: Date
  attempts: number
}

/** Longer than any attempt takes. If a node is killed while it sends a mail, another node repeats it after this time. */
const leaseMinutes = 5

/** After this time, as RFC 5321 recommends for mail servers (4 to 5 days), a mail is given up. */
export const maxQueueDays = 4

export async function queueMail(
  database: Database,
  mail: { kind: string; accountId: number | null; recipient: string; parameters?: object },
): Promise<void> {
  await database.query({
    text: 'insert into mail_queue (kind, account_id, recipient, parameters) values ($1, $2, $3, $4)',
    values: [mail.kind, mail.accountId, mail.recipient, mail.parameters ?? {}],
  })
}

/** Mails that are due and that no other node is sending. */
export async function claimMails(database: Database, limit: number): Promise<QueuedMail[]> {
  const { rows } = await database.query<QueuedMail>({
    name: 'claim-mails',
    text: `
      update mail_queue
        set attempts = attempts + 1, next_attempt_at = now() + interval '${leaseMinutes} minutes'
        where id = any (array(
          select id from mail_queue
            where next_attempt_at <= now()
            order by next_attempt_at
            limit $1
            for update skip locked))
        returning id, message_id as "messageId", kind, account_id as "accountId", recipient, parameters,
          queued_at as "queuedAt", attempts`,
    values: [limit],
  })
  return rows
}

export async function removeMail(database: Database, id: number): Promise<void> {
  await database.query({ text: 'delete from mail_queue where id = $1', values: [id] })
}

/** Returns whether the mail is repeated; after some days it is given up instead. */
export async function retryMail(
  database: Database,
  id: number,
  afterSeconds: number,
  error: string,
): Promise<boolean> {
  const { rows } = await database.query<{ is_too_old: boolean }>({
    text: `
      update mail_queue set next_attempt_at = now() + make_interval(secs => $2), last_error = $3
        where id = $1
        returning queued_at < now() - interval '${maxQueueDays} days' as is_too_old`,
    values: [id, afterSeconds, error],
  })
  return rows[0]?.is_too_old !== true
}

/** Removes a mail that cannot be delivered, and records it in the audit log of the account. */
export async function giveUpMail(database: DatabasePool, mail: QueuedMail, error: string): Promise<void> {
  await database.transaction(async transaction => {
    const { rowCount } = await transaction.query({
      text: 'delete from mail_queue where id = $1',
      values: [mail.id],
    })
    if (rowCount !== 1 || mail.accountId === null) return
    await recordAuditEvent(
      transaction,
      mail.accountId,
      { actor: 'system', ipAddress: null },
      'mail not delivered',
      `${mail.kind} to ${mail.recipient}: ${error}`,
    )
  })
}

export interface MailQueueFigures {
  length: number
  oldestAgeSeconds: number
}

export async function readMailQueueFigures(database: Database): Promise<MailQueueFigures> {
  const { rows } = await database.query<MailQueueFigures>({
    text: `
      select count(*) as length,
             greatest(extract(epoch from now() - min(queued_at)), 0) as "oldestAgeSeconds"
        from mail_queue`,
  })
  return rows[0] ?? { length: 0, oldestAgeSeconds: 0 }
}
