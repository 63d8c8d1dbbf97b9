// A message of the payment service only says that something changed. What is true now is asked, so that messages
// may come late, twice, or in any order.
import type { Database, DatabasePool } from '../../platform/database/pool.ts'
import { recordAuditEvent } from '../audit-log.ts'
import type { BillingError, PaymentService, StripeSubscription, WebhookEvent } from './stripe.ts'
import {
  applySubscription,
  type ChangedPlan,
  lockSubscription,
  type PaidPlan,
  upsertSubscription,
} from './subscriptions.ts'

interface MessageRules {
  payments: PaymentService
  prices: Record<PaidPlan, string>
  graceDays: number
}

/** All or nothing: a refused message leaves no trace, and is sent again by the payment service. */
export async function handleWebhookEvent(
  database: DatabasePool,
  { payments, prices, graceDays }: MessageRules,
  message: WebhookEvent,
): Promise<{ taken: boolean } | BillingError> {
  const { customer } = message
  if (customer === null) return { taken: true }
  return database.transaction(async transaction => {
    const locked = await lockSubscription(transaction, customer)
    // Somebody else's customer, or an account that is gone.
    if (locked === undefined) return { taken: true }
    // Two messages about one customer come here one after the other, so this look is enough.
    if (await wasTaken(transaction, message)) return { taken: false }

    // Asked while the row is locked, or an older answer could be stored after a newer one. This may hold a
    // connection for some seconds, which is why billing has a small pool of its own.
    const asked = await payments.listSubscriptions(customer)
    if ('error' in asked) return asked
    const subscription = foremost(asked.answer)
    const isPaid = paid.has(subscription?.status ?? '')
    const isUnpaid = unpaid.has(subscription?.status ?? '')
    const plan = subscription && (isPaid || isUnpaid) ? planOf(prices, subscription) : null
    if (plan === undefined) return unknownPrice(subscription)

    await keepMessage(transaction, message)
    await upsertSubscription(transaction, locked.accountId, { subscription, plan, isUnpaid })
    // A subscription that never gave a plan takes none: it may be the operator's gift.
    if (locked.plan === null && plan === null) return { taken: true }
    const changed = await applySubscription(transaction, locked.accountId, graceDays)
    if (changed) await recordChange(transaction, locked.accountId, changed)
    return { taken: true }
  })
}

const paid = new Set(['active', 'trialing'])
const unpaid = new Set(['past_due', 'unpaid'])

/** Whether it is paid for, or will be asked to be. */
export function isLive({ status }: StripeSubscription): boolean {
  return paid.has(status) || unpaid.has(status)
}

/** The one that gives most: paid before unpaid before ended, the newest of equals. */
function foremost(subscriptions: StripeSubscription[]): StripeSubscription | undefined {
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

async function wasTaken(database: Database, { id }: WebhookEvent): Promise<boolean> {
  const { rowCount } = await database.query({
    text: 'select from billing_events where id = $1',
    values: [id],
  })
  return rowCount === 1
}

async function keepMessage(database: Database, { id, type }: WebhookEvent): Promise<void> {
  await database.query({ text: 'insert into billing_events (id, type) values ($1, $2)', values: [id, type] })
}

async function recordChange(
  database: Database,
  accountId: number,
  { was, plan, until }: ChangedPlan,
): Promise<void> {
  const action = was !== plan ? 'plan changed' : until ? 'payment failed' : 'payment received'
  const from = was === plan ? '' : `${was} → `
  const end = until ? ` until ${until.toISOString()}` : ''
  await recordAuditEvent(
    database,
    accountId,
    { actor: 'billing', ipAddress: null },
    action,
    `${from}${plan}${end}`,
  )
}
