// Paid plans: the customer pays on pages of the payment service; we learn of it by its messages.
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
  /** A pool of its own, with few connections: a message holds one while the payment service is asked. */
  database: DatabasePool
  prices: Record<PaidPlan, string>
  /** How long an unpaid plan stays. */
  graceDays: number
}

export interface Billing {
  /** Where to send the browser to pay. */
  checkout(
    account: BillingAccount,
    plan: PaidPlan,
    returnUrl: string,
  ): Promise<{ url: string } | BillingError>
  /** Where to send the browser to change plan or card, see invoices, or cancel. */
  portal(account: Pick<BillingAccount, 'id'>, returnUrl: string): Promise<{ url: string } | BillingError>
  getSubscription(accountId: number): Promise<Subscription | null>
  /**
   * The body exactly as it came: the signature is over its bytes, and `wrong` means that it does not fit. Whatever
   * is refused is to be answered with an error, so that it is sent again. `taken` is false when it was taken before.
   */
  handleWebhookEvent(
    rawBody: Buffer,
    signatureHeader: string | undefined,
  ): Promise<{ taken: boolean } | BillingError>
  /** To be called before an account is deleted: when refused, do not delete it, or its owner would go on paying. */
  cancelSubscription(accountId: number): Promise<{ ended: true } | BillingError>
}

export function createBilling({ database, prices, graceDays, ...settings }: BillingSettings): Billing {
  const payments = createPaymentService(settings)

  return {
    async checkout(account, plan, returnUrl) {
      let customer = await findCustomer(database, account.id)
      if (customer === undefined) {
        const created = await payments.createCustomer(account)
        if ('error' in created) return created
        customer = await saveCustomer(database, account.id, created.answer)
        if (customer === undefined) return { error: 'conflict', message: 'There is no such account.' }
      }
      // Asked, not read: a payment whose message is still on its way must not be made twice.
      const subscriptions = await payments.listSubscriptions(customer)
      if ('error' in subscriptions) return subscriptions
      if (subscriptions.answer.some(isLive)) {
        return {
          error: 'conflict',
          message: 'This account has a subscription. Change or end it in the billing portal.',
        }
      }
      const asked = await payments.createCheckout({
        customer,
        accountId: account.id,
        price: prices[plan],
        returnUrl,
        attempt: subscriptions.answer.map(({ id }) => id).join(),
      })
      return 'error' in asked ? asked : { url: asked.answer }
    },

    async portal({ id }, returnUrl) {
      const customer = await findCustomer(database, id)
      if (customer === undefined) {
        return {
          error: 'conflict',
          message: 'This account has no subscription yet. Choose a plan first.',
        }
      }
      const asked = await payments.createPortal(customer, returnUrl)
      return 'error' in asked ? asked : { url: asked.answer }
    },

    getSubscription: accountId => findSubscription(database, accountId),

    async handleWebhookEvent(rawBody, signatureHeader) {
      const message = payments.readMessage(rawBody, signatureHeader)
      if ('error' in message) return message
      return handleWebhookEvent(database, { payments, prices, graceDays }, message)
    },

    async cancelSubscription(accountId) {
      const customer = await findCustomer(database, accountId)
      if (customer === undefined) return { ended: true }
      const asked = await payments.endEverything(customer)
      return 'error' in asked ? asked : { ended: true }
    },
  }
}
