// Single-use tokens sent by mail, each bound to one purpose and valid until it expires.
import type { Database } from '../../platform/database/pool.ts'
import { hashToken, newToken, type ServerSecret, tokenHashes } from '../server-secret.ts'

type Purpose = 'confirm' | 'reset' | 'recover'

const ttlHours: Record<Purpose, number> = { confirm: 24, reset: 1, recover: 24 }

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

type TokenQuery = [secret: ServerSecret, purpose: Purpose, token: string]

const isValid = 'token_hash = any ($1) and purpose = $2 and used_at is null and expires_at > now()'

/** Does not consume the token. */
export function findEmailToken(database: Database, ...query: TokenQuery): Promise<EmailToken | undefined> {
  return firstToken(
    database,
    `select account_id as "accountId", email from email_tokens where ${isValid}`,
    query,
  )
}

/** Atomic: of concurrent calls only one succeeds. */
export function consumeEmailToken(database: Database, ...query: TokenQuery): Promise<EmailToken | undefined> {
  return firstToken(
    database,
    `update email_tokens set used_at = now() where ${isValid} returning account_id as "accountId", email`,
    query,
  )
}

async function firstToken(
  database: Database,
  text: string,
  [secret, purpose, token]: TokenQuery,
): Promise<EmailToken | undefined> {
  const values = [tokenHashes(secret, `${purpose} link`, token), purpose]
  const { rows } = await database.query<EmailToken>({ text, values })
  return rows[0]
}
