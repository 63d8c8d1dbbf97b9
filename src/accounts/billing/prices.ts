// The prices of the paid plans, as configured in Stripe. One node loads them for all.
import type { Job } from '../../platform/jobs.ts'
import { describeError, type PaymentService, type StripePrice } from './stripe.ts'
import type { PaidPlan } from './subscriptions.ts'

export type PlanPrices = Partial<Record<PaidPlan, StripePrice>>

export interface Prices {
  /** As last loaded; none until then. */
  get(): PlanPrices
  job: Job
}

const paidPlans = ['pro', 'scale'] as const

export function createPrices(
  payments: Pick<PaymentService, 'findPrice'>,
  priceIds: Record<PaidPlan, string>,
): Prices {
  let known: PlanPrices = {}
  // By the ids at Stripe: those of the plans may have been changed since the last run.
  const job: Job<Record<string, StripePrice>> = {
    name: 'prices',
    every: 'ten minutes',
    async work() {
      const found: Record<string, StripePrice> = {}
      for (const plan of paidPlans) {
        const price = await payments.findPrice(priceIds[plan])
        if ('error' in price) throw new Error(describeError(price))
        if (price.value !== undefined) found[priceIds[plan]] = price.value
      }
      return found
    },
    onResult(prices) {
      known = {}
      for (const plan of paidPlans) {
        const price = prices[priceIds[plan]]
        if (price !== undefined) known[plan] = price
      }
    },
  }
  return { get: () => known, job }
}
