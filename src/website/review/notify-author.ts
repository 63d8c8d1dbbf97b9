// The mail to the author of a contribution, in the transaction of the decision.
import { queueContributionResult } from '../../accounts/notifications/contribution-results.ts'
import type { Contribution } from '../../community/contribution.ts'
import { nameOfContribution } from '../../community/review.ts'
import type { Database } from '../../platform/database/pool.ts'

type Decided = Pick<Contribution, 'id' | 'account_id' | 'status' | 'reason'>

export async function notifyAuthor(
  database: Database,
  { id, account_id, status, reason }: Decided,
): Promise<void> {
  // Withdrawn by the author, or the author is gone.
  if (account_id === null || status === 'pending' || status === 'withdrawn') return
  await queueContributionResult(database, account_id, {
    contributionId: id,
    name: await nameOfContribution(database, id),
    status,
    reason,
  })
}
