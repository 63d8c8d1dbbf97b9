// Our copy of each account's subscription, as last reported by Stripe.
import type { Database } from '../../platform/database/pool.ts'
import type { Plan } from '../plans.ts'
import type { StripeSubscription } from './stripe.ts'

export type PaidPlan = Exclude<Plan, 'starter'>

export interface Subscription {
  /** Null when the subscription does not grant a plan. */
  plan: PaidPlan | null
  status: string
  currentPeriodEnd: Date | null
  cancelAtPeriodEnd: boolean
  pastDueSince: Date | null
  /** When the account falls back to Starter unless a payment succeeds. */
  planExpiresAt: Date | null
}

/** Null when the account has never subscribed. */
export async function findSubscription(database: Database, accountId: number): Promise<Subscription | null> {
  const { rows } = await database.query<Subscription>({
    text: `
      select subscriptions.plan, status, current_period_end as "currentPeriodEnd", cancel_at_period_end as "cancelAtPeriodEnd",
             past_due_since as "pastDueSince", plan_expires_at as "planExpiresAt"
        from subscriptions join accounts on accounts.id = account_id
        where account_id = $1 and stripe_subscription_id is not null`,
    values: [accountId],
  })
  return rows[0] ?? null
}

export async function findCustomer(database: Database, accountId: number): Promise<string | undefined> {
  const { rows } = await database.query<{ stripe_customer_id: string }>({
    text: 'select stripe_customer_id from subscriptions where account_id = $1',
    values: [accountId],
  })
  return rows[0]?.stripe_customer_id
}

/**
 * Returns the account's customer, which is a different one if another request saved it first. Undefined when
 * the account does not exist.
 */
export async function saveCustomer(
  database: Database,
  accountId: number,
  customer: string,
): Promise<string | undefined> {
  // Concurrent requests may conflict on either unique column; the later one reads the saved row.
  await database.query({
    text: `
      insert into subscriptions (account_id, stripe_customer_id, status)
        select id, $2, 'none' from accounts where id = $1
        on conflict do nothing`,
    values: [accountId, customer],
  })
  return findCustomer(database, accountId)
}

interface LockedSubscription {
  accountId: number
  plan: PaidPlan | null
}

/**
 * Blocks other webhooks of this customer and the deletion of the account until the transaction ends. Locking
 * both rows avoids a deadlock with the deletion.
 */
export async function lockSubscription(
  database: Database,
  customer: string,
): Promise<LockedSubscription | undefined> {
  const { rows } = await database.query<LockedSubscription>({
    text: `
      select account_id as "accountId", subscriptions.plan
        from subscriptions join accounts on accounts.id = account_id
        where stripe_customer_id = $1
        for update of subscriptions for key share of accounts`,
    values: [customer],
  })
  return rows[0]
}

export async function upsertSubscription(
  database: Database,
  accountId: number,
  state: { subscription: StripeSubscription | undefined; plan: PaidPlan | null; isUnpaid: boolean },
): Promise<void> {
  const { subscription, plan, isUnpaid } = state
  await database.query({
    text: `
      update subscriptions
        set stripe_subscription_id = $2, status = $3, plan = $4, current_period_end = $5, cancel_at_period_end = $6, checked_at = now(),
            past_due_since = case when $7 then coalesce(case when stripe_subscription_id = $2 then past_due_since end, now()) end
        where account_id = $1`,
    values: [
      accountId,
      subscription?.id ?? null,
      subscription?.status ?? 'none',
      plan,
      subscription?.currentPeriodEnd ?? null,
      subscription?.cancelAtPeriodEnd ?? false,
      isUnpaid,
    ],
  })
}

export interface PlanChange {
  previous: Plan
  plan: Plan
  until: Date | null
}

/** Sets the account's plan from its subscription; undefined when nothing changed. */
export async function applySubscription(
  database: Database,
  accountId: number,
  graceDays: number,
): Promise<PlanChange | undefined> {
  const { rows } = await database.query<PlanChange>({
    text: `
      with due as (
        select account_id, coalesce(plan, 'starter') as plan,
               past_due_since + $2::float8 * interval '1 day' as until
          from subscriptions where account_id = $1
      ), before as (
        select id, plan, plan_expires_at from accounts where id = $1 for no key update
      )
      update accounts set plan = due.plan, plan_expires_at = due.until
        from due, before
        where accounts.id = due.account_id and before.id = due.account_id
          and (before.plan, before.plan_expires_at) is distinct from (due.plan, due.until)
        returning before.plan as previous, accounts.plan, accounts.plan_expires_at as until`,
    values: [accountId, graceDays],
  })
  return rows[0]
}
