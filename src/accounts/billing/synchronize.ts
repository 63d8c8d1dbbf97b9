// Brings our copy of a subscription and the plan of its account in line with Stripe. Webhooks, the return from
// checkout and the reconciliation all end here, so they may run in any order and any number of times.
import type { Database, DatabasePool } from '../../platform/database/pool.ts'
import { type Actor, type AuditAction, recordAuditEvent } from '../audit-log.ts'
import { notifyOwner } from '../notifications/notify.ts'
import type { BillingError, PaymentService } from './stripe.ts'
import { isOutdated, paymentOf, stateOf } from './subscription-state.ts'
import {
  applySubscription,
  lockSubscription,
  type PaidPlan,
  type StoredSubscription,
  updateSubscription,
} from './subscriptions.ts'

export interface SynchronizationDeps {
  payments: PaymentService
  prices: Record<PaidPlan, string>
}

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
  { payments, prices }: SynchronizationDeps,
  customer: string,
  before: StoredSubscription,
): Promise<Synchronized | BillingError> {
  const found = await payments.listSubscriptions(customer)
  if ('error' in found) return found
  const state = stateOf(found.value, prices)
  if ('error' in state) return state
  const { accountId } = before
  const wasOutdated = isOutdated(before, state)
  await updateSubscription(transaction, accountId, state)
  // A subscription that never granted a plan must not remove one that an operator set.
  if (before.plan === null && state.plan === null) return { wasOutdated }
  const changed = await applySubscription(transaction, accountId)
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

const billing: Actor = { actor: 'billing', ipAddress: null }

function record(database: Database, accountId: number, action: AuditAction, subject: string): Promise<void> {
  return recordAuditEvent(database, accountId, billing, action, subject)
}

const describeEnd = (until: Date | null) => (until === null ? '' : ` until ${until.toISOString()}`)
const toIso = (date: Date | null) => date?.toISOString() ?? null
