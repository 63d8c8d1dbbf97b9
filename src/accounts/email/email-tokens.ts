// Single-use tokens sent by mail, each bound to one purpose and valid until it expires.
import type { Database } from '../../platform/database/pool.ts'
import { hashToken, newToken, type ServerSecret, tokenHashes } from '../server-secret.ts'

type Purpose = 'confirm' | 'reset'

const ttlHours: Record<Purpose, number> = { confirm: 24, reset: 1 }

export interface EmailToken {
  accountId: number
  email: string
}

/** The token itself is returned only here. Also deletes the account's expired tokens. */
export async function createEmailToken(
  database: Database,
  secret: ServerSecret,
  purpose: Purpose,
  { accountId, email }: EmailToken,
): Promise<string> {
  const token = newToken()
  await database.query({
    text: `
      with expired as (
        delete from email_tokens where account_id = $1 and expires_at < now()
      )
      insert into email_tokens (account_id, token_hash, purpose, email, expires_at)
        values ($1, $2, $3, $4, now() + make_interval(hours => $5))`,
    values: [accountId, hashToken(secret, `${purpose} link`, token), purpose, email, ttlHours[purpose]],
  })
  return token
}

/** Does not consume the token. */
export async function findEmailToken(
  database: Database,
  secret: ServerSecret,
  purpose: Purpose,
  token: string,
): Promise<EmailToken | undefined> {
  const { rows } = await database.query<EmailToken>({
    text: `select account_id as "accountId", email from email_tokens where ${isValid}`,
    values: [tokenHashes(secret, `${purpose} link`, token), purpose],
  })
  return rows[0]
}

/** Atomic: of concurrent calls only one succeeds. */
export async function consumeEmailToken(
  database: Database,
  secret: ServerSecret,
  purpose: Purpose,
  token: string,
): Promise<EmailToken | undefined> {
  const { rows } = await database.query<EmailToken>({
    text: `
      update email_tokens set used_at = now()
        where ${isValid}
        returning account_id as "accountId", email`,
    values: [tokenHashes(secret, `${purpose} link`, token), purpose],
  })
  return rows[0]
}

const isValid = 'token_hash = any ($1) and purpose = $2 and used_at is null and expires_at > now()'
