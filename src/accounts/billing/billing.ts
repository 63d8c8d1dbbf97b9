// Paid plans: customers pay on Stripe's hosted pages, and Stripe notifies us by webhook.
import type { Database, DatabasePool } from '../../platform/database/pool.ts'
import type { Job } from '../../platform/jobs.ts'
import { type Plan, planTable } from '../plans.ts'
import { createPrices, type PlanPrices } from './prices.ts'
import { type Reconciliation, reconciliationJob } from './reconcile.ts'
import {
  type BillingAccount,
  type BillingError,
  type Checkout,
  type CheckoutUrls,
  createPaymentService,
  type PaymentSettings,
} from './stripe.ts'
import { isLive } from './subscription-state.ts'
import {
  findCustomer,
  findSubscription,
  lockSubscription,
  type PaidPlan,
  type StoredSubscription,
  type Subscription,
  saveCustomer,
} from './subscriptions.ts'
import { synchronize, synchronizeCustomer } from './synchronize.ts'
import { handleWebhookEvent } from './webhooks.ts'

interface BillingSettings extends PaymentSettings {
  /** A separate small pool: a webhook holds a connection while Stripe is queried. */
  database: DatabasePool
  prices: Record<PaidPlan, string>
}

export interface Billing {
  /** URL of the checkout page. */
  checkout(
    account: BillingAccount & { plan: Plan },
    plan: PaidPlan,
    urls: CheckoutUrls,
  ): Promise<{ url: string } | BillingError>
  /** URL of the billing portal: change plan or card, see invoices, cancel. */
  portal(account: Pick<BillingAccount, 'id'>, returnUrl: string): Promise<{ url: string } | BillingError>
  getSubscription(accountId: number): Promise<Subscription | null>
  /** Has no price for a plan while Stripe could not be reached. */
  getPrices(): PlanPrices
  /** Queries Stripe at once instead of waiting for a webhook. */
  refreshSubscription(accountId: number): Promise<Subscription | null | BillingError>
  /**
   * Takes the raw body, because the signature covers its bytes. `unauthorized` means an invalid signature.
   * Answer every error with an error status, so that Stripe retries. `processed` is false for a duplicate
   * event.
   */
  handleWebhookEvent(
    rawBody: Buffer,
    signatureHeader: string | undefined,
  ): Promise<{ processed: boolean } | BillingError>
  /**
   * Call this before deleting an account, and do not delete it on error: its owner would still be charged.
   */
  cancelSubscription(accountId: number): Promise<{ cancelled: true } | BillingError>
  /** They load the prices, and bring all accounts in line with Stripe. */
  jobs(onReconciled: (report: Reconciliation) => void): Job[]
}

export function createBilling({ database, prices, ...settings }: BillingSettings): Billing {
  const payments = createPaymentService(settings)
  const deps = { payments, prices }
  const planPrices = createPrices(payments, prices)
  const refreshing = new Map<number, Promise<Subscription | null | BillingError>>()
  const openingCheckouts = new Map<string, ReturnType<Billing['checkout']>>()

  async function refresh(accountId: number): Promise<Subscription | null | BillingError> {
    const customer = await findCustomer(database, accountId)
    const outcome = customer && (await synchronizeCustomer(database, deps, customer))
    return outcome && 'error' in outcome ? outcome : findSubscription(database, accountId)
  }

  async function openCheckout(
    account: BillingAccount & { plan: Plan },
    plan: PaidPlan,
    urls: CheckoutUrls,
  ): ReturnType<Billing['checkout']> {
    if (account.plan === plan) {
      return {
        error: 'conflict',
        code: 'plan_already_active',
        parameters: { plan: planTable[plan].name },
        message: `This account already has the ${planTable[plan].name} plan.`,
      }
    }
    let customer = await findCustomer(database, account.id)
    if (customer === undefined) {
      const created = await payments.createCustomer(account)
      if ('error' in created) return created
      customer = await saveCustomer(database, account.id, created.value)
      if (customer === undefined) return accountNotFound
    }
    const wanted: Checkout = { customer, accountId: account.id, price: prices[plan], urls }
    // The lock makes sure that an account has one open checkout at most, whichever nodes its requests reach.
    return database.transaction(async transaction => {
      const locked = await lockSubscription(transaction, wanted.customer)
      return locked ? openOnlyCheckout(transaction, wanted, locked) : accountNotFound
    })
  }

  async function openOnlyCheckout(
    transaction: Database,
    wanted: Checkout,
    locked: StoredSubscription,
  ): ReturnType<Billing['checkout']> {
    const { customer } = wanted
    const expired = await payments.expireCheckouts(customer)
    if ('error' in expired) return expired
    // After that, because a checkout may have been paid until then. Query Stripe, not our copy: the webhook of
    // the payment may still be on its way.
    const subscriptions = await payments.listSubscriptions(customer)
    if ('error' in subscriptions) return subscriptions
    if (subscriptions.value.some(isLive)) {
      await synchronize(transaction, deps, customer, locked)
      return {
        error: 'conflict',
        code: 'subscription_exists',
        message: 'This account has a subscription. Change or end it in the billing portal.',
      }
    }
    const created = await payments.createCheckout(wanted)
    return 'error' in created ? created : { url: created.value }
  }

  return {
    checkout(account, plan, urls) {
      const start = () => openCheckout(account, plan, urls)
      return shareRunning(openingCheckouts, `${account.id} ${plan}`, start)
    },

    async portal({ id }, returnUrl) {
      const customer = await findCustomer(database, id)
      if (customer === undefined) {
        return {
          error: 'conflict',
          code: 'no_subscription',
          message: 'This account has no subscription yet. Choose a plan first.',
        }
      }
      const result = await payments.createPortal(customer, returnUrl)
      return 'error' in result ? result : { url: result.value }
    },

    getSubscription: accountId => findSubscription(database, accountId),

    getPrices: planPrices.get,

    refreshSubscription: accountId => shareRunning(refreshing, accountId, () => refresh(accountId)),

    async handleWebhookEvent(rawBody, signatureHeader) {
      const event = payments.parseWebhookEvent(rawBody, signatureHeader)
      if ('error' in event) return event
      return handleWebhookEvent(database, deps, event)
    },

    async cancelSubscription(accountId) {
      const customer = await findCustomer(database, accountId)
      if (customer === undefined) return { cancelled: true }
      const result = await payments.cancelAll(customer)
      return 'error' in result ? result : { cancelled: true }
    },

    jobs: onReconciled => [planPrices.job, reconciliationJob(database, deps, onReconciled)],
  }
}

const accountNotFound: BillingError = {
  error: 'conflict',
  code: 'account_not_found',
  message: 'There is no such account.',
}

/** One at a time for each key, because each holds a connection while Stripe is queried. */
function shareRunning<Key, T>(running: Map<Key, Promise<T>>, key: Key, start: () => Promise<T>): Promise<T> {
  const current = running.get(key) ?? start().finally(() => running.delete(key))
  running.set(key, current)
  return current
}
