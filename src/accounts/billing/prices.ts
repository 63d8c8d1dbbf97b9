// The prices of the paid plans, as configured in Stripe.
import { setTimeout as wait } from 'node:timers/promises'
import type { PaymentService, StripePrice } from './stripe.ts'
import type { PaidPlan } from './subscriptions.ts'

export type PlanPrices = Partial<Record<PaidPlan, StripePrice>>

export interface PriceCache {
  /** Known prices, at once; only the first call waits for Stripe, for a short time. */
  get(): Promise<PlanPrices>
}

const refreshAfterMs = 3_600_000
const retryAfterMs = 60_000
const maxWaitMs = 2_000

/** While Stripe does not answer, prices keep their last known value. */
export function createPriceCache(
  payments: Pick<PaymentService, 'findPrice'>,
  priceIds: Record<PaidPlan, string>,
): PriceCache {
  const known: PlanPrices = {}
  let nextLoadAt = 0
  let loading: Promise<void> | undefined

  async function load(): Promise<void> {
    const results = await Promise.all([loadPrice('pro'), loadPrice('scale')])
    nextLoadAt = performance.now() + (results.every(Boolean) ? refreshAfterMs : retryAfterMs)
    loading = undefined
  }

  async function loadPrice(plan: PaidPlan): Promise<boolean> {
    const price = await payments.findPrice(priceIds[plan])
    if ('error' in price) return false
    if (price.value === undefined) delete known[plan]
    else known[plan] = price.value
    return true
  }

  return {
    async get() {
      if (performance.now() >= nextLoadAt) loading ??= load()
      const isComplete = known.pro !== undefined && known.scale !== undefined
      if (loading && !isComplete) await Promise.race([loading, wait(maxWaitMs, undefined, { ref: false })])
      return { ...known }
    },
  }
}
