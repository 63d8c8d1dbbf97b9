// Restores one account with its keys and other data from a restored copy of the database.
import type { Database, DatabasePool } from '../platform/database/pool.ts'
import { type Actor, recordAuditEvent } from './audit-log.ts'
import { isUniqueViolation } from './unique-violation.ts'

// Excludes tokens and pending sign-ins, which have expired by then, and sessions, which may have been revoked
// since.
const restoredTables = [
  'api_keys',
  'recovery_codes',
  'passkeys',
  'identities',
  'subscriptions',
  'usage',
  'audit_log',
] as const

export type RestoredAccount = { rows: number } | { error: 'not_found' | 'already_exists' | 'conflict' }

/** Atomic. `conflict`: its e-mail address or identity now belongs to another account. */
export async function restoreAccount(
  from: Database,
  to: DatabasePool,
  name: string,
  by: Actor,
): Promise<RestoredAccount> {
  const { rows: accounts } = await from.query<{ id: number; row: object }>({
    text: 'select id, to_jsonb(accounts) as row from accounts where name = $1',
    values: [name],
  })
  const [account] = accounts
  if (!account) return { error: 'not_found' }
  try {
    return await to.transaction(async transaction => {
      const { rowCount } = await transaction.query({
        text: 'select from accounts where name = $1 or id = $2',
        values: [name, account.id],
      })
      if (rowCount !== 0) return { error: 'already_exists' }
      let rows = await insertRows(transaction, 'accounts', [account.row])
      for (const table of restoredTables) {
        const { rows: found } = await from.query<{ row: object }>({
          text: `select to_jsonb(t) as row from ${table} as t where account_id = $1`,
          values: [account.id],
        })
        rows += await insertRows(
          transaction,
          table,
          found.map(({ row }) => row),
        )
      }
      await recordAuditEvent(transaction, account.id, by, 'account restored')
      return { rows }
    })
  } catch (error) {
    if (isUniqueViolation(error)) return { error: 'conflict' }
    throw error
  }
}

async function insertRows(database: Database, table: string, rows: object[]): Promise<number> {
  const { rowCount } = await database.query({
    text: `
      insert into ${table} overriding system value
        select * from jsonb_populate_recordset(null::${table}, $1)`,
    values: [JSON.stringify(rows)],
  })
  return rowCount ?? 0
}
