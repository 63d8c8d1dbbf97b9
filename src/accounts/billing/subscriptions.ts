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
  /** When the account falls back to Starter unless Stripe reports another payment. */
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

/** Our copy of a subscription, in the terms of Stripe. */
export interface StoredSubscription {
  accountId: number
  subscriptionId: string | null
  status: string
  plan: PaidPlan | null
  currentPeriodEnd: Date | null
  cancelAtPeriodEnd: boolean
  isPastDue: boolean
}

const storedColumns = `
  account_id as "accountId", stripe_subscription_id as "subscriptionId", status, subscriptions.plan,
  current_period_end as "currentPeriodEnd", cancel_at_period_end as "cancelAtPeriodEnd",
  past_due_since is not null as "isPastDue"`

/**
 * Blocks other changes to this subscription and the deletion of the account until the transaction ends. Locking
 * both rows avoids a deadlock with the deletion.
 */
export async function lockSubscription(
  database: Database,
  customer: string,
): Promise<StoredSubscription | undefined> {
  const { rows } = await database.query<StoredSubscription>({
    text: `
      select ${storedColumns}
        from subscriptions join accounts on accounts.id = account_id
        where stripe_customer_id = $1
        for update of subscriptions for key share of accounts`,
    values: [customer],
  })
  return rows[0]
}

export interface ReconciledSubscription extends StoredSubscription {
  customer: string
  account: string
  /** Whether the account has the plan that our copy of the subscription grants. */
  isApplied: boolean
}

/** The subscriptions of all customers, including those that have ended or never started. */
export async function listSubscriptions(database: Database): Promise<ReconciledSubscription[]> {
  const { rows } = await database.query<ReconciledSubscription>({
    text: `
      select ${storedColumns}, stripe_customer_id as customer, accounts.name as account,
             subscriptions.plan is null
               or (accounts.plan, accounts.plan_expires_at) is not distinct from (granted.plan, granted.until) as "isApplied"
        from subscriptions
          join accounts on accounts.id = account_id
          join (${grantedPlans}) as granted using (account_id)
        order by account_id`,
  })
  return rows
}

export interface SubscriptionState {
  subscription: StripeSubscription | undefined
  plan: PaidPlan | null
  isUnpaid: boolean
}

export async function updateSubscription(
  database: Database,
  accountId: number,
  { subscription, plan, isUnpaid }: SubscriptionState,
): Promise<void> {
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

/** How long an account keeps its plan after a failed payment, or after the paid period if Stripe reports nothing. */
const gracePeriod = "interval '7 days'"

/**
 * The plan that each subscription grants now, and until when: what is paid for plus the grace period, so that a
 * plan ends even if no webhook arrives any more.
 */
const grantedPlans = `
  select account_id, case when until > now() then plan else 'starter' end as plan,
         case when until > now() then until end as until
    from (
      select account_id, plan,
             case when plan is null then null
                  when past_due_since is not null then past_due_since + ${gracePeriod}
                  when cancel_at_period_end then current_period_end
                  else current_period_end + ${gracePeriod}
             end as until
        from subscriptions
    ) as subscribed`

export interface PlanChange {
  previous: Plan
  previousUntil: Date | null
  plan: Plan
  until: Date | null
}

/** Sets the account's plan from its subscription; undefined when nothing changed. */
export async function applySubscription(
  database: Database,
  accountId: number,
): Promise<PlanChange | undefined> {
  const { rows } = await database.query<PlanChange>({
    text: `
      with granted as (
        select * from (${grantedPlans}) as all_accounts where account_id = $1
      ), before as (
        select id, plan, plan_expires_at from accounts where id = $1 for no key update
      )
      update accounts set plan = granted.plan, plan_expires_at = granted.until
        from granted, before
        where accounts.id = granted.account_id and before.id = granted.account_id
          and (before.plan, before.plan_expires_at) is distinct from (granted.plan, granted.until)
        returning before.plan as previous, before.plan_expires_at as "previousUntil",
                  accounts.plan, accounts.plan_expires_at as until`,
    values: [accountId],
  })
  return rows[0]
}
