import type { Database, DatabasePool } from '../../platform/database/pool.ts'
import { type Actor, recordAuditEvent } from '../audit-log.ts'
import type { ClientInfo } from '../client-info.ts'
import { hashToken, newToken, type ServerSecret, secretId, tokenHashes } from '../server-secret.ts'

export interface Session {
  id: number
  accountId: number
  accountName: string
}

export interface ListedSession {
  id: number
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  ip_address: string
  user_agent: string
}

const idle = '14 days'
const absolute = '90 days'
const maxUserAgentLength = 300
const purpose = 'session'

/** A new token, whoever the browser was before. It is in the answer and nowhere else. */
export async function createSession(
  database: Database,
  secret: ServerSecret,
  accountId: number,
  client: ClientInfo,
): Promise<string> {
  const token = newToken()
  await database.query({
    text: `
      with ended as (
        delete from sessions where account_id = $1 and not (${isOpen})
      )
      insert into sessions (account_id, token_hash, server_secret_id, expires_at, ip_address, user_agent)
        values ($1, $2, $3, now() + interval '${absolute}', $4, $5)`,
    values: [
      accountId,
      hashToken(secret, purpose, token),
      secretId(secret),
      client.ipAddress,
      client.userAgent.slice(0, maxUserAgentLength),
    ],
  })
  return token
}

const isOpen = `expires_at > now() and last_seen_at > now() - interval '${idle}'`

/** Undefined when there is none, or it has ended. */
export async function findSession(
  database: Database,
  secret: ServerSecret,
  token: string,
): Promise<Session | undefined> {
  const hashes = tokenHashes(secret, purpose, token)
  const { rows } = await database.query<Session & { isSeen: boolean; isCurrent: boolean }>({
    name: hashes.length === 1 ? 'find-session' : `find-session-under-${hashes.length}`,
    text: `
      select sessions.id, account_id as "accountId", accounts.name as "accountName",
             last_seen_at > now() - interval '5 minutes' as "isSeen", token_hash = $1 as "isCurrent"
        from sessions join accounts on accounts.id = account_id
        where token_hash in (${hashes.map((_, index) => `$${index + 1}`).join(', ')}) and ${isOpen}`,
    values: hashes,
  })
  if (!rows[0]) return undefined
  const { isSeen, isCurrent, ...session } = rows[0]
  // Every five minutes is enough for a limit of 14 days, and spares a write a request.
  if (!isSeen || !isCurrent) {
    await database.query({
      text: 'update sessions set last_seen_at = now(), token_hash = $2, server_secret_id = $3 where id = $1',
      values: [session.id, hashes[0], secretId(secret)],
    })
  }
  return session
}

/** The open ones, last seen first. */
export async function listSessions(database: Database, accountId: number): Promise<ListedSession[]> {
  const { rows } = await database.query<ListedSession>({
    text: `
      select id, created_at, last_seen_at, expires_at, ip_address, user_agent
        from sessions
        where account_id = $1 and ${isOpen}
        order by last_seen_at desc, id desc`,
    values: [accountId],
  })
  return rows
}

/** Signs out one browser; false when the account has no such session. */
export async function deleteSession(
  database: DatabasePool,
  accountId: number,
  sessionId: number,
  by: Actor,
): Promise<boolean> {
  return database.transaction(async transaction => {
    const { rowCount } = await transaction.query({
      text: 'delete from sessions where account_id = $1 and id = $2',
      values: [accountId, sessionId],
    })
    if (rowCount !== 1) return false
    await recordAuditEvent(transaction, accountId, by, 'signed out')
    return true
  })
}

/** Signs out every other browser and returns how many there were. */
export async function deleteOtherSessions(
  database: DatabasePool,
  accountId: number,
  keptSessionId: number,
  by: Actor,
): Promise<number> {
  return database.transaction(async transaction => {
    const ended = await deleteSessions(transaction, accountId, keptSessionId)
    if (ended > 0) await recordAuditEvent(transaction, accountId, by, 'signed out elsewhere', String(ended))
    return ended
  })
}

/** For changes after which nobody else may stay in, half sign-ins included. */
export async function deleteSessions(
  database: Database,
  accountId: number,
  keptSessionId: number | null,
): Promise<number> {
  await database.query({ text: 'delete from mfa_challenges where account_id = $1', values: [accountId] })
  const { rowCount } = await database.query({
    text: 'delete from sessions where account_id = $1 and ($2::bigint is null or id <> $2)',
    values: [accountId, keptSessionId],
  })
  return rowCount ?? 0
}
