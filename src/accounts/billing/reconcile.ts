// Compares all subscriptions with Stripe every night, because a webhook can be lost. The comparison itself costs
// one request per 100 subscriptions; only those that differ are then fetched under their lock.
import type { Database, DatabasePool } from '../../platform/database/pool.ts'
import { findPlan } from '../accounts.ts'
import type { Plan } from '../plans.ts'
import type { BillingError } from './stripe.ts'
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
  shouldContinue: () => boolean = () => true,
): Promise<Reconciliation | BillingError> {
  const current = await deps.payments.listCurrentSubscriptions()
  if ('error' in current) return current
  const byCustomer = Map.groupBy(current.value, ({ customer }) => customer)
  const stored = await listSubscriptions(database)
  const report: Reconciliation = { customers: stored.length, corrected: [], duplicates: [], failed: [] }
  for (const subscription of stored) {
    if (!shouldContinue()) break
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
    if ('error' in outcome) report.failed.push({ account, message: describe(outcome) })
    else if (outcome.wasOutdated) report.corrected.push({ account, previous, plan })
  }
  return report
}

function describe({ message, cause }: BillingError): string {
  return cause ? `${message} (${cause})` : message
}

/** The result of the last reconciliation, of any node. */
export interface ReconciliationStatus {
  finishedAt: Date | null
  corrected: number
  failed: number
}

async function findReconciliationStatus(database: Database): Promise<ReconciliationStatus> {
  const { rows } = await database.query<ReconciliationStatus>({
    text: 'select finished_at as "finishedAt", corrected, failed from billing_reconciliation',
  })
  return rows[0] ?? { finishedAt: null, corrected: 0, failed: 0 }
}

export async function recordReconciliation(
  database: Database,
  { corrected, failed }: Reconciliation,
): Promise<void> {
  await database.query({
    text: `
      insert into billing_reconciliation (finished_at, corrected, failed) values (now(), $1, $2)
        on conflict (singleton) do update
          set finished_at = excluded.finished_at, lease_expires_at = null,
              corrected = excluded.corrected, failed = excluded.failed`,
    values: [corrected.length, failed.length],
  })
}

/** Nightly at 03:00 UTC. Whether it is due and no other node runs it; this node then does, for up to an hour. */
async function claimReconciliation(database: Database): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `
      insert into billing_reconciliation as last (lease_expires_at) values (now() + interval '1 hour')
        on conflict (singleton) do update set lease_expires_at = excluded.lease_expires_at
          where (last.lease_expires_at is null or last.lease_expires_at < now())
            and (last.finished_at is null or last.finished_at <
              (date_trunc('day', now() at time zone 'utc' - interval '3 hours') + interval '3 hours') at time zone 'utc')`,
  })
  return rowCount === 1
}

async function releaseReconciliation(database: Database): Promise<void> {
  await database.query({ text: 'update billing_reconciliation set lease_expires_at = null' })
}

export interface ReconciliationJobOptions {
  database: DatabasePool
  deps: SynchronizationDeps
  onReconciled: (report: Reconciliation) => void
  onError: (error: { message: string; cause?: unknown }) => void
}

export interface ReconciliationJob {
  /** As last read; undefined until then. */
  status(): ReconciliationStatus | undefined
  stop(): Promise<void>
}

const checkIntervalMs = 15 * 60_000

/** Each node checks every 15 minutes whether it is due; one of them runs it. After a failure the next check does. */
export function startReconciliationJob(
  options: ReconciliationJobOptions,
  firstDelayMs = Math.random() * 60_000,
): ReconciliationJob {
  const { database, onError } = options
  let isStopping = false
  let running: Promise<void> | undefined
  let status: ReconciliationStatus | undefined
  let timer = setTimeout(start, firstDelayMs).unref()

  async function run(): Promise<void> {
    if (await claimReconciliation(database)) await runClaimed(options, () => !isStopping)
    status = await findReconciliationStatus(database)
  }

  function start(): void {
    running = run().catch(onError)
    timer = setTimeout(start, checkIntervalMs).unref()
  }

  return {
    status: () => status,
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await running
    },
  }
}

async function runClaimed(
  { database, deps, onReconciled, onError }: ReconciliationJobOptions,
  shouldContinue: () => boolean,
): Promise<void> {
  let isFinished = false
  try {
    const report = await reconcile(database, deps, shouldContinue)
    if ('error' in report) onError(report)
    else if (shouldContinue()) {
      await recordReconciliation(database, report)
      isFinished = true
      onReconciled(report)
    }
  } finally {
    if (!isFinished) await releaseReconciliation(database)
  }
}
