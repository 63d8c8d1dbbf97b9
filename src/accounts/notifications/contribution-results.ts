// Mails about the results of a review. The first one is sent at once; what is decided within an hour after it follows in one mail.
import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../../platform/database/pool.ts'
import { hashToken, type ServerSecret, tokenHashes } from '../../platform/server-secret.ts'

export interface ContributionResult {
  contributionId: number
  /** Of the food. */
  name: string
  status: 'accepted' | 'rejected' | 'question' | 'undone'
  /** Why it was rejected or undone, or the question. */
  reason: string | null
}

const kind = 'contributions-reviewed'
const reminder = 'contributions reviewed'

/** Call it in the transaction of the decision. Does nothing if the author has no confirmed address or wants no such mails. */
export async function queueContributionResult(
  database: Database,
  accountId: number,
  result: ContributionResult,
): Promise<void> {
  // Decisions about contributions of one author wait for each other here, so that they share a mail.
  const { rows } = await database.query<{ email: string }>({
    text: `
      select email from accounts
        where id = $1 and email_confirmed_at is not null and contribution_mails for no key update`,
    values: [accountId],
  })
  if (!rows[0]) return
  const added = JSON.stringify([result])
  const { rowCount } = await database.query({
    text: `
      update mail_queue set parameters = jsonb_set(parameters, '{results}', parameters -> 'results' || $3::jsonb)
        where account_id = $1 and kind = $2 and attempts = 0`,
    values: [accountId, kind, added],
  })
  if (rowCount !== 0) return
  await database.query({
    text: `
      with sent as (
        insert into sent_reminders (account_id, reminder) values ($1, $5)
          on conflict (account_id, reminder) do update
            set sent_at = greatest(now(), sent_reminders.sent_at + interval '1 hour')
          returning sent_at
      )
      insert into mail_queue (kind, account_id, recipient, parameters, queued_at, next_attempt_at)
        select $2, $1, $3, jsonb_build_object('results', $4::jsonb), sent_at, sent_at from sent`,
    values: [accountId, kind, rows[0].email, added, reminder],
  })
}

export async function setContributionMails(
  database: Database,
  accountId: number,
  isOn: boolean,
): Promise<void> {
  await database.query({
    text: 'update accounts set contribution_mails = $2 where id = $1',
    values: [accountId, isOn],
  })
  if (isOn) return
  await database.query({
    text: 'delete from mail_queue where account_id = $1 and kind = $2',
    values: [accountId, kind],
  })
}

const tokenPurpose = 'unsubscribe from contribution results'

/** For the link in the mail, which needs no sign-in. It can only turn these mails off. */
export function unsubscribeToken(secret: ServerSecret, accountId: number): string {
  return `${accountId}-${hashToken(secret, tokenPurpose, String(accountId)).toString('base64url')}`
}

/** Returns whether the token is valid. */
export async function unsubscribe(database: Database, secret: ServerSecret, token: string): Promise<boolean> {
  const [, id = '', hash = ''] = /^([1-9]\d{0,14})-([\w-]+)$/.exec(token) ?? []
  const given = Buffer.from(hash, 'base64url')
  const isValid = tokenHashes(secret, tokenPurpose, id).some(
    each => given.length === each.length && timingSafeEqual(given, each),
  )
  if (!isValid) return false
  await setContributionMails(database, Number(id), false)
  return true
}
