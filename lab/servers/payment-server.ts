// A Stripe test double on localhost with the API calls that Larder makes: form-encoded requests, JSON responses,
// idempotency keys. Tests change its state and send the signed webhook events themselves.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Stripe from 'stripe'

export interface TestSubscription {
  id: string
  object: 'subscription'
  customer: string
  status: string
  created: number
  cancel_at: number | null
  cancel_at_period_end: boolean
  items: { object: 'list'; data: { current_period_end: number; price: { id: string } }[] }
}

interface TestPrice {
  unit_amount: number | null
  currency: string
  recurring: { interval: string; interval_count: number } | null
}

interface TestCheckout {
  id: string
  object: 'checkout.session'
  url: string
  status: 'open' | 'complete' | 'expired'
  mode: string
  customer: string
  client_reference_id: string
  price: string
  success_url: string
  cancel_url: string
}

/** A webhook event as it is delivered. */
export interface SignedEvent {
  body: Buffer
  signature: string
}

export interface PaymentServer {
  /** For `createBilling`. */
  settings: {
    secretKey: string
    webhookSecret: string
    apiUrl: string
    prices: { pro: string; scale: string }
  }
  environment: Record<string, string>
  customers: Map<string, { id: string; name: string; email: string | null; account: string }>
  checkouts: Map<string, TestCheckout>
  subscriptions: Map<string, TestSubscription>
  prices: Map<string, TestPrice>
  archivedPrices: Set<string>
  /** Every call that got a response, such as `GET /v1/subscriptions`. */
  calls: string[]
  /** While true, every call gets a 500. */
  isBroken: boolean
  /** Holds back responses until the returned function is called. */
  hold(): () => void
  /** The customer pays on this checkout page. */
  pay(checkoutUrl: string): TestSubscription
  subscribe(customer: string, price: string): TestSubscription
  message(type: string, about: object, more?: { id?: string; at?: Date; secret?: string }): SignedEvent
  stop(): Promise<void>
}

export async function startPaymentServer(): Promise<PaymentServer> {
  const savedResponses = new Map<string, { request: string; status: number; text: string }>()
  let held: Promise<void> | undefined
  const server = createServer((incoming, outgoing) => {
    void respond(incoming, outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined

  const settings = {
    secretKey: 'sk_test_of_the_tests',
    webhookSecret: 'whsec_of_the_tests',
    apiUrl: `http://127.0.0.1:${port}`,
    prices: { pro: 'price_pro', scale: 'price_scale' },
  }
  const payments: PaymentServer = {
    settings,
    environment: {
      STRIPE_SECRET_KEY: settings.secretKey,
      STRIPE_WEBHOOK_SECRET: settings.webhookSecret,
      STRIPE_API_URL: settings.apiUrl,
      STRIPE_PRICE_PRO: settings.prices.pro,
      STRIPE_PRICE_SCALE: settings.prices.scale,
    },
    customers: new Map(),
    checkouts: new Map(),
    subscriptions: new Map(),
    prices: new Map([
      [settings.prices.pro, monthly(2_400)],
      [settings.prices.scale, monthly(12_950)],
    ]),
    archivedPrices: new Set(),
    calls: [],
    isBroken: false,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = undefined
        resolve()
      }
    },
    pay(checkoutUrl) {
      const checkout = [...payments.checkouts.values()].find(({ url }) => url === checkoutUrl)
      if (checkout?.status !== 'open') throw new Error(`no open checkout at ${checkoutUrl}`)
      checkout.status = 'complete'
      return payments.subscribe(checkout.customer, checkout.price)
    },
    subscribe(customer, price) {
      const subscription: TestSubscription = {
        id: newId('sub'),
        object: 'subscription',
        customer,
        status: 'active',
        // Stripe's timestamps are in seconds; these are always distinct.
        created: 1_800_000_000 + payments.subscriptions.size,
        cancel_at: null,
        cancel_at_period_end: false,
        items: { object: 'list', data: [{ current_period_end: 1_900_000_000, price: { id: price } }] },
      }
      payments.subscriptions.set(subscription.id, subscription)
      return subscription
    },
    message(type, about, more = {}) {
      const payload = JSON.stringify({
        id: more.id ?? newId('evt'),
        object: 'event',
        type,
        data: { object: about },
      })
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload,
        secret: more.secret ?? settings.webhookSecret,
        timestamp: Math.floor((more.at ?? new Date()).getTime() / 1_000),
      })
      return { body: Buffer.from(payload), signature }
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      if (server.listening) await once(server, 'close')
    },
  }

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const { pathname, searchParams } = new URL(incoming.url ?? '/', settings.apiUrl)
    const call = `${incoming.method} ${pathname}`
    const send = (status: number, text: string) =>
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(text)

    if (payments.isBroken) return void send(500, errorBody('api_error', 'broken by the test'))
    if (incoming.headers.authorization !== `Bearer ${settings.secretKey}`) {
      return void send(401, errorBody('invalid_request_error', 'Invalid API Key provided'))
    }
    const key = incoming.headers['idempotency-key']
    const request = `${call} ${form}`
    const saved = typeof key === 'string' ? savedResponses.get(key) : undefined
    if (saved && saved.request !== request) {
      return void send(400, errorBody('idempotency_error', 'Keys can only be used with the same parameters'))
    }
    const { status, text } = saved ?? handleCall(call, form, searchParams)
    if (typeof key === 'string') savedResponses.set(key, { request, status, text })
    payments.calls.push(call)
    await held
    send(status, text)
  }

  function handleCall(
    call: string,
    form: URLSearchParams,
    query: URLSearchParams,
  ): { status: number; text: string } {
    const [, path = '', id = '', action = ''] =
      /^(\w+ \/v1\/(?:customers|checkout\/sessions|billing_portal\/sessions|subscriptions|prices))(?:\/(\w+))?(\/\w+)?$/.exec(
        call,
      ) ?? []
    switch (path + action) {
      case 'POST /v1/customers': {
        const customer = {
          id: newId('cus'),
          object: 'customer',
          name: form.get('name') ?? '',
          email: form.get('email'),
          account: form.get('metadata[account]') ?? '',
        }
        payments.customers.set(customer.id, customer)
        return ok(customer)
      }
      case 'POST /v1/checkout/sessions': {
        const checkoutId = newId('cs_test')
        const checkout: TestCheckout = {
          id: checkoutId,
          object: 'checkout.session',
          url: `${settings.apiUrl}/pay/${checkoutId}`,
          status: 'open',
          mode: form.get('mode') ?? '',
          customer: form.get('customer') ?? '',
          client_reference_id: form.get('client_reference_id') ?? '',
          price: form.get('line_items[0][price]') ?? '',
          success_url: form.get('success_url') ?? '',
          cancel_url: form.get('cancel_url') ?? '',
        }
        if (!payments.customers.has(checkout.customer)) return missing('customer')
        payments.checkouts.set(checkoutId, checkout)
        return ok(checkout)
      }
      case 'GET /v1/checkout/sessions':
        return list(
          [...payments.checkouts.values()].filter(
            ({ customer, status }) => customer === query.get('customer') && status === query.get('status'),
          ),
        )
      case 'POST /v1/checkout/sessions/expire': {
        const checkout = payments.checkouts.get(id)
        if (checkout?.status !== 'open') return missing('session')
        checkout.status = 'expired'
        return ok(checkout)
      }
      case 'POST /v1/billing_portal/sessions': {
        const customer = form.get('customer') ?? ''
        if (!payments.customers.has(customer)) return missing('customer')
        const query = new URLSearchParams({ customer, return_url: form.get('return_url') ?? '' })
        return ok({ id: newId('bps'), url: `${settings.apiUrl}/portal?${query}` })
      }
      case 'GET /v1/prices': {
        const price = payments.prices.get(id)
        return price
          ? ok({ id, object: 'price', active: !payments.archivedPrices.has(id), ...price })
          : missing('price')
      }
      case 'GET /v1/subscriptions': {
        const customer = query.get('customer')
        if (customer !== null && !payments.customers.has(customer)) return missing('customer')
        const matching = [...payments.subscriptions.values()].filter(
          subscription =>
            (customer === null || subscription.customer === customer) &&
            (query.get('status') === 'all' || subscription.status !== 'canceled'),
        )
        // Newest first, as Stripe lists them.
        return listPage(matching.reverse(), query)
      }
      case 'DELETE /v1/subscriptions': {
        const subscription = payments.subscriptions.get(id)
        if (subscription === undefined || subscription.status === 'canceled') return missing('id')
        subscription.status = 'canceled'
        return ok(subscription)
      }
      default:
        return { status: 404, text: errorBody('invalid_request_error', `Unrecognized request URL (${call})`) }
    }
  }

  return payments
}

function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

function ok(body: object) {
  return { status: 200, text: JSON.stringify(body) }
}

function list(data: object[]) {
  return ok({ object: 'list', has_more: false, data })
}

function listPage(all: { id: string }[], query: URLSearchParams) {
  const after = query.get('starting_after')
  const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
  const end = start + Number(query.get('limit') ?? 10)
  return ok({ object: 'list', has_more: end < all.length, data: all.slice(start, end) })
}

function monthly(cents: number): TestPrice {
  return { unit_amount: cents, currency: 'eur', recurring: { interval: 'month', interval_count: 1 } }
}

function missing(param: string) {
  return { status: 404, text: errorBody('invalid_request_error', `No such ${param}`, param) }
}

function errorBody(type: string, message: string, param?: string): string {
  return JSON.stringify({ error: { type, message, param } })
}
