// Paid plans: customers pay on Stripe's hosted pages, and Stripe notifies us by webhook.
import type { DatabasePool } from '../../platform/database/pool.ts'
import {
  type BillingAccount,
  type BillingError,
  createPaymentService,
  type PaymentSettings,
} from './stripe.ts'
import {
  findCustomer,
  findSubscription,
  type PaidPlan,
  type Subscription,
  saveCustomer,
} from './subscriptions.ts'
import { handleWebhookEvent, isLive } from './webhooks.ts'

interface BillingSettings extends PaymentSettings {
  /** A separate small pool: a webhook holds a connection while Stripe is queried. */
  database: DatabasePool
  prices: Record<PaidPlan, string>
  /** How long an account keeps its plan after a failed payment. */
  graceDays: number
}

export interface Billing {
  /** URL of the checkout page. */
  checkout(
    account: BillingAccount,
    plan: PaidPlan,
    returnUrl: string,
  ): Promise<{ url: string } | BillingError>
  /** URL of the billing portal: change plan or card, see invoices, cancel. */
  portal(account: Pick<BillingAccount, 'id'>, returnUrl: string): Promise<{ url: string } | BillingError>
  getSubscription(accountId: number): Promise<Subscription | null>
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
}

export function createBilling({ database, prices, graceDays, ...settings }: BillingSettings): Billing {
  const payments = createPaymentService(settings)

  return {
    async checkout(account, plan, returnUrl) {
      let customer = await findCustomer(database, account.id)
      if (customer === undefined) {
        const created = await payments.createCustomer(account)
        if ('error' in created) return created
        customer = await saveCustomer(database, account.id, created.value)
        if (customer === undefined) return { error: 'conflict', message: 'There is no such account.' }
      }
      // Query Stripe, not our copy: the webhook of a completed payment may still be on its way.
      const subscriptions = await payments.listSubscriptions(customer)
      if ('error' in subscriptions) return subscriptions
      if (subscriptions.value.some(isLive)) {
        return {
          error: 'conflict',
          message: 'This account has a subscription. Change or end it in the billing portal.',
        }
      }
      const result = await payments.createCheckout({
        customer,
        accountId: account.id,
        price: prices[plan],
        returnUrl,
        attempt: subscriptions.value.map(({ id }) => id).join(),
      })
      return 'error' in result ? result : { url: result.value }
    },

    async portal({ id }, returnUrl) {
      const customer = await findCustomer(database, id)
      if (customer === undefined) {
        return {
          error: 'conflict',
          message: 'This account has no subscription yet. Choose a plan first.',
        }
      }
      const result = await payments.createPortal(customer, returnUrl)
      return 'error' in result ? result : { url: result.value }
    },

    getSubscription: accountId => findSubscription(database, accountId),

    async handleWebhookEvent(rawBody, signatureHeader) {
      const event = payments.parseWebhookEvent(rawBody, signatureHeader)
      if ('error' in event) return event
      return handleWebhookEvent(database, { payments, prices, graceDays }, event)
    },

    async cancelSubscription(accountId) {
      const customer = await findCustomer(database, accountId)
      if (customer === undefined) return { cancelled: true }
      const result = await payments.cancelAll(customer)
      return 'error' in result ? result : { cancelled: true }
    },
  }
}
