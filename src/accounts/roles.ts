// Who may review contributions. The operator grants roles on the command line.
import type { Database, DatabasePool } from '../platform/database/pool.ts'
import { type Actor, recordAuditEvent } from './audit-log.ts'

/** Moderators and operators review; everybody contributes. */
export const roles = ['contributor', 'moderator', 'operator'] as const
export type Role = (typeof roles)[number]

export const canReview = (role: Role): boolean => role !== 'contributor'

/** Takes effect with the next request of the account. Undefined when it does not exist. */
export async function changeRole(
  database: DatabasePool,
  name: string,
  role: Role,
  by: Actor,
): Promise<{ hasTwoFactor: boolean } | undefined> {
  return database.transaction(async transaction => {
    const { rows } = await transaction.query<{ id: number; hasTwoFactor: boolean }>({
      text: `
        update accounts set role = $2 where name = $1
          returning id, mfa_enabled_at is not null as "hasTwoFactor"`,
      values: [name, role],
    })
    if (!rows[0]) return undefined
    await recordAuditEvent(transaction, rows[0].id, by, 'role changed', role)
    return { hasTwoFactor: rows[0].hasTwoFactor }
  })
}

/** Accounts that can review at present. */
export async function countReviewers(database: Database): Promise<number> {
  const { rows } = await database.query<{ reviewers: number }>({
    text: `
      select count(*) as reviewers from accounts
        where role <> 'contributor' and mfa_enabled_at is not null and suspended_at is null`,
  })
  return rows[0]?.reviewers ?? 0
}
