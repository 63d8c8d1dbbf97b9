import type { PlanPrices } from '../../accounts/billing/prices.ts'
import { type Plan, plans, planTable } from '../../accounts/plans.ts'
import { formatPrice } from '../account/billing/price.ts'
import { useLocale, useMessages } from '../i18n/messages.ts'

interface PlanStripProps {
  requestsPerMinute: Record<Plan, number>
  prices: PlanPrices | undefined
}

/** The plans with their limits, and with prices if they are sold here. */
export function PlanStrip({ requestsPerMinute, prices }: PlanStripProps) {
  const t = useMessages('home')
  const locale = useLocale()
  return (
    <ul class="plan-strip">
      {plans.map(plan => {
        const price = plan === 'starter' ? undefined : formatPrice(prices?.[plan], locale)
        return (
          <li key={plan}>
            <h3>{planTable[plan].name}</h3>
            {plan === 'starter' && (
              <p>
                <b>{t.free}</b> <span class="muted small">{t.noCard}</span>
              </p>
            )}
            {price !== undefined && (
              <p>
                <b class="tnum">{price}</b>
              </p>
            )}
            <p class="small">
              {t.perMinute({ count: requestsPerMinute[plan], b: text => <b class="tnum">{text}</b> })}
            </p>
          </li>
        )
      })}
      <li class="go">
        <a class="btn btn-primary" href="/sign-up">
          {t.getKey}
        </a>
        <p class="tiny muted">{t.noOverage}</p>
      </li>
    </ul>
  )
}
