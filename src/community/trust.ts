// Who can do what: the limits of a person, and when proposals need no review first (rule contribution-review).
import type { Database } from '../platform/database/pool.ts'

/** After that many accepted proposals in a row, those that pass every check go live without a review. */
export const acceptedForTrust = 20

const maxPerDayOf = { contributor: 20, trusted: 200 }

export const maxPerDay = (trusted: boolean): number =>
  trusted ? maxPerDayOf.trusted : maxPerDayOf.contributor

/** Whether a moderator accepted all of the last proposals of the account. Automatic acceptances count once they have been reviewed. */
export async function isTrusted(database: Database, accountId: number): Promise<boolean> {
  const { rows } = await database.query<{ accepted: number }>({
    text: `
      select count(*) filter (where status = 'accepted') as accepted
        from (select status from contributions
                where account_id = $1 and status in ('accepted', 'rejected', 'undone') and (not is_automatic or decided_by is not null)
                order by decided_at desc, id desc
                limit $2) as last`,
    values: [accountId, acceptedForTrust],
  })
  return rows[0]?.accepted === acceptedForTrust
}
