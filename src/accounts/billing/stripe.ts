// The payment service, and the only file that knows its SDK.
import { hash } from 'node:crypto'
import Stripe from 'stripe'
import type { AccountError } from '../account-error.ts'

const timeoutMs = 5_000
const signedAtMostSecondsAgo = 300
// Of open checkouts or subscriptions a customer has a handful; this is the most that one answer can hold.
const listed = 100

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

/** A subscription as the payment service tells it now. */
export interface StripeSubscription {
  id: string
  status: string
  prices: string[]
  createdAt: Date
  currentPeriodEnd: Date | null
  cancelAtPeriodEnd: boolean
}

export interface WebhookEvent {
  id: string
  type: string
  /** Null when the message is about nothing that concerns a plan. */
  customer: string | null
}

export interface BillingError extends AccountError {
  /** For the operator's log. */
  cause?: string
}

type Asked<T> = Promise<{ answer: T } | BillingError>

export interface PaymentService {
  createCustomer(account: BillingAccount): Asked<string>
  /** The address of the page where the customer pays. */
  createCheckout(wanted: {
    customer: string
    accountId: number
    price: string
    returnUrl: string
    /** The same checkout asked for again within the hour is the same page, unless this differs. */
    attempt: string
  }): Asked<string>
  /** The address of the page where the customer changes or ends what they pay for. */
  createPortal(customer: string, returnUrl: string): Asked<string>
  /** All of a customer's subscriptions, the ended ones too. */
  listSubscriptions(customer: string): Asked<StripeSubscription[]>
  /** Closes every open checkout and cancels every subscription at once. */
  endEverything(customer: string): Asked<true>
  readMessage(rawBody: Buffer, signature: string | undefined): WebhookEvent | BillingError
}

export function createPaymentService(settings: PaymentSettings): PaymentService {
  const { protocol, hostname, port } = new URL(settings.apiUrl)
  const isPlain = protocol === 'http:'
  const stripe = new Stripe(settings.secretKey, {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  })

  return {
    createCustomer: ({ id, name, email }) =>
      ask(async () => {
        const customer = { name, ...(email !== null && { email }), metadata: { account: id } }
        const { id: created } = await stripe.customers.create(customer, {
          idempotencyKey: keyFor('customer', customer),
        })
        return created
      }),

    createCheckout: ({ customer, accountId, price, returnUrl, attempt }) =>
      ask(async () => {
        const session = {
          mode: 'subscription' as const,
          customer,
          client_reference_id: String(accountId),
          metadata: { account: accountId },
          subscription_data: { metadata: { account: accountId } },
          line_items: [{ price, quantity: 1 }],
          success_url: returnUrl,
          cancel_url: returnUrl,
        }
        const { url } = await stripe.checkout.sessions.create(session, {
          idempotencyKey: keyFor('checkout', [session, attempt]),
        })
        if (url === null) throw new Error('The payment service made a checkout without an address')
        return url
      }),

    createPortal: (customer, returnUrl) =>
      ask(async () => (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url),

    listSubscriptions: customer => ask(() => listAll(stripe, customer)),

    endEverything: customer =>
      ask(async () => {
        // Checkouts first: none of them can become a subscription behind our back.
        const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: listed })
        for (const { id } of open.data) await stripe.checkout.sessions.expire(id)
        for (const { id, status } of await listAll(stripe, customer)) {
          if (status !== 'canceled' && status !== 'incomplete_expired') await stripe.subscriptions.cancel(id)
        }
        return true as const
      }),

    readMessage(rawBody, signature) {
      try {
        const event = stripe.webhooks.constructEvent(
          rawBody,
          signature ?? '',
          settings.webhookSecret,
          signedAtMostSecondsAgo,
        )
        return { id: event.id, type: event.type, customer: customerOf(event) }
      } catch {
        // Whatever it is: the SDK has errors of several kinds for headers that are no signature.
        return {
          error: 'unauthorized',
          message:
            'The signature does not fit this message, or is older than five minutes. ' +
            'Check that STRIPE_WEBHOOK_SECRET is the secret of this endpoint.',
        }
      }
    },
  }
}

async function listAll(stripe: Stripe, customer: string): Promise<StripeSubscription[]> {
  const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: listed })
  return data.map(subscription => {
    const items = subscription.items.data
    const periodEnd = items[0]?.current_period_end
    return {
      id: subscription.id,
      status: subscription.status,
      prices: items.map(item => item.price.id),
      createdAt: new Date(subscription.created * 1_000),
      currentPeriodEnd: periodEnd === undefined ? null : new Date(periodEnd * 1_000),
      // The portal ends a subscription in one or the other way.
      cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    }
  })
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
 * The same words twice have one effect. The words are in it because the same key with others is refused; the hour,
 * because an answer is kept for a day at least, be it a failure or a checkout that has expired since.
 */
function keyFor(purpose: string, words: unknown): string {
  const hour = Math.floor(Date.now() / 3_600_000)
  return `larder-${purpose}-${hour}-${hash('sha256', JSON.stringify(words))}`
}

async function ask<T>(call: () => Promise<T>): Asked<T> {
  try {
    return { answer: await call() }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    return {
      error: 'unavailable',
      message:
        'The payment service does not answer as it should. Nothing was changed; try again in a moment.',
      // Not the error itself: it repeats what was sent, and part of the secret key when that is wrong.
      cause: [error.type, error.statusCode, error.code, error.param, error.requestId]
        .filter(Boolean)
        .join(' '),
    }
  }
}
