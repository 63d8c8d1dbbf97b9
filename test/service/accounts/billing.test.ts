import { describe, expect, it, onTestFinished } from 'vitest'
import { deleteOwnAccount } from '../../../src/accounts/account-settings.ts'
import type { Billing } from '../../../src/accounts/billing/billing.ts'
import { startJobs } from '../../../src/platform/jobs.ts'
import { accountsForTest, visitor } from '../../support/accounts.ts'
import {
  billingForTest,
  checkoutUrls,
  daysFromNow,
  payFor,
  renew,
  subscribeTo,
  type TestBilling,
} from '../../support/billing.ts'

const returnUrl = 'https://larder.example/plan'
const day = 86_400_000

describe('checkout', () => {
  it('changes the plan after checkout and webhook', async () => {
    const test = await billingForTest()
    const { billing, payments, ann, take } = test
    expect(await billing.getSubscription(ann.id)).toBeNull()
    const checkout = await billing.checkout(ann, 'pro', checkoutUrls)
    const [session] = payments.checkouts.values()
    const [customer] = payments.customers.values()
    expect(checkout).toEqual({ url: session?.url })
    expect(customer).toMatchObject({ name: 'ann', email: 'ann@example.org', account: String(ann.id) })
    expect(session).toMatchObject({
      mode: 'subscription',
      customer: customer?.id,
      client_reference_id: String(ann.id),
      price: 'price_pro',
      success_url: checkoutUrls.paid,
      cancel_url: checkoutUrls.cancelled,
    })
    expect(await billing.getSubscription(ann.id)).toBeNull()

    payments.pay(session?.url ?? '')
    expect(await test.plan()).toBe('starter')
    expect(await take(payments.message('checkout.session.completed', session ?? {}))).toEqual({
      processed: true,
    })
    expect(await test.plan()).toBe('pro')
    expect(await billing.getSubscription(ann.id)).toEqual({
      plan: 'pro',
      status: 'active',
      currentPeriodEnd: new Date(1_900_000_000_000),
      cancelAtPeriodEnd: false,
      pastDueSince: null,
      planExpiresAt: new Date(1_900_000_000_000 + 7 * day),
    })
    expect(await test.stores.sql('select actor, action, subject, ip_address from audit_log')).toEqual([
      { actor: 'billing', action: 'plan changed', subject: 'starter → pro', ip_address: null },
    ])
  })

  it('creates one customer and one checkout for concurrent requests', async () => {
    const { billing, payments, ann } = await billingForTest()
    const checkouts = await Promise.all(
      Array.from({ length: 5 }, () => billing.checkout(ann, 'pro', checkoutUrls)),
    )
    expect(payments.customers.size).toBe(1)
    expect(payments.checkouts.size).toBe(1)
    expect(new Set(checkouts.map(checkout => JSON.stringify(checkout))).size).toBe(1)
    expect(checkouts[0]).toEqual({ url: expect.stringContaining('/pay/') })
  })

  it('prevents a second subscription, even before the webhook arrives', async () => {
    const test = await billingForTest()
    const subscription = await payFor(test, 'pro')
    expect(await test.billing.checkout(test.ann, 'scale', checkoutUrls)).toMatchObject({ error: 'conflict' })
    // After a cancellation, a new checkout is possible at once.
    subscription.status = 'canceled'
    await subscribeTo(test, 'pro')
    expect(await test.plan()).toBe('pro')
    expect(test.payments.customers.size).toBe(1)
    expect(test.payments.checkouts.size).toBe(2)
  })

  it('leaves one checkout open, the last one', async () => {
    const { billing, payments, ann, billingWith } = await billingForTest()
    const statuses = () => [...payments.checkouts.values()].map(({ price, status }) => `${price} ${status}`)
    const pro = await billing.checkout(ann, 'pro', checkoutUrls)
    const scale = await billing.checkout(ann, 'scale', checkoutUrls)
    expect(statuses()).toEqual(['price_pro expired', 'price_scale open'])
    expect(() => payments.pay('url' in pro ? pro.url : '')).toThrow('no open checkout')
    expect(await billing.checkout(ann, 'scale', checkoutUrls)).not.toEqual(scale)
    expect(await billing.checkout(ann, 'pro', checkoutUrls)).not.toEqual(pro)
    expect(statuses().filter(status => status.endsWith('open'))).toEqual(['price_pro open'])

    // Requests for both plans at once, on two nodes.
    await Promise.all([
      billing.checkout(ann, 'pro', checkoutUrls),
      billingWith({}).checkout(ann, 'scale', checkoutUrls),
      billing.checkout(ann, 'scale', checkoutUrls),
      billingWith({}).checkout(ann, 'pro', checkoutUrls),
    ])
    expect(statuses().filter(status => status.endsWith('open'))).toHaveLength(1)
  })

  it('does not open a checkout while another one is being paid', async () => {
    const { billing, payments, ann } = await billingForTest()
    await billing.checkout(ann, 'pro', checkoutUrls)
    const [session] = payments.checkouts.values()
    payments.checkoutsBeingPaid.add(session?.id ?? '')
    expect(await billing.checkout(ann, 'scale', checkoutUrls)).toMatchObject({ error: 'unavailable' })
    expect(payments.checkouts.size).toBe(1)
  })

  it('creates no customer for a deleted account', async () => {
    const { billing, stores, ann } = await billingForTest()
    await stores.sql('delete from accounts')
    expect(await billing.checkout(ann, 'pro', checkoutUrls)).toMatchObject({ error: 'conflict' })
    expect(await stores.sql('select from subscriptions')).toHaveLength(0)
  })

  it('opens the portal for customers only', async () => {
    const test = await billingForTest()
    expect(await test.billing.portal(test.ann, returnUrl)).toMatchObject({ error: 'conflict' })
    const { customer } = await subscribeTo(test, 'pro')
    const query = new URLSearchParams({ customer, return_url: returnUrl })
    expect(await test.billing.portal(test.ann, returnUrl)).toEqual({
      url: `${test.payments.settings.apiUrl}/portal?${query}`,
    })
  })

  it('applies plan changes and cancellations from the portal', async () => {
    const test = await billingForTest()
    const { payments, take, billing, ann } = test
    const subscription = await subscribeTo(test, 'pro')
    subscription.items.data = [{ current_period_end: 1_900_000_000, price: { id: 'price_scale' } }]
    subscription.cancel_at = 1_900_000_000
    await take(payments.message('customer.subscription.updated', subscription))
    expect(await test.plan()).toBe('scale')
    expect(await billing.getSubscription(ann.id)).toMatchObject({ plan: 'scale', cancelAtPeriodEnd: true })
    subscription.status = 'canceled'
    await take(payments.message('customer.subscription.deleted', subscription))
    expect(await test.plan()).toBe('starter')
    expect(await billing.getSubscription(ann.id)).toMatchObject({ plan: null, status: 'canceled' })
    const audit = await test.stores.sql<{ subject: string }>('select subject from audit_log order by id')
    expect(audit.map(({ subject }) => subject)).toEqual(['starter → pro', 'pro → scale', 'scale → starter'])
    const mails = await test.stores.sql('select kind, parameters from mail_queue order by id')
    expect(mails).toEqual([
      { kind: 'plan-changed', parameters: { plan: 'pro', expiresAt: null } },
      { kind: 'plan-changed', parameters: { plan: 'scale', expiresAt: '2030-03-17T17:46:40.000Z' } },
      { kind: 'plan-changed', parameters: { plan: 'starter', expiresAt: null } },
    ])
  })

  it('keeps a plan set by an operator when a subscription never starts', async () => {
    const test = await billingForTest()
    await test.stores.sql("update accounts set plan = 'scale'")
    const subscription = await payFor(test, 'pro')
    subscription.status = 'incomplete_expired'
    await test.take(test.payments.message('customer.subscription.updated', subscription))
    expect(await test.plan()).toBe('scale')
  })
})

describe('failed payment', () => {
  it('falls back to Starter after the grace period', async () => {
    const test = await billingForTest()
    const { payments, take, stores } = test
    const subscription = await subscribeTo(test, 'pro')
    subscription.status = 'past_due'
    await take(payments.message('invoice.payment_failed', { customer: subscription.customer }))
    expect(await test.plan()).toBe('pro')
    const grace = "select plan_expires_at - past_due_since = '7 days' as week from accounts, subscriptions"
    expect(await stores.sql(grace)).toEqual([{ week: true }])

    // Further failures do not restart the grace period.
    await stores.sql("update subscriptions set past_due_since = now() - interval '6 days 23 hours'")
    subscription.status = 'unpaid'
    await take(payments.message('invoice.payment_failed', { customer: subscription.customer }))
    expect(await stores.sql(grace)).toEqual([{ week: true }])
    const left = "select plan_expires_at between now() and now() + interval '1 hour' as hour from accounts"
    expect(await stores.sql(left)).toEqual([{ hour: true }])
    expect(await test.plan()).toBe('pro')
    await stores.sql("update accounts set plan_expires_at = now() - interval '1 second'")
    expect(await test.plan()).toBe('starter')
  })

  it('restores the plan once it is paid', async () => {
    const test = await billingForTest()
    const { payments, stores } = test
    const subscription = await subscribeTo(test, 'pro')
    const send = (type: string) => test.take(payments.message(type, { customer: subscription.customer }))
    subscription.status = 'past_due'
    await send('invoice.payment_failed')
    await stores.sql("update subscriptions set past_due_since = past_due_since - interval '8 days'")
    await send('invoice.payment_failed')
    expect(await test.plan()).toBe('starter')
    subscription.status = 'active'
    await send('invoice.paid')
    expect(await test.plan()).toBe('pro')
    expect(await stores.sql('select plan_expires_at, past_due_since from accounts, subscriptions')).toEqual([
      { plan_expires_at: new Date(1_900_000_000_000 + 7 * day), past_due_since: null },
    ])
    const audit = await stores.sql<{ action: string; subject: string }>(
      'select action, subject from audit_log order by id',
    )
    expect(audit.map(({ action, subject }) => `${action}: ${subject}`)).toEqual([
      'plan changed: starter → pro',
      expect.stringMatching(/^payment failed: pro until /),
      'plan changed: pro → starter',
      'payment received: pro',
      'plan changed: starter → pro',
    ])
    const mails = await stores.sql<{ kind: string }>('select kind from mail_queue order by id')
    expect(mails.map(({ kind }) => kind)).toEqual([
      'plan-changed',
      'payment-failed',
      'plan-changed',
      'plan-changed',
    ])
  })
})

describe('end of the paid period', () => {
  // As if it were that many days later.
  const daysLater = (test: TestBilling, days: number) =>
    test.stores.sql(
      `update accounts set plan_expires_at = plan_expires_at - make_interval(days => ${days});
       update subscriptions set current_period_end = current_period_end - make_interval(days => ${days})`,
    )

  it('ends a plan that was cancelled at Stripe although no webhook arrives', async () => {
    const test = await billingForTest()
    const subscription = await subscribeTo(test, 'pro', daysFromNow(30))
    subscription.status = 'canceled'
    await daysLater(test, 30 + 6)
    expect(await test.plan()).toBe('pro')
    await daysLater(test, 2)
    expect(await test.plan()).toBe('starter')
  })

  it('grants no grace period to a plan whose end was reported', async () => {
    const test = await billingForTest()
    const subscription = await subscribeTo(test, 'pro', daysFromNow(30))
    subscription.cancel_at_period_end = true
    await test.take(test.payments.message('customer.subscription.updated', subscription))
    await daysLater(test, 29)
    expect(await test.plan()).toBe('pro')
    await daysLater(test, 2)
    expect(await test.plan()).toBe('starter')
    const audit = await test.stores.sql<{ action: string }>('select action from audit_log order by id')
    expect(audit.map(({ action }) => action)).toEqual(['plan changed', 'plan cancelled'])
  })

  it('continues with each renewal', async () => {
    const test = await billingForTest()
    const subscription = await subscribeTo(test, 'pro', daysFromNow(1))
    renew(subscription, daysFromNow(31))
    await test.take(test.payments.message('customer.subscription.updated', subscription))
    await daysLater(test, 30)
    expect(await test.plan()).toBe('pro')
    const [event] = await test.stores.sql<{ action: string }>(
      'select action from audit_log order by id desc limit 1',
    )
    expect(event?.action).toBe('plan renewed')
  })
})

describe('return from checkout', () => {
  it('changes the plan before the webhook arrives, and only once', async () => {
    const test = await billingForTest()
    const { billing, payments, ann } = test
    expect(await billing.refreshSubscription(ann.id)).toBeNull()
    const subscription = await payFor(test, 'pro')
    expect(await test.plan()).toBe('starter')
    expect(await billing.refreshSubscription(ann.id)).toMatchObject({ plan: 'pro', status: 'active' })
    expect(await test.plan()).toBe('pro')
    await test.take(payments.message('checkout.session.completed', subscription))
    expect(await test.stores.sql('select from audit_log')).toHaveLength(1)
    expect(await test.stores.sql('select from mail_queue')).toHaveLength(1)
  })

  it('keeps everything as it is while Stripe does not answer', async () => {
    const test = await billingForTest()
    await payFor(test, 'pro')
    const before = await test.state()
    test.payments.isBroken = true
    expect(await test.billing.refreshSubscription(test.ann.id)).toMatchObject({ error: 'unavailable' })
    expect(await test.state()).toEqual(before)
  })

  it('queries Stripe once for requests at the same time', async () => {
    const test = await billingForTest()
    await payFor(test, 'pro')
    const callsBefore = test.payments.calls.length
    await Promise.all(Array.from({ length: 10 }, () => test.billing.refreshSubscription(test.ann.id)))
    expect(test.payments.calls.slice(callsBefore)).toEqual(['GET /v1/subscriptions'])
  })
})

describe('prices', () => {
  const monthly = { isActive: true, currency: 'eur', interval: 'month', intervalCount: 1 }
  const expected = { pro: { ...monthly, unitAmount: 2_400 }, scale: { ...monthly, unitAmount: 12_950 } }

  function startNode({ database }: TestBilling, billing: Billing): string[] {
    const errors: string[] = []
    const jobs = billing.jobs(() => undefined).filter(({ name }) => name === 'prices')
    const onError = ({ message }: { message: string }) => errors.push(message)
    onTestFinished(startJobs({ database, jobs, onError, intervalMs: 20 }).stop)
    return errors
  }

  it('are those of Stripe, which one node asks for all, and stay known while it does not answer', async () => {
    const test = await billingForTest()
    const nodes = [test.billing, test.billingWith({})]
    for (const billing of nodes) startNode(test, billing)
    const prices = () => nodes.map(billing => billing.getPrices())
    await expect.poll(prices, { timeout: 10_000 }).toEqual([expected, expected])
    expect(test.payments.calls).toEqual(['GET /v1/prices/price_pro', 'GET /v1/prices/price_scale'])

    test.payments.isBroken = true
    await test.stores.sql("update jobs set started_at = started_at - interval '10 minutes'")
    const restarted = test.billingWith({})
    startNode(test, restarted)
    await expect.poll(() => restarted.getPrices(), { timeout: 10_000 }).toEqual(expected)
    const failures = () => test.stores.sql('select from jobs where last_error is not null')
    await expect.poll(failures, { timeout: 10_000 }).toHaveLength(1)
    expect(prices()).toEqual([expected, expected])
  })

  it('are unknown until Stripe answers, also those of other prices than before', async () => {
    const test = await billingForTest()
    test.payments.isBroken = true
    const errors = startNode(test, test.billing)
    await expect.poll(() => errors.length, { timeout: 10_000 }).toBe(1)
    expect(test.billing.getPrices()).toEqual({})
    test.payments.isBroken = false
    await test.stores.sql("update jobs set started_at = started_at - interval '1 minute'")
    await expect.poll(() => test.billing.getPrices(), { timeout: 10_000 }).toEqual(expected)

    const changed = test.billingWith({ prices: { pro: 'price_pro', scale: 'price_new' } })
    startNode(test, changed)
    await expect.poll(() => changed.getPrices(), { timeout: 10_000 }).toEqual({ pro: expected.pro })
  })
})

it('does not sell a plan that the account already has', async () => {
  const { billing, payments, ann } = await billingForTest()
  expect(await billing.checkout({ ...ann, plan: 'pro' }, 'pro', checkoutUrls)).toMatchObject({
    error: 'conflict',
    message: 'This account already has the Pro plan.',
  })
  expect(payments.calls).toEqual([])
})

describe('account deletion', () => {
  it('cancels all subscriptions and checkouts', async () => {
    const test = await billingForTest()
    const { billing, payments, ann, stores } = test
    expect(await billing.cancelSubscription(ann.id)).toEqual({ cancelled: true })
    await billing.checkout(ann, 'scale', checkoutUrls)
    const first = await subscribeTo(test, 'pro')
    const second = payments.subscribe(first.customer, 'price_scale')

    payments.isBroken = true
    expect(await billing.cancelSubscription(ann.id)).toMatchObject({ error: 'unavailable' })
    payments.isBroken = false
    expect(await billing.cancelSubscription(ann.id)).toEqual({ cancelled: true })
    expect([first.status, second.status]).toEqual(['canceled', 'canceled'])
    expect([...payments.checkouts.values()].map(({ status }) => status).sort()).toEqual([
      'complete',
      'expired',
    ])
    expect(await billing.cancelSubscription(ann.id)).toEqual({ cancelled: true })

    await stores.sql('delete from accounts')
    const message = payments.message('customer.subscription.deleted', first)
    expect(await test.take(message)).toEqual({ processed: true })
    expect(await stores.sql('select from subscriptions')).toHaveLength(0)
  })

  it('deletes the account only after the subscription is cancelled', async () => {
    const test = await billingForTest()
    const { billing, database, payments, ann, stores } = test
    const subscription = await subscribeTo(test, 'pro')
    const context = { ...(await accountsForTest()), database, billing }
    const [session] = await stores.sql<{ id: number }>(
      `insert into sessions (account_id, token_hash, expires_at, ip_address, user_agent, reauthenticated_at)
         values ($1, 'some hash', now() + interval '1 day', '192.0.2.7', 'Firefox', now()) returning id`,
      [ann.id],
    )
    const confirmed = { name: 'ann', sessionId: session?.id }

    payments.isBroken = true
    const rejected = await deleteOwnAccount(context, ann.id, confirmed, visitor)
    expect(rejected).toMatchObject({ error: 'unavailable' })
    expect(await stores.sql('select from accounts')).toHaveLength(1)

    payments.isBroken = false
    expect(await deleteOwnAccount(context, ann.id, confirmed, visitor)).toBeUndefined()
    expect(subscription.status).toBe('canceled')
    expect(await stores.sql('select from accounts')).toHaveLength(0)
  })

  it('waits for a webhook in progress', async () => {
    const test = await billingForTest()
    const { payments, stores } = test
    const subscription = await subscribeTo(test, 'pro')
    subscription.status = 'canceled'
    const callsBefore = payments.calls.length
    const release = payments.hold()
    const taking = test.take(payments.message('customer.subscription.deleted', subscription))
    await expect.poll(() => payments.calls.length).toBe(callsBefore + 1)
    const deleting = stores.sql('delete from accounts')
    const waiting =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await expect.poll(() => stores.sql(waiting)).toHaveLength(1)
    release()
    expect(await taking).toEqual({ processed: true })
    await deleting
    expect(await test.state()).toMatchObject({ accounts: [], subscriptions: [], audit: [] })
  })
})
