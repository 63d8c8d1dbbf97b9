import { type Plan, planTable } from '../../../accounts/plans.ts'
import type { RateLimiter } from '../../../platform/rate-limit/rate-limiter.ts'
import { accountWindow } from '../../../platform/rate-limit/window.ts'
import { useFormat, useMessages } from '../../i18n/messages.ts'
import { Meter } from './stat.tsx'

/** Requests in the present window. Undefined while Redis is unavailable and for plans that are limited per IP address. */
export async function requestsThisMinute(
  limiter: RateLimiter,
  account: { id: number; plan: Plan },
  perMinute: number,
): Promise<number | undefined> {
  if (planTable[account.plan].rateLimitScope === 'address') return undefined
  return limiter.used(accountWindow(account.id, perMinute))
}

interface LimitUseProps {
  plan: Plan
  perMinute: number
  thisMinute: number | undefined
}

/** The limit of the plan, and how much of it is used if that is known. */
export function LimitUse({ plan, perMinute, thisMinute }: LimitUseProps) {
  const t = useMessages('account')
  const format = useFormat()
  const limit = format.number(perMinute)
  if (thisMinute === undefined) {
    const isPerAddress = planTable[plan].rateLimitScope === 'address'
    return <p>{isPerAddress ? t.limitPerAddress({ limit }) : t.limitPerAccount({ limit })}</p>
  }
  return (
    <div>
      <p class="quota-text">
        <span>{t.thisMinute}</span>
        <span>{t.usedOf({ used: format.number(thisMinute), limit })}</span>
      </p>
      <Meter share={thisMinute / perMinute} isLimit />
    </div>
  )
}
