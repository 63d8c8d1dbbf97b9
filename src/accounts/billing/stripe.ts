// Stripe client; the only file that uses the Stripe SDK.
import { hash } from 'node:crypto'
import Stripe from 'stripe'
import type { AccountError } from '../account-error.ts'

const timeoutMs = 5_000
const signatureToleranceSeconds = 300
// Stripe's maximum page size; a customer has a handful of checkouts and subscriptions.
const pageSize = 100

export interface PaymentSettings {
  secretKey: string
  webhookSecret: string
  apiUrl: string
}

export interface BillingAccount {
  id: number
  name: string
  email: string | null
}

/** The current state of a subscription at Stripe. */
export interface StripeSubscription {
  id: string
  customer: string
  status: string
  prices: string[]
  createdAt: Date
  /** What is paid for, or until when if the subscription ends earlier. */
  currentPeriodEnd: Date | null
  cancelAtPeriodEnd: boolean
}

export interface StripePrice {
  isActive: boolean
  /** In the smallest unit of the currency, such as cents. Null for prices by volume. */
  unitAmount: number | null
  /** ISO 4217, in lower case. */
  currency: string
  /** Day, week, month or year. Null for a single payment. */
  interval: string | null
  /** 3 with the interval `month`: every three months. */
  intervalCount: number
}

export interface WebhookEvent {
  id: string
  type: string
  /** Null when the event does not concern a subscription. */
  customer: string | null
}

export interface BillingError extends AccountError {
  /** Details for the log. */
  cause?: string
}

export function describeError({ message, cause }: BillingError): string {
  return cause ? `${message} (${cause})` : message
}

/** Where Stripe sends the customer back to. */
export interface CheckoutUrls {
  paid: string
  cancelled: string
}

/** What a customer is about to pay for. */
export interface Checkout {
  customer: string
  accountId: number
  price: string
  urls: CheckoutUrls
}

type StripeResult<T> = Promise<{ value: T } | BillingError>

export interface PaymentService {
  createCustomer(account: BillingAccount): StripeResult<string>
  /** Returns the URL of the checkout page. */
  createCheckout(checkout: Checkout): StripeResult<string>
  /** Expires the open checkouts of a customer, so that none of them can be paid any more. */
  expireCheckouts(customer: string): StripeResult<void>
  /** Returns the URL of the billing portal. */
  createPortal(customer: string, returnUrl: string): StripeResult<string>
  /** Undefined when the account of the key has no such price. */
  findPrice(price: string): StripeResult<StripePrice | undefined>
  /** All subscriptions of a customer, including ended ones. */
  listSubscriptions(customer: string): StripeResult<StripeSubscription[]>
  /** The subscriptions of all customers that have not ended. */
  listCurrentSubscriptions(): StripeResult<StripeSubscription[]>
  /** Expires every open checkout and cancels every subscription immediately. */
  cancelAll(customer: string): StripeResult<true>
  parseWebhookEvent(rawBody: Buffer, signature: string | undefined): WebhookEvent | BillingError
}

export function createPaymentService(settings: PaymentSettings): PaymentService {
  const { protocol, hostname, port } = new URL(settings.apiUrl)
  const isHttp = protocol === 'http:'
  const stripe = new Stripe(settings.secretKey, {
    protocol: isHttp ? 'http' : 'https',
    host: hostname,
    port: port || (isHttp ? 80 : 443),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  })

  return {
    createCustomer: ({ id, name, email }) =>
      callStripe(async () => {
        const customer = { name, ...(email !== null && { email }), metadata: { account: id } }
        const { id: created } = await stripe.customers.create(customer, {
          idempotencyKey: idempotencyKeyFor('customer', customer),
        })
        return created
      }),

    createCheckout: ({ customer, accountId, price, urls }) =>
      callStripe(async () => {
        const { url } = await stripe.checkout.sessions.create({
          mode: 'subscription',
          customer,
          client_reference_id: String(accountId),
          metadata: { account: accountId },
          subscription_data: { metadata: { account: accountId } },
          line_items: [{ price, quantity: 1 }],
          success_url: urls.paid,
          cancel_url: urls.cancelled,
        })
        if (url === null) throw new Error('Stripe returned a checkout session without a URL')
        return url
      }),

    expireCheckouts: customer => callStripe(() => expireOpenCheckouts(stripe, customer)),

    createPortal: (customer, returnUrl) =>
      callStripe(
        async () => (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url,
      ),

    findPrice: price =>
      callStripe(async () => {
        try {
          const { active, unit_amount, currency, recurring } = await stripe.prices.retrieve(price)
          return {
            isActive: active,
            unitAmount: unit_amount,
            currency,
            interval: recurring?.interval ?? null,
            intervalCount: recurring?.interval_count ?? 1,
          }
        } catch (error) {
          if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return undefined
          throw error
        }
      }),

    listSubscriptions: customer => callStripe(() => listAll(stripe, customer)),

    listCurrentSubscriptions: () =>
      callStripe(async () => {
        const found: StripeSubscription[] = []
        for await (const subscription of stripe.subscriptions.list({ limit: pageSize })) {
          found.push(toSubscription(subscription))
        }
        return found
      }),

    cancelAll: customer =>
      callStripe(async () => {
        // Expire checkouts first, so that none of them can become a new subscription.
        await expireOpenCheckouts(stripe, customer)
        for (const { id, status } of await listAll(stripe, customer)) {
          if (status !== 'canceled' && status !== 'incomplete_expired') await stripe.subscriptions.cancel(id)
        }
        return true as const
      }),

    parseWebhookEvent(rawBody, signature) {
      try {
        const event = stripe.webhooks.constructEvent(
          rawBody,
          signature ?? '',
          settings.webhookSecret,
          signatureToleranceSeconds,
        )
        return { id: event.id, type: event.type, customer: customerOf(event) }
      } catch {
        // The SDK throws several error types for malformed signature headers.
        return {
          error: 'unauthorized',
          code: 'payments_misconfigured',
          message:
            'The signature does not fit this message, or is older than five minutes. ' +
            'Check that STRIPE_WEBHOOK_SECRET is the secret of this endpoint.',
        }
      }
    },
  }
}

async function expireOpenCheckouts(stripe: Stripe, customer: string): Promise<void> {
  const { data } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: pageSize })
  for (const { id } of data) await expireCheckout(stripe, id)
}

/** Stripe rejects this for a session that is not open, and while its payment is in progress. */
async function expireCheckout(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    // It may have been paid or expired since it was listed.
    if ((await stripe.checkout.sessions.retrieve(id)).status === 'open') throw error
  }
}

async function listAll(stripe: Stripe, customer: string): Promise<StripeSubscription[]> {
  const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: pageSize })
  return data.map(toSubscription)
}

function toSubscription(subscription: Stripe.Subscription): StripeSubscription {
  const { id, customer, status, created, cancel_at, cancel_at_period_end } = subscription
  const items = subscription.items.data
  const periodEnd = items[0]?.current_period_end
  // The portal uses either field to cancel. A later date than the end of the period does not end this period.
  const cancelsAtPeriodEnd =
    cancel_at_period_end || (cancel_at !== null && (periodEnd === undefined || cancel_at <= periodEnd))
  const paidUntil = cancelsAtPeriodEnd ? (cancel_at ?? periodEnd) : periodEnd
  return {
    id,
    customer: typeof customer === 'string' ? customer : customer.id,
    status,
    prices: items.map(item => item.price.id),
    createdAt: new Date(created * 1_000),
    currentPeriodEnd: paidUntil === undefined ? null : new Date(paidUntil * 1_000),
    cancelAtPeriodEnd: cancelsAtPeriodEnd,
  }
}

function customerOf(event: Stripe.Event): string | null {
  if (
    event.type === 'checkout.session.completed' ||
    event.type === 'customer.subscription.created' ||
    event.type === 'customer.subscription.updated' ||
    event.type === 'customer.subscription.deleted' ||
    event.type === 'invoice.payment_failed' ||
    event.type === 'invoice.paid'
  ) {
    const { customer } = event.data.object
    return typeof customer === 'string' ? customer : (customer?.id ?? null)
  }
  return null
}

/**
 * Stripe rejects a key that is reused with other parameters, so the key includes them. It includes the hour
 * because Stripe replays a response for at least a day, even a failure.
 */
function idempotencyKeyFor(purpose: string, parameters: unknown): string {
  const hour = Math.floor(Date.now() / 3_600_000)
  return `larder-${purpose}-${hour}-${hash('sha256', JSON.stringify(parameters))}`
}

async function callStripe<T>(call: () => Promise<T>): StripeResult<T> {
  try {
    return { value: await call() }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    return {
      error: 'unavailable',
      code: 'payments_unavailable',
      message:
        'The payment service does not answer as it should. Nothing was changed; try again in a moment.',
      // Not the error itself: it repeats the request, and part of the secret key when that is wrong.
      cause: [error.type, error.statusCode, error.code, error.param, error.requestId]
        .filter(Boolean)
        .join(' '),
    }
  }
}
