// SECRET_KEY rotation. Hashes are replaced when a key or session is next used (api-key-cache.ts, sessions.ts),
// because only the client has the original value; TOTP secrets can be re-encrypted at once.
import type { Database } from '../platform/database/pool.ts'
import { currentSecret, type ServerSecret, secretId } from '../platform/server-secret.ts'
import { decryptTotpSecret, encryptTotpSecret } from './sign-in/totp.ts'

const accountsPerBatch = 500

export interface ReencryptResult {
  reencrypted: number
  /** TOTP secrets that none of the server secrets decrypts: their owners need a recovery code. */
  unreadable: number
}

/** Re-encrypts all TOTP secrets under the current server secret. */
export async function reencryptTotpSecrets(
  database: Database,
  secret: ServerSecret,
): Promise<ReencryptResult> {
  const counts = { reencrypted: 0, unreadable: 0 }
  for (let lastId = 0; ; ) {
    const { rows } = await database.query<{ id: number; totp_secret: Buffer }>({
      text: `
        select id, totp_secret from accounts
          where id > $1 and totp_secret is not null
          order by id
          limit $2`,
      values: [lastId, accountsPerBatch],
    })
    for (const { id, totp_secret: stored } of rows) {
      lastId = id
      if (tryDecrypt(currentSecret(secret), id, stored) !== undefined) continue
      const totpSecret = tryDecrypt(secret, id, stored)
      if (totpSecret === undefined) {
        counts.unreadable++
        continue
      }
      // Skips it if the owner has set up a new one in the meantime.
      const { rowCount } = await database.query({
        text: 'update accounts set totp_secret = $3 where id = $1 and totp_secret = $2',
        values: [id, stored, encryptTotpSecret(secret, id, totpSecret)],
      })
      counts.reencrypted += rowCount ?? 0
    }
    if (rows.length < accountsPerBatch) return counts
  }
}

function tryDecrypt(secret: ServerSecret, accountId: number, stored: Buffer): Buffer | undefined {
  try {
    return decryptTotpSecret(secret, accountId, stored)
  } catch {
    return undefined
  }
}

interface StaleKey {
  id: number
  account: string
  name: string
  prefix: string
  last_four: string
  created_at: Date
  last_used_at: Date | null
}

export interface StaleSecretReport {
  /** Active keys, least recently used first. */
  keys: StaleKey[]
  sessions: { open: number; last_end: Date | null }
  recoveryCodes: { codes: number; accounts: number }
}

/**
 * Everything not yet stored under the current secret, which stops working when the previous ones are removed.
 */
export async function findStaleSecrets(database: Database, secret: ServerSecret): Promise<StaleSecretReport> {
  const values = [secretId(secret)]
  const { rows: keys } = await database.query<StaleKey>({
    text: `
      select api_keys.id, accounts.name as account, api_keys.name, prefix, last_four, api_keys.created_at, last_used_at
        from api_keys join accounts on accounts.id = account_id
        where server_secret_id is distinct from $1 and revoked_at is null and (expires_at is null or expires_at > now())
        order by last_used_at nulls first, api_keys.id`,
    values,
  })
  const { rows: sessions } = await database.query<{ open: number; last_end: Date | null }>({
    text: `
      select count(*) as open, max(least(expires_at, last_seen_at + interval '14 days')) as last_end
        from sessions
        where server_secret_id is distinct from $1 and expires_at > now() and last_seen_at > now() - interval '14 days'`,
    values,
  })
  const { rows: codes } = await database.query<{ codes: number; accounts: number }>({
    text: `
      select count(*) as codes, count(distinct account_id) as accounts
        from recovery_codes
        where server_secret_id is distinct from $1 and used_at is null`,
    values,
  })
  return {
    keys,
    sessions: sessions[0] ?? { open: 0, last_end: null },
    recoveryCodes: codes[0] ?? { codes: 0, accounts: 0 },
  }
}
