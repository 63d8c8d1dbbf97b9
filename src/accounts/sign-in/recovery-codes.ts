// Single-use recovery codes of 80 random bits, for when the authenticator app is lost.
import { randomBytes } from 'node:crypto'
import type { Database } from '../../platform/database/pool.ts'
import { hashToken, type ServerSecret, secretId, tokenHashes } from '../../platform/server-secret.ts'

const codeCount = 10
const purpose = 'recovery code'

// Crockford's Base32: without I, L, O and U, which are easily misread.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Replaces all recovery codes. The codes themselves are returned only here. */
export async function replaceRecoveryCodes(
  database: Database,
  secret: ServerSecret,
  accountId: number,
): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newRecoveryCode)
  await deleteRecoveryCodes(database, accountId)
  await database.query({
    text: 'insert into recovery_codes (account_id, code_hash, server_secret_id) select $1, unnest($2::bytea[]), $3',
    values: [
      accountId,
      codes.map(code => hashToken(secret, purpose, hashInput(accountId, code))),
      secretId(secret),
    ],
  })
  return codes
}

export async function deleteRecoveryCodes(database: Database, accountId: number): Promise<void> {
  await database.query({ text: 'delete from recovery_codes where account_id = $1', values: [accountId] })
}

/** Returns whether the code was valid and unused. Atomic: of concurrent calls only one succeeds. */
export async function consumeRecoveryCode(
  database: Database,
  secret: ServerSecret,
  accountId: number,
  code: string,
): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `
      update recovery_codes set used_at = now()
        where account_id = $1 and code_hash = any ($2) and used_at is null`,
    values: [accountId, tokenHashes(secret, purpose, hashInput(accountId, code))],
  })
  return rowCount === 1
}

export async function countRecoveryCodes(database: Database, accountId: number): Promise<number> {
  const { rows } = await database.query<{ left: number }>({
    text: 'select count(*) as left from recovery_codes where account_id = $1 and used_at is null',
    values: [accountId],
  })
  return rows[0]?.left ?? 0
}

/** In the form xxxx-xxxx-xxxx-xxxx. */
function newRecoveryCode(): string {
  // 16 characters of 5 bits; a byte modulo 32 is uniformly distributed.
  const characters = [...randomBytes(16)].map(byte => alphabet[byte % 32])
  return characters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
}

function hashInput(accountId: number, code: string): string {
  const normalized = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll(/[il]/g, '1').replaceAll('o', '0')
  return `${accountId} ${normalized}`
}
