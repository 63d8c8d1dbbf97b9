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
  /** Null unless the session is open. */
  url: string | null
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
  /** Open checkouts whose payment is in progress; they cannot be expired. */
  checkoutsBeingPaid: Set<string>
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
      TEST_SETTINGS: JSON.stringify({ stripeApiUrl: settings.apiUrl }),
      STRIPE_PRICE_PRO: settings.prices.pro,
      STRIPE_PRICE_SCALE: settings.prices.scale,
    },
    customers: new Map(),
    checkouts: new Map(),
    checkoutsBeingPaid: new Set(),
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
      Object.assign(checkout, { status: 'complete', url: null })
      return payments.subscribe(checkout.customer, checkout.price)
    },
    subscribe(customer, price) {
      const subscription = newSubscription(customer, price, payments.subscriptions.size)
      payments.subscriptions.set(subscription.id, subscription)
      return subscription
    },
    message: (type, about, more = {}) => signEvent(type, about, { secret: settings.webhookSecret, ...more }),
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
    const { status, text } = saved ?? handleCall(call, { payments, form, query: searchParams })
    if (typeof key === 'string') savedResponses.set(key, { request, status, text })
    payments.calls.push(call)
    await held
    send(status, text)
  }

  return payments
}

function newSubscription(customer: string, price: string, position: number): TestSubscription {
  return {
    id: newId('sub'),
    object: 'subscription',
    customer,
    status: 'active',
    // Stripe's timestamps are in seconds; these are always distinct.
    created: 1_800_000_000 + position,
    cancel_at: null,
    cancel_at_period_end: false,
    items: { object: 'list', data: [{ current_period_end: 1_900_000_000, price: { id: price } }] },
  }
}

function signEvent(
  type: string,
  about: object,
  { id = newId('evt'), at = new Date(), secret }: { id?: string; at?: Date; secret: string },
): SignedEvent {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object: about } })
  const timestamp = Math.floor(at.getTime() / 1_000)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return { body: Buffer.from(payload), signature }
}

/** A call of the API, with what it is about. */
interface Call {
  payments: PaymentServer
  id: string
  form: URLSearchParams
  query: URLSearchParams
}

interface Answer {
  status: number
  text: string
}

function createCustomer({ payments, form }: Call): Answer {
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

function createCheckout({ payments, form }: Call): Answer {
  const checkoutId = newId('cs_test')
  const checkout: TestCheckout = {
    id: checkoutId,
    object: 'checkout.session',
    url: `${payments.settings.apiUrl}/pay/${checkoutId}`,
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

function readCheckouts({ payments, id, query }: Call): Answer {
  const found = payments.checkouts.get(id)
  if (id !== '') return found ? ok(found) : missing('session')
  const [customer, status] = [query.get('customer'), query.get('status')]
  const matching = [...payments.checkouts.values()].filter(
    checkout =>
      (customer === null || checkout.customer === customer) &&
      (status === null || checkout.status === status),
  )
  return listPage(matching.reverse(), query)
}

function expireCheckout({ payments, id }: Call): Answer {
  const checkout = payments.checkouts.get(id)
  if (checkout === undefined) return missing('session')
  const { status } = checkout
  if (status !== 'open' || payments.checkoutsBeingPaid.has(id)) {
    return { status: 400, text: errorBody('invalid_request_error', `Not open: ${status}`) }
  }
  Object.assign(checkout, { status: 'expired', url: null })
  return ok(checkout)
}

function createPortalSession({ payments, form }: Call): Answer {
  const customer = form.get('customer') ?? ''
  if (!payments.customers.has(customer)) return missing('customer')
  const parameters = new URLSearchParams({ customer, return_url: form.get('return_url') ?? '' })
  return ok({ id: newId('bps'), url: `${payments.settings.apiUrl}/portal?${parameters}` })
}

function readPrice({ payments, id }: Call): Answer {
  const price = payments.prices.get(id)
  return price
    ? ok({ id, object: 'price', active: !payments.archivedPrices.has(id), ...price })
    : missing('price')
}

function listSubscriptions({ payments, query }: Call): Answer {
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

function cancelSubscription({ payments, id }: Call): Answer {
  const subscription = payments.subscriptions.get(id)
  if (subscription === undefined || subscription.status === 'canceled') return missing('id')
  subscription.status = 'canceled'
  return ok(subscription)
}

const handlers: Record<string, (call: Call) => Answer> = {
  'POST /v1/customers': createCustomer,
  'POST /v1/checkout/sessions': createCheckout,
  'GET /v1/checkout/sessions': readCheckouts,
  'POST /v1/checkout/sessions/expire': expireCheckout,
  'POST /v1/billing_portal/sessions': createPortalSession,
  'GET /v1/prices': readPrice,
  'GET /v1/subscriptions': listSubscriptions,
  'DELETE /v1/subscriptions': cancelSubscription,
}

const pathOfCall =
  /^(\w+ \/v1\/(?:customers|checkout\/sessions|billing_portal\/sessions|subscriptions|prices))(?:\/(\w+))?(\/\w+)?$/

function handleCall(call: string, { payments, form, query }: Omit<Call, 'id'>): Answer {
  const [, path = '', id = '', action = ''] = pathOfCall.exec(call) ?? []
  const handle = handlers[path + action]
  if (handle !== undefined) return handle({ payments, id, form, query })
  return { status: 404, text: errorBody('invalid_request_error', `Unrecognized request URL (${call})`) }
}

function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

function ok(body: object) {
  return { status: 200, text: JSON.stringify(body) }
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
