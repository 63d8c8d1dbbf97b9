// Brings one account back from a restored server, with its keys and all that belongs to it, as it was there.
import type { Database, DatabasePool } from '../platform/database/pool.ts'
import { type Actor, recordAuditEvent } from './audit-log.ts'
import { isUniqueViolation } from './unique-violation.ts'

// Links of mails and half sign-ins are over by then; what has no account is no part of one. No sessions: one of them may have
// been ended since, for a reason.
const tablesOfAccount = [
  'api_keys',
  'recovery_codes',
  'identities',
  'subscriptions',
  'usage',
  'audit_log',
] as const

export type RestoredAccount = { rows: number } | { error: 'not_found' | 'already_exists' | 'conflict' }

/** All or nothing. `taken`: its e-mail address or its sign-in at a provider belongs to another account by now. */
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
      for (const table of tablesOfAccount) {
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
