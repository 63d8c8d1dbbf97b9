// Single-use tokens sent by mail, each bound to one purpose and valid until it expires.
import type { Database } from '../../platform/database/pool.ts'
import { hashToken, newToken, type ServerSecret, tokenHashes } from '../../platform/server-secret.ts'

type Purpose = 'confirm' | 'reset' | 'cancel' | 'recover'

// A change can be cancelled for as long as its confirmation may wait in the queue and then be used.
const ttlHours: Record<Purpose, number> = { confirm: 24, reset: 1, cancel: 168, recover: 24 }

export interface EmailToken {
  accountId: number
  email: string
}

/** For the link in a queued mail: derived from its Message-ID, so that a mail repeated after a crash has the same link. */
export function mailToken(secret: ServerSecret, purpose: Purpose, messageId: string): string {
  return hashToken(secret, `${purpose} link of a mail`, messageId).toString('base64url')
}

/** The token itself is returned only here. Also deletes the account's expired tokens. */
export async function createEmailToken(
  database: Database,
  secret: ServerSecret,
  purpose: Purpose,
  { accountId, email }: EmailToken,
  token = newToken(),
): Promise<string> {
  await database.query({
    text: `
      with expired as (
        delete from email_tokens where account_id = $1 and expires_at < now() and token_hash <> $2
      )
      insert into email_tokens (account_id, token_hash, purpose, email, expires_at)
        values ($1, $2, $3, $4, now() + make_interval(hours => $5))
        on conflict (token_hash) do update set expires_at = excluded.expires_at`,
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

/**
 * Of concurrent calls only one succeeds. Call it in a transaction: it locks the account first, because what follows
 * often ends all other tokens of the account, and two links used at once would otherwise wait for each other.
 */
export async function consumeEmailToken(
  transaction: Database,
  ...query: TokenQuery
): Promise<EmailToken | undefined> {
  const found = await findEmailToken(transaction, ...query)
  if (!found) return undefined
  await transaction.query({
    text: 'select from accounts where id = $1 for no key update',
    values: [found.accountId],
  })
  return firstToken(
    transaction,
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
