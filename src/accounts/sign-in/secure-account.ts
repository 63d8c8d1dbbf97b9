import type { Database } from '../../platform/database/pool.ts'
import { deleteSessions } from './sessions.ts'

/**
 * Ends everything that could give an intruder access after a credential or the e-mail address has changed: links
 * sent by mail or waiting to be sent, pending two-factor challenges and provider links, trusted devices and all
 * other sessions. API keys, passkeys and linked providers stay, and are shown to the owner for review. Call it in
 * the transaction of the change.
 */
export async function secureAccount(
  transaction: Database,
  accountId: number,
  keptSessionId: number | null,
): Promise<void> {
  // In a statement before the tokens: the worker locks a queued mail while it creates its token.
  await transaction.query({
    text: `
      delete from mail_queue
        where (account_id = $1 and kind = 'confirm-email')
           or (account_id is null and lower(recipient) = (select lower(email) from accounts where id = $1))`,
    values: [accountId],
  })
  await transaction.query({
    text: `
      with links as (
        delete from email_tokens where account_id = $1
      ), linking as (
        delete from oidc_auth_requests where linking_account_id = $1
      )
      update accounts set device_generation = device_generation + 1 where id = $1`,
    values: [accountId],
  })
  await deleteSessions(transaction, accountId, keptSessionId)
}
