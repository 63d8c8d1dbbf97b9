// Links sent by mail: each works once, for its purpose, until it expires.
import type { Database } from '../../platform/database/pool.ts'
import { hashesOfToken, hashToken, newToken, type ServerSecret } from '../server-secret.ts'

type Purpose = 'confirm' | 'reset'

const hours: Record<Purpose, number> = { confirm: 24, reset: 1 }

export interface MailLink {
  accountId: number
  email: string
}

/** The token is in the answer and nowhere else. Links that have expired go. */
export async function createMailLink(
  database: Database,
  secret: ServerSecret,
  purpose: Purpose,
  { accountId, email }: MailLink,
): Promise<string> {
  const token = newToken()
  await database.query({
    text: `
      with expired as (
        delete from mail_links where account_id = $1 and expires_at < now()
      )
      insert into mail_links (account_id, hash, purpose, email, expires_at)
        values ($1, $2, $3, $4, now() + make_interval(hours => $5))`,
    values: [accountId, hashToken(secret, `${purpose} link`, token), purpose, email, hours[purpose]],
  })
  return token
}

/** Without using it up. */
export async function findMailLink(
  database: Database,
  secret: ServerSecret,
  purpose: Purpose,
  token: string,
): Promise<MailLink | undefined> {
  const { rows } = await database.query<MailLink>({
    text: `select account_id as "accountId", email from mail_links where ${isOpen}`,
    values: [hashesOfToken(secret, `${purpose} link`, token), purpose],
  })
  return rows[0]
}

/** Of two at once one gets it. */
export async function takeMailLink(
  database: Database,
  secret: ServerSecret,
  purpose: Purpose,
  token: string,
): Promise<MailLink | undefined> {
  const { rows } = await database.query<MailLink>({
    text: `
      update mail_links set used_at = now()
        where ${isOpen}
        returning account_id as "accountId", email`,
    values: [hashesOfToken(secret, `${purpose} link`, token), purpose],
  })
  return rows[0]
}

const isOpen = 'hash = any ($1) and purpose = $2 and used_at is null and expires_at > now()'
