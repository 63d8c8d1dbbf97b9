// Compares all subscriptions with Stripe every night, because a webhook can be lost. The comparison itself costs
// one request per 100 subscriptions; only those that differ are then fetched under their lock.
import type { DatabasePool } from '../../platform/database/pool.ts'
import type { Job } from '../../platform/jobs.ts'
import { findPlan } from '../accounts.ts'
import type { Plan } from '../plans.ts'
import { type BillingError, describeError } from './stripe.ts'
import { type ChargedSubscription, chargedSubscriptions, differs, stateOf } from './subscription-state.ts'
import { listSubscriptions } from './subscriptions.ts'
import { type SynchronizationDeps, synchronizeCustomer } from './synchronize.ts'

export interface Reconciliation {
  /** Customers whose subscriptions were compared. */
  customers: number
  /** Accounts whose subscription differed: the webhook of the change was lost or is late. */
  corrected: { account: string; previous: Plan; plan: Plan }[]
  /** Accounts with several subscriptions, each of which is charged. */
  duplicates: { account: string; subscriptions: ChargedSubscription[] }[]
  /** Accounts that could not be brought in line. */
  failed: { account: string; message: string }[]
}

export async function reconcile(
  database: DatabasePool,
  deps: SynchronizationDeps,
  signal?: AbortSignal,
): Promise<Reconciliation | BillingError> {
  const current = await deps.payments.listCurrentSubscriptions()
  if ('error' in current) return current
  const byCustomer = Map.groupBy(current.value, ({ customer }) => customer)
  const stored = await listSubscriptions(database)
  const report: Reconciliation = { customers: stored.length, corrected: [], duplicates: [], failed: [] }
  for (const subscription of stored) {
    signal?.throwIfAborted()
    const { customer, account } = subscription
    const found = byCustomer.get(customer) ?? []
    const charged = chargedSubscriptions(found, deps.prices)
    // None is cancelled: only the owner knows which one they want, and what was paid may have to be refunded.
    if (charged.length > 1) report.duplicates.push({ account, subscriptions: charged })
    const state = stateOf(found, deps.prices)
    const mayDiffer = 'error' in state || differs(subscription, state)
    if (!mayDiffer && subscription.isApplied) continue
    const previous = await findPlan(database, subscription.accountId)
    const outcome = await synchronizeCustomer(database, deps, customer)
    const plan = await findPlan(database, subscription.accountId)
    // The account may have been deleted in the meantime.
    if (outcome === undefined || previous === undefined || plan === undefined) continue
    if ('error' in outcome) report.failed.push({ account, message: describeError(outcome) })
    else if (outcome.wasOutdated) report.corrected.push({ account, previous, plan })
  }
  return report
}

export function reconciliationJob(
  database: DatabasePool,
  deps: SynchronizationDeps,
  onReconciled: (report: Reconciliation) => void,
): Job {
  return {
    name: 'reconciliation',
    every: 'night',
    async work(signal) {
      const report = await reconcile(database, deps, signal)
      if ('error' in report) throw new Error(describeError(report))
      onReconciled(report)
    },
  }
}
