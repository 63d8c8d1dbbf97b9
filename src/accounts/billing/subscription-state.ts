// Which plan the subscriptions of a customer grant, and what has changed since our copy was written.
import { plans } from '../plans.ts'
import type { BillingError, StripeSubscription } from './stripe.ts'
import type { PaidPlan, StoredSubscription, SubscriptionState } from './subscriptions.ts'

const paid = new Set(['active', 'trialing'])
const unpaid = new Set(['past_due', 'unpaid'])

/** Whether the subscription is paid or past due. */
export function isLive({ status }: StripeSubscription): boolean {
  return paid.has(status) || unpaid.has(status)
}

/** Prefers paid over past due over ended, then the larger plan, then the newest. */
function compareSubscriptions(prices: Record<PaidPlan, string>) {
  const rank = ({ status }: StripeSubscription) => (paid.has(status) ? 0 : unpaid.has(status) ? 1 : 2)
  const sizeOf = (subscription: StripeSubscription) => {
    const plan = planOf(prices, subscription)
    return plan === undefined ? -1 : plans.indexOf(plan)
  }
  return (a: StripeSubscription, b: StripeSubscription) =>
    rank(a) - rank(b) || sizeOf(b) - sizeOf(a) || b.createdAt.getTime() - a.createdAt.getTime()
}

/** The account gets the best plan that is paid for. */
export function stateOf(
  subscriptions: StripeSubscription[],
  prices: Record<PaidPlan, string>,
): SubscriptionState | BillingError {
  const [subscription] = subscriptions.toSorted(compareSubscriptions(prices))
  if (subscription === undefined || !isLive(subscription))
    return { subscription, plan: null, isUnpaid: false }
  const plan = planOf(prices, subscription)
  if (plan === undefined) return unknownPrice(subscription)
  return { subscription, plan, isUnpaid: unpaid.has(subscription.status) }
}

export interface ChargedSubscription {
  id: string
  plan: PaidPlan
}

/** Without those to other products of the same Stripe account; the one that grants the plan first. */
export function chargedSubscriptions(
  subscriptions: StripeSubscription[],
  prices: Record<PaidPlan, string>,
): ChargedSubscription[] {
  return subscriptions.toSorted(compareSubscriptions(prices)).flatMap(each => {
    const plan = isLive(each) ? planOf(prices, each) : undefined
    return plan === undefined ? [] : [{ id: each.id, plan }]
  })
}

function planOf(prices: Record<PaidPlan, string>, subscription: StripeSubscription): PaidPlan | undefined {
  if (subscription.prices.includes(prices.scale)) return 'scale'
  if (subscription.prices.includes(prices.pro)) return 'pro'
  return undefined
}

function unknownPrice({ id, prices }: StripeSubscription): BillingError {
  return {
    error: 'conflict',
    code: 'payments_misconfigured',
    message:
      `The subscription ${id} has the price ${prices.join(', ')}, which is neither STRIPE_PRICE_PRO nor ` +
      'STRIPE_PRICE_SCALE. The plan stays as it is. Correct the setting or the subscription; ' +
      'the nightly comparison then sets the plan.',
  }
}

/** Whether our copy differs from what Stripe reports. */
export function isOutdated(before: StoredSubscription, { subscription, plan }: SubscriptionState): boolean {
  return (
    before.subscriptionId !== (subscription?.id ?? null) ||
    before.status !== (subscription?.status ?? 'none') ||
    before.plan !== plan ||
    before.currentPeriodEnd?.getTime() !== subscription?.currentPeriodEnd?.getTime() ||
    before.cancelAtPeriodEnd !== (subscription?.cancelAtPeriodEnd ?? false)
  )
}

const ended = new Set(['none', 'canceled', 'incomplete_expired'])

/** `state` is without subscriptions that have ended. */
export function differs(stored: StoredSubscription, state: SubscriptionState): boolean {
  return state.subscription === undefined ? !ended.has(stored.status) : isOutdated(stored, state)
}

/** Whether a payment has failed, or been received after one that failed. */
export function paymentOf(
  before: StoredSubscription,
  state: SubscriptionState,
): 'failed' | 'received' | undefined {
  const wasPastDue = before.isPastDue && before.subscriptionId === state.subscription?.id
  if (state.isUnpaid === wasPastDue) return undefined
  if (state.isUnpaid) return 'failed'
  // The subscription may also have ended without a payment.
  return state.plan === null ? undefined : 'received'
}
