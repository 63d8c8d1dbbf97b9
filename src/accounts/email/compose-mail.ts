import type { Database } from '../../platform/database/pool.ts'
import { recordAuditEvent } from '../audit-log.ts'
import { anonymousActor, type ClientInfo } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import type { Notification } from '../notifications/notify.ts'
import { createEmailToken, mailToken } from './email-tokens.ts'
import type { QueuedMail } from './mail-queue.ts'
import type { Mail } from './mailer.ts'

/** What a mail says, without its words: the website writes them in the language of the account. */
export interface MailToWrite {
  to: string
  accountName: string
  /** Null: unknown. */
  locale: string | null
  at: Date
  content:
    | Notification
    /** The path has the token. */
    | { kind: 'confirm-email' | 'reset-password'; linkPath: string }
  /** Of a requested change of the address. */
  cancelPath?: string | undefined
}

export type WriteMail = (mail: MailToWrite) => Mail

type MailContext = Pick<AccountContext, 'database' | 'secret'>

/** Writes a queued mail and creates the token of its link. Undefined when there is nothing to send any more. */
export async function composeMail(
  context: MailContext,
  queued: QueuedMail,
  writeMail: WriteMail,
): Promise<Mail | undefined> {
  return context.database.transaction(async transaction => {
    const account = await findRecipient(transaction, queued)
    if (!account || !(await lockQueuedMail(transaction, queued.id))) return undefined
    const linkTo = async (path: string, purpose: 'confirm' | 'reset' | 'cancel', email: string) => {
      const owner = { accountId: account.id, email }
      const token = mailToken(context.secret, purpose, queued.messageId)
      await createEmailToken(transaction, context.secret, purpose, owner, token)
      return `${path}?token=${token}`
    }
    const envelope = {
      to: queued.recipient,
      accountName: account.name,
      locale: account.locale,
      at: queued.queuedAt,
    }
    switch (queued.kind) {
      case 'confirm-email': {
        const linkPath = await linkTo('/confirm-email', 'confirm', queued.recipient)
        return writeMail({ ...envelope, content: { kind: queued.kind, linkPath } })
      }
      case 'reset-password': {
        if (queued.attempts === 1) {
          const client = queued.parameters as Pick<ClientInfo, 'ipAddress'>
          const by = anonymousActor({ ipAddress: client.ipAddress, userAgent: '' })
          await recordAuditEvent(transaction, account.id, by, 'password reset requested')
        }
        const linkPath = await linkTo('/reset-password', 'reset', account.email)
        return writeMail({ ...envelope, to: account.email, content: { kind: queued.kind, linkPath } })
      }
      default: {
        const content = { kind: queued.kind, ...queued.parameters } as Notification
        // Once the address has changed, the former one must not be able to cancel later changes.
        const isCancellable = content.kind === 'email-change-requested' && account.email === queued.recipient
        const cancelPath = isCancellable
          ? await linkTo('/cancel-email-change', 'cancel', content.newEmail)
          : undefined
        return writeMail({ ...envelope, content, cancelPath })
      }
    }
  })
}

interface Recipient {
  id: number
  name: string
  email: string
  locale: string | null
}

/** Locks the account before the mail, in the same order as `secureAccount`. */
async function findRecipient(
  transaction: Database,
  { accountId, recipient }: QueuedMail,
): Promise<Recipient | undefined> {
  const isRecipient =
    accountId === null ? 'lower(email) = lower($1) and email_confirmed_at is not null' : 'id = $1'
  const { rows } = await transaction.query<Recipient>({
    text: `select id, name, email, locale from accounts where ${isRecipient} for key share`,
    values: [accountId ?? recipient],
  })
  return rows[0]
}

/** False when the mail was removed since it was claimed, because the account was secured or the change cancelled. */
async function lockQueuedMail(transaction: Database, id: number): Promise<boolean> {
  const { rowCount } = await transaction.query({
    text: 'select from mail_queue where id = $1 for update',
    values: [id],
  })
  return rowCount === 1
}
