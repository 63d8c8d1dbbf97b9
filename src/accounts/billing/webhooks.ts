// Stripe webhooks. An event only signals a change; the current state is fetched from Stripe, so events may
// arrive late, twice or out of order.
import type { Database, DatabasePool } from '../../platform/database/pool.ts'
import { recordAuditEvent } from '../audit-log.ts'
import type { BillingError, PaymentService, StripeSubscription, WebhookEvent } from './stripe.ts'
import {
  applySubscription,
  lockSubscription,
  type PaidPlan,
  type PlanChange,
  upsertSubscription,
} from './subscriptions.ts'

interface WebhookDeps {
  payments: PaymentService
  prices: Record<PaidPlan, string>
  graceDays: number
}

/** Atomic: a failed event leaves no trace, and Stripe sends it again. */
export async function handleWebhookEvent(
  database: DatabasePool,
  { payments, prices, graceDays }: WebhookDeps,
  event: WebhookEvent,
): Promise<{ processed: boolean } | BillingError> {
  const { customer } = event
  if (customer === null) return { processed: true }
  return database.transaction(async transaction => {
    const locked = await lockSubscription(transaction, customer)
    // Not our customer, or the account was deleted.
    if (locked === undefined) return { processed: true }
    // The lock serializes the events of a customer, so this check is sufficient.
    if (await wasProcessed(transaction, event)) return { processed: false }

    // Fetched while the row is locked, so that an older response cannot overwrite a newer one. This can hold a
    // connection for several seconds, hence the separate pool.
    const result = await payments.listSubscriptions(customer)
    if ('error' in result) return result
    const subscription = selectSubscription(result.value)
    const isPaid = paid.has(subscription?.status ?? '')
    const isUnpaid = unpaid.has(subscription?.status ?? '')
    const plan = subscription && (isPaid || isUnpaid) ? planOf(prices, subscription) : null
    if (plan === undefined) return unknownPrice(subscription)

    await recordEvent(transaction, event)
    await upsertSubscription(transaction, locked.accountId, { subscription, plan, isUnpaid })
    // A subscription that never granted a plan must not remove one that an operator set.
    if (locked.plan === null && plan === null) return { processed: true }
    const changed = await applySubscription(transaction, locked.accountId, graceDays)
    if (changed) await recordChange(transaction, locked.accountId, changed)
    return { processed: true }
  })
}

const paid = new Set(['active', 'trialing'])
const unpaid = new Set(['past_due', 'unpaid'])

/** Whether the subscription is paid or past due. */
export function isLive({ status }: StripeSubscription): boolean {
  return paid.has(status) || unpaid.has(status)
}

/** Prefers paid over past due over ended, then the newest. */
function selectSubscription(subscriptions: StripeSubscription[]): StripeSubscription | undefined {
  const rank = ({ status }: StripeSubscription) => (paid.has(status) ? 0 : unpaid.has(status) ? 1 : 2)
  return subscriptions.toSorted(
    (a, b) => rank(a) - rank(b) || b.createdAt.getTime() - a.createdAt.getTime(),
  )[0]
}

function planOf(prices: Record<PaidPlan, string>, subscription: StripeSubscription): PaidPlan | undefined {
  if (subscription.prices.includes(prices.scale)) return 'scale'
  if (subscription.prices.includes(prices.pro)) return 'pro'
  return undefined
}

function unknownPrice(subscription: StripeSubscription | undefined): BillingError {
  return {
    error: 'conflict',
    message:
      `The subscription ${subscription?.id} has the price ${subscription?.prices.join(', ')}, which is neither ` +
      'STRIPE_PRICE_PRO nor STRIPE_PRICE_SCALE. The plan stays as it is. Correct the setting or the subscription; ' +
      'the payment service sends this message again.',
  }
}

async function wasProcessed(database: Database, { id }: WebhookEvent): Promise<boolean> {
  const { rowCount } = await database.query({
    text: 'select from billing_events where id = $1',
    values: [id],
  })
  return rowCount === 1
}

async function recordEvent(database: Database, { id, type }: WebhookEvent): Promise<void> {
  await database.query({ text: 'insert into billing_events (id, type) values ($1, $2)', values: [id, type] })
}

async function recordChange(
  database: Database,
  accountId: number,
  { previous, plan, until }: PlanChange,
): Promise<void> {
  const action = previous !== plan ? 'plan changed' : until ? 'payment failed' : 'payment received'
  const from = previous === plan ? '' : `${previous} → `
  const end = until ? ` until ${until.toISOString()}` : ''
  await recordAuditEvent(
    database,
    accountId,
    { actor: 'billing', ipAddress: null },
    action,
    `${from}${plan}${end}`,
  )
}
