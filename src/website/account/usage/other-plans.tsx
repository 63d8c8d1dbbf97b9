// What another plan would have changed about the requests of the period.
import type { PlanPrices } from '../../../accounts/billing/prices.ts'
import { type Plan, plans, planTable } from '../../../accounts/plans.ts'
import { TableHead } from '../../components/table-head.tsx'
import { useFormat, useLocale, useMessages } from '../../i18n/messages.ts'
import { formatPrice } from '../billing/price.ts'
import { planChange, totalOf, type UsageDay } from './usage-days.ts'

interface OtherPlansProps {
  plan: Plan
  days: UsageDay[]
  requestsPerMinute: Record<Plan, number>
  /** Undefined if plans are not sold here. */
  prices: PlanPrices | undefined
}

/** Plans that are limited by IP address are left out: requests are not counted by address. */
export function OtherPlans({ plan, days, requestsPerMinute, prices }: OtherPlansProps) {
  const t = useMessages('account').otherPlans
  const { plan: planHeading } = useMessages('account')
  const format = useFormat()
  const locale = useLocale()
  const rejected = totalOf(days).by['rate-limited']
  const rows = plans
    .filter(other => other !== plan && planTable[other].rateLimitScope === 'account')
    .map(other => ({
      other,
      price: other === 'starter' ? undefined : formatPrice(prices?.[other], locale),
      ...planChange(days, requestsPerMinute[other]),
    }))
  const hasPrices = rows.some(({ price }) => price !== undefined)
  const numeric = [
    t.limit,
    t.busiestDay,
    ...(rejected > 0 ? [t.accepted] : []),
    ...(hasPrices ? [t.price] : []),
  ]
  const total = format.number(rejected)
  return (
    <section class="card stack-s">
      <h2 class="h-s">{t.title}</h2>
      <div class="table-wrap">
        <table class="table table-stack">
          <TableHead columns={[planHeading, ...numeric]} numeric={numeric} />
          <tbody>
            {rows.map(({ other, price, shareOfLimit, least, most }) => (
              <tr key={other}>
                <th scope="row">
                  <a href="/account/plan">{planTable[other].name}</a>
                </th>
                <td class="num" data-h={t.limit}>
                  {format.number(requestsPerMinute[other])}
                </td>
                <td class="num" data-h={t.busiestDay}>
                  {t.shareOfLimit({ percent: format.percent(shareOfLimit, 1) })}
                </td>
                {rejected > 0 && (
                  <td class="num" data-h={t.accepted}>
                    {least === most
                      ? t.count({ count: format.number(least), total })
                      : t.range({ least: format.number(least), most: format.number(most), total })}
                  </td>
                )}
                {hasPrices && (
                  <td class="num" data-h={t.price}>
                    {price}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="small muted">{t.note}</p>
    </section>
  )
}
