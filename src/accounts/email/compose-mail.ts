import type { Database } from '../../platform/database/pool.ts'
import { recordAuditEvent } from '../audit-log.ts'
import { anonymousActor, type ClientInfo } from '../client-info.ts'
import type { AccountContext } from '../context.ts'
import { notificationMail } from '../notifications/notification-mails.ts'
import type { Notification } from '../notifications/notify.ts'
import { createEmailToken, mailToken } from './email-tokens.ts'
import { confirmationMail, resetMail } from './link-mails.ts'
import { layOutMail } from './mail-layout.ts'
import type { QueuedMail } from './mail-queue.ts'
import type { Mail } from './mailer.ts'

type MailContext = Pick<AccountContext, 'database' | 'secret' | 'websiteUrl'>

/** Writes a queued mail and creates the token of its link. Undefined when there is nothing to send any more. */
export async function composeMail(context: MailContext, queued: QueuedMail): Promise<Mail | undefined> {
  return context.database.transaction(async transaction => {
    const account = await findRecipient(transaction, queued)
    if (!account || !(await lockQueuedMail(transaction, queued.id))) return undefined
    const linkTo = async (path: string, purpose: 'confirm' | 'reset' | 'cancel', email: string) => {
      const owner = { accountId: account.id, email }
      const token = mailToken(context.secret, purpose, queued.messageId)
      await createEmailToken(transaction, context.secret, purpose, owner, token)
      return `${context.websiteUrl}/${path}?token=${token}`
    }
    switch (queued.kind) {
      case 'confirm-email': {
        const link = await linkTo('confirm-email', 'confirm', queued.recipient)
        return layOutMail(queued.recipient, account.name, confirmationMail(account.name, link))
      }
      case 'reset-password': {
        if (queued.attempts === 1) {
          const client = queued.parameters as Pick<ClientInfo, 'ipAddress'>
          const by = anonymousActor({ ipAddress: client.ipAddress, userAgent: '' })
          await recordAuditEvent(transaction, account.id, by, 'password reset requested')
        }
        const link = await linkTo('reset-password', 'reset', account.email)
        return layOutMail(account.email, account.name, resetMail(account.name, link))
      }
      default: {
        const notification = { kind: queued.kind, ...queued.parameters } as Notification
        // Once the address has changed, the former one must not be able to cancel later changes.
        const isCancellable =
          notification.kind === 'email-change-requested' && account.email === queued.recipient
        const content = notificationMail(notification, {
          accountName: account.name,
          at: queued.queuedAt,
          websiteUrl: context.websiteUrl,
          cancelLink: isCancellable
            ? await linkTo('cancel-email-change', 'cancel', notification.newEmail)
            : undefined,
        })
        return layOutMail(queued.recipient, account.name, content)
      }
    }
  })
}

interface Recipient {
  id: number
  name: string
  email: string
}

/** Locks the account before the mail, in the same order as `secureAccount`. */
async function findRecipient(
  transaction: Database,
  { accountId, recipient }: QueuedMail,
): Promise<Recipient | undefined> {
  const isRecipient =
    accountId === null ? 'lower(email) = lower($1) and email_confirmed_at is not null' : 'id = $1'
  const { rows } = await transaction.query<Recipient>({
    text: `select id, name, email from accounts where ${isRecipient} for key share`,
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
