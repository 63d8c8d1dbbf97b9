// Brings our copy of a subscription and the plan of its account in line with Stripe. Webhooks, the return from
// checkout and the reconciliation all end here, so they may run in any order and any number of times.
import type { Database, DatabasePool } from '../../platform/database/pool.ts'
import { type Actor, type AuditAction, recordAuditEvent } from '../audit-log.ts'
import { notifyOwner } from '../notifications/notify.ts'
import type { BillingError, PaymentService, StripeSubscription } from './stripe.ts'
import {
  applySubscription,
  lockSubscription,
  type PaidPlan,
  type SubscriptionState,
  updateSubscription,
} from './subscriptions.ts'

export interface SynchronizationDeps {
  payments: PaymentService
  prices: Record<PaidPlan, string>
  graceDays: number
}

type LockedSubscription = NonNullable<Awaited<ReturnType<typeof lockSubscription>>>

export interface Synchronized {
  /** Whether our copy differed from the subscription at Stripe. */
  wasOutdated: boolean
}

/** Undefined when no account has this customer. */
export function synchronizeCustomer(
  database: DatabasePool,
  deps: SynchronizationDeps,
  customer: string,
): Promise<Synchronized | undefined | BillingError> {
  return database.transaction(async transaction => {
    const locked = await lockSubscription(transaction, customer)
    return locked && synchronize(transaction, deps, customer, locked)
  })
}

/**
 * Stripe is queried while the row is locked, so that an older response cannot overwrite a newer one. This can hold
 * a connection for several seconds, hence the separate pool. An error leaves everything as it was.
 */
export async function synchronize(
  transaction: Database,
  { payments, prices, graceDays }: SynchronizationDeps,
  customer: string,
  before: LockedSubscription,
): Promise<Synchronized | BillingError> {
  const found = await payments.listSubscriptions(customer)
  if ('error' in found) return found
  const state = stateOf(selectSubscription(found.value), prices)
  if ('error' in state) return state
  const { accountId } = before
  const wasOutdated = isOutdated(before, state)
  await updateSubscription(transaction, accountId, state)
  // A subscription that never granted a plan must not remove one that an operator set.
  if (before.plan === null && state.plan === null) return { wasOutdated }
  const changed = await applySubscription(transaction, accountId, graceDays)
  const payment = paymentOf(before, state)
  if (payment === 'failed') {
    const plan = state.plan ?? 'starter'
    const until = changed?.until ?? null
    await record(transaction, accountId, 'payment failed', `${plan}${describeEnd(until)}`)
    await notifyOwner(transaction, accountId, { kind: 'payment-failed', plan, expiresAt: toIso(until) })
  } else if (payment === 'received') {
    await record(transaction, accountId, 'payment received', state.plan ?? 'starter')
  }
  if (changed === undefined) return { wasOutdated }
  const { previous, plan, until, previousUntil } = changed
  if (previous !== plan) {
    await record(transaction, accountId, 'plan changed', `${previous} → ${plan}`)
    const expiresAt = state.subscription?.cancelAtPeriodEnd ? toIso(until) : null
    await notifyOwner(transaction, accountId, { kind: 'plan-changed', plan, expiresAt })
    return { wasOutdated }
  }
  const isCancelled = state.subscription?.cancelAtPeriodEnd === true && !before.cancelAtPeriodEnd
  const isRenewed = until !== null && (previousUntil === null || until > previousUntil)
  if (isCancelled || (isRenewed && payment === undefined)) {
    const action = isCancelled ? 'plan cancelled' : 'plan renewed'
    await record(transaction, accountId, action, `${plan}${describeEnd(until)}`)
  }
  return { wasOutdated }
}

const paid = new Set(['active', 'trialing'])
const unpaid = new Set(['past_due', 'unpaid'])

/** Whether the subscription is paid or past due. */
export function isLive({ status }: StripeSubscription): boolean {
  return paid.has(status) || unpaid.has(status)
}

/** Prefers paid over past due over ended, then the newest. */
export function selectSubscription(subscriptions: StripeSubscription[]): StripeSubscription | undefined {
  const rank = ({ status }: StripeSubscription) => (paid.has(status) ? 0 : unpaid.has(status) ? 1 : 2)
  return subscriptions.toSorted(
    (a, b) => rank(a) - rank(b) || b.createdAt.getTime() - a.createdAt.getTime(),
  )[0]
}

export function stateOf(
  subscription: StripeSubscription | undefined,
  prices: Record<PaidPlan, string>,
): SubscriptionState | BillingError {
  if (subscription === undefined || !isLive(subscription)) {
    return { subscription, plan: null, isUnpaid: false }
  }
  const plan = planOf(prices, subscription)
  if (plan === undefined) return unknownPrice(subscription)
  return { subscription, plan, isUnpaid: unpaid.has(subscription.status) }
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
      'STRIPE_PRICE_SCALE. The plan stays as it is. Correct the setting or the subscription, then run ' +
      'larder billing reconcile.',
  }
}

/** Whether our copy differs from what Stripe reports. */
export function isOutdated(before: LockedSubscription, { subscription, plan }: SubscriptionState): boolean {
  return (
    before.subscriptionId !== (subscription?.id ?? null) ||
    before.status !== (subscription?.status ?? 'none') ||
    before.plan !== plan ||
    before.currentPeriodEnd?.getTime() !== subscription?.currentPeriodEnd?.getTime() ||
    before.cancelAtPeriodEnd !== (subscription?.cancelAtPeriodEnd ?? false)
  )
}

function paymentOf(before: LockedSubscription, state: SubscriptionState): 'failed' | 'received' | undefined {
  const wasPastDue = before.isPastDue && before.subscriptionId === state.subscription?.id
  if (state.isUnpaid === wasPastDue) return undefined
  if (state.isUnpaid) return 'failed'
  // The subscription may also have ended without a payment.
  return state.plan === null ? undefined : 'received'
}

const billing: Actor = { actor: 'billing', ipAddress: null }

function record(database: Database, accountId: number, action: AuditAction, subject: string): Promise<void> {
  return recordAuditEvent(database, accountId, billing, action, subject)
}

const describeEnd = (until: Date | null) => (until === null ? '' : ` until ${until.toISOString()}`)
const toIso = (date: Date | null) => date?.toISOString() ?? null
