import type { Database } from '../../platform/database/pool.ts'
import { findPlan } from '../accounts.ts'
import { type Plan, planTable } from '../plans.ts'

/** The limit that a key asks for is above the one of the account, so it would never apply. */
export interface RateLimitAbovePlan {
  planLimit: number
  message: string
}

/** Undefined if the key may have this limit. An account that no longer exists is reported by what follows. */
export async function checkKeyRateLimit(
  database: Database,
  accountId: number,
  capPerMinute: number | null,
  requestsPerMinute: Record<Plan, number>,
): Promise<RateLimitAbovePlan | undefined> {
  if (capPerMinute === null) return undefined
  const plan = await findPlan(database, accountId)
  if (plan === undefined || capPerMinute <= requestsPerMinute[plan]) return undefined
  const planLimit = requestsPerMinute[plan]
  return {
    planLimit,
    message:
      `The ${planTable[plan].name} plan allows ${planLimit.toLocaleString('en-US')} requests per minute, ` +
      'so a higher limit of a key has no effect. Choose a lower one, or none.',
  }
}
