import type { Database, DatabasePool } from '../../platform/database/pool.ts'
import {
  hashToken,
  newToken,
  type ServerSecret,
  secretId,
  tokenHashes,
} from '../../platform/server-secret.ts'
import { type Actor, recordAuditEvent } from '../audit-log.ts'
import type { ClientInfo } from '../client-info.ts'

export interface Session {
  id: number
  accountId: number
  accountName: string
  /** Whether two-factor authentication is on. */
  hasTwoFactor: boolean
}

export interface ListedSession {
  id: number
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  ip_address: string
  user_agent: string
}

const idleTimeout = '14 days'
const maxAge = '90 days'
const maxUserAgentLength = 300
const purpose = 'session'

/** Always creates a new token, which prevents session fixation. The token itself is returned only here. */
export async function createSession(
  database: Database,
  secret: ServerSecret,
  accountId: number,
  client: ClientInfo,
): Promise<string> {
  const token = newToken()
  await database.query({
    text: `
      with deleted as (
        delete from sessions where account_id = $1 and not (${isActive})
      )
      insert into sessions (account_id, token_hash, server_secret_id, expires_at, ip_address, user_agent)
        values ($1, $2, $3, now() + interval '${maxAge}', $4, $5)`,
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

const isActive = `expires_at > now() and last_seen_at > now() - interval '${idleTimeout}'`

/** Undefined when the session does not exist or has expired. */
export async function findSession(
  database: Database,
  secret: ServerSecret,
  token: string,
): Promise<Session | undefined> {
  const hashes = tokenHashes(secret, purpose, token)
  const { rows } = await database.query<Session & { isRecentlySeen: boolean; isCurrent: boolean }>({
    name: hashes.length === 1 ? 'find-session' : `find-session-by-${hashes.length}-hashes`,
    text: `
      select sessions.id, account_id as "accountId", accounts.name as "accountName",
             mfa_enabled_at is not null as "hasTwoFactor",
             last_seen_at > now() - interval '5 minutes' as "isRecentlySeen", token_hash = $1 as "isCurrent"
        from sessions join accounts on accounts.id = account_id
        where token_hash in (${hashes.map((_, index) => `$${index + 1}`).join(', ')}) and ${isActive}
          and suspended_at is null`,
    values: hashes,
  })
  if (!rows[0]) return undefined
  const { isRecentlySeen, isCurrent, ...session } = rows[0]
  // Updated at most every five minutes, which avoids a write per request.
  if (!isRecentlySeen || !isCurrent) {
    await database.query({
      text: 'update sessions set last_seen_at = now(), token_hash = $2, server_secret_id = $3 where id = $1',
      values: [session.id, hashes[0], secretId(secret)],
    })
  }
  return session
}

/** Active sessions, most recently seen first. */
export async function listSessions(database: Database, accountId: number): Promise<ListedSession[]> {
  const { rows } = await database.query<ListedSession>({
    text: `
      select id, created_at, last_seen_at, expires_at, ip_address, user_agent
        from sessions
        where account_id = $1 and ${isActive}
        order by last_seen_at desc, id desc`,
    values: [accountId],
  })
  return rows
}

/** Returns false when the account has no such session. */
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

/** Returns the number of deleted sessions. */
export async function deleteOtherSessions(
  database: DatabasePool,
  accountId: number,
  keptSessionId: number,
  by: Actor,
): Promise<number> {
  return database.transaction(async transaction => {
    const deleted = await deleteSessions(transaction, accountId, keptSessionId)
    if (deleted > 0)
      await recordAuditEvent(transaction, accountId, by, 'other sessions signed out', String(deleted))
    return deleted
  })
}

/** For changes that must end all other sessions, including pending two-factor challenges. */
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
