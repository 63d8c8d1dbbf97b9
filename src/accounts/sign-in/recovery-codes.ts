// Codes on paper for the day the phone is lost: 80 random bits each, each works once.
import { randomBytes } from 'node:crypto'
import type { Database } from '../../platform/database/pool.ts'
import { hashToken, type ServerSecret, secretId, tokenHashes } from '../server-secret.ts'

const codes = 10
const purpose = 'recovery code'

// Crockford's: without I, L, O and U, which are misread.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Puts new codes in the index of all before them. They are in the answer and nowhere else. */
export async function replaceRecoveryCodes(
  database: Database,
  secret: ServerSecret,
  accountId: number,
): Promise<string[]> {
  const fresh = Array.from({ length: codes }, newRecoveryCode)
  await deleteRecoveryCodes(database, accountId)
  await database.query({
    text: 'insert into recovery_codes (account_id, code_hash, server_secret_id) select $1, unnest($2::bytea[]), $3',
    values: [
      accountId,
      fresh.map(code => hashToken(secret, purpose, asHashed(accountId, code))),
      secretId(secret),
    ],
  })
  return fresh
}

export async function deleteRecoveryCodes(database: Database, accountId: number): Promise<void> {
  await database.query({ text: 'delete from recovery_codes where account_id = $1', values: [accountId] })
}

/** Whether it was one of the account's codes and not used before; of twenty at once one is. */
export async function consumeRecoveryCode(
  database: Database,
  secret: ServerSecret,
  accountId: number,
  typed: string,
): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `
      update recovery_codes set used_at = now()
        where account_id = $1 and code_hash = any ($2) and used_at is null`,
    values: [accountId, tokenHashes(secret, purpose, asHashed(accountId, typed))],
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

/** As xxxx-xxxx-xxxx-xxxx. */
function newRecoveryCode(): string {
  // 16 characters of 5 bits; a byte modulo 32 is even.
  const characters = [...randomBytes(16)].map(byte => alphabet[byte % 32])
  return characters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
}

function asHashed(accountId: number, code: string): string {
  const read = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll(/[il]/g, '1').replaceAll('o', '0')
  return `${accountId} ${read}`
}
