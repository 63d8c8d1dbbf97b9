import { describe, expect, it } from 'vitest'
import { deleteOwnAccount } from '../../../src/accounts/account-settings.ts'
import { accountsForTest, visitor } from '../../support/accounts.ts'
import { billingForTest, payFor, subscribeTo } from '../../support/billing.ts'

const returnUrl = 'https://larder.example/plan'

describe('paying', () => {
  it('checkout, message, plan', async () => {
    const test = await billingForTest()
    const { billing, payments, ann, take } = test
    expect(await billing.subscriptionOf(ann.id)).toBeNull()
    const checkout = await billing.checkout(ann, 'pro', returnUrl)
    const [session] = payments.checkouts.values()
    const [customer] = payments.customers.values()
    expect(checkout).toEqual({ url: session?.url })
    expect(customer).toMatchObject({ name: 'ann', email: 'ann@example.org', account: String(ann.id) })
    expect(session).toMatchObject({
      mode: 'subscription',
      customer: customer?.id,
      client_reference_id: String(ann.id),
      price: 'price_pro',
      success_url: returnUrl,
    })
    expect(await billing.subscriptionOf(ann.id)).toBeNull()

    payments.pay(session?.url ?? '')
    expect(await test.plan()).toBe('starter')
    expect(await take(payments.message('checkout.session.completed', session ?? {}))).toEqual({ taken: true })
    expect(await test.plan()).toBe('pro')
    expect(await billing.subscriptionOf(ann.id)).toEqual({
      plan: 'pro',
      status: 'active',
      renewsAt: new Date(1_900_000_000_000),
      endsAtRenewal: false,
      unpaidSince: null,
      planUntil: null,
    })
    expect(await test.stores.sql('select actor, action, subject, ip_address from audit_log')).toEqual([
      { actor: 'billing', action: 'plan changed', subject: 'starter → pro', ip_address: null },
    ])
  })

  it('a double click makes one customer and one checkout', async () => {
    const { billing, payments, ann } = await billingForTest()
    const clicks = await Promise.all(Array.from({ length: 5 }, () => billing.checkout(ann, 'pro', returnUrl)))
    expect(payments.customers.size).toBe(1)
    expect(payments.checkouts.size).toBe(1)
    expect(new Set(clicks.map(click => JSON.stringify(click))).size).toBe(1)
    expect(clicks[0]).toEqual({ url: expect.stringContaining('/pay/') })
  })

  it('nobody pays twice, also before the message came', async () => {
    const test = await billingForTest()
    const subscription = await payFor(test, 'pro')
    expect(await test.billing.checkout(test.ann, 'scale', returnUrl)).toMatchObject({ refused: 'not now' })
    // What has ended can be bought again at once, on a page of its own.
    subscription.status = 'canceled'
    await subscribeTo(test, 'pro')
    expect(await test.plan()).toBe('pro')
    expect(test.payments.customers.size).toBe(1)
    expect(test.payments.checkouts.size).toBe(2)
  })

  it('no customer is made for an account that is gone', async () => {
    const { billing, stores, ann } = await billingForTest()
    await stores.sql('delete from accounts')
    expect(await billing.checkout(ann, 'pro', returnUrl)).toMatchObject({ refused: 'not now' })
    expect(await stores.sql('select from subscriptions')).toHaveLength(0)
  })

  it('the portal is for customers', async () => {
    const test = await billingForTest()
    expect(await test.billing.portal(test.ann, returnUrl)).toMatchObject({ refused: 'not now' })
    const { customer } = await subscribeTo(test, 'pro')
    const query = new URLSearchParams({ customer, return_url: returnUrl })
    expect(await test.billing.portal(test.ann, returnUrl)).toEqual({
      url: `${test.payments.settings.apiUrl}/portal?${query}`,
    })
  })

  it('a plan changed or cancelled in the portal', async () => {
    const test = await billingForTest()
    const { payments, take, billing, ann } = test
    const subscription = await subscribeTo(test, 'pro')
    subscription.items.data = [{ current_period_end: 1_900_000_000, price: { id: 'price_scale' } }]
    subscription.cancel_at = 1_900_000_000
    await take(payments.message('customer.subscription.updated', subscription))
    expect(await test.plan()).toBe('scale')
    expect(await billing.subscriptionOf(ann.id)).toMatchObject({ plan: 'scale', endsAtRenewal: true })
    subscription.status = 'canceled'
    await take(payments.message('customer.subscription.deleted', subscription))
    expect(await test.plan()).toBe('starter')
    expect(await billing.subscriptionOf(ann.id)).toMatchObject({ plan: null, status: 'canceled' })
    const audit = await test.stores.sql<{ subject: string }>('select subject from audit_log order by id')
    expect(audit.map(({ subject }) => subject)).toEqual(['starter → pro', 'pro → scale', 'scale → starter'])
  })

  it("an operator's gift is not taken by a subscription that never began", async () => {
    const test = await billingForTest()
    await test.stores.sql("update accounts set plan = 'scale'")
    const subscription = await payFor(test, 'pro')
    subscription.status = 'incomplete_expired'
    await test.take(test.payments.message('customer.subscription.updated', subscription))
    expect(await test.plan()).toBe('scale')
  })
})

describe('a failed payment', () => {
  it('has days of grace, then Starter by itself', async () => {
    const test = await billingForTest()
    const { payments, take, stores } = test
    const subscription = await subscribeTo(test, 'pro')
    subscription.status = 'past_due'
    await take(payments.message('invoice.payment_failed', { customer: subscription.customer }))
    expect(await test.plan()).toBe('pro')
    const grace = "select plan_expires_at - past_due_since = '7 days' as week from accounts, subscriptions"
    expect(await stores.sql(grace)).toEqual([{ week: true }])

    // The days do not begin anew with each attempt.
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

  it('that is made good gives the plan back', async () => {
    const test = await billingForTest()
    const { payments, stores } = test
    const hasty = test.billingWith({ graceDays: 0 })
    const subscription = await subscribeTo(test, 'pro')
    const tell = (type: string) => {
      const { body, signature } = payments.message(type, { customer: subscription.customer })
      return hasty.handleWebhookEvent(body, signature)
    }
    subscription.status = 'past_due'
    await tell('invoice.payment_failed')
    expect(await test.plan()).toBe('starter')
    subscription.status = 'active'
    await tell('invoice.paid')
    expect(await test.plan()).toBe('pro')
    expect(await stores.sql('select plan_expires_at, past_due_since from accounts, subscriptions')).toEqual([
      { plan_expires_at: null, past_due_since: null },
    ])
    const audit = await stores.sql<{ action: string }>('select action from audit_log order by id')
    expect(audit.map(({ action }) => action)).toEqual(['plan changed', 'payment failed', 'payment received'])
  })
})

describe('an account that is deleted', () => {
  it('leaves nobody paying', async () => {
    const test = await billingForTest()
    const { billing, payments, ann, stores } = test
    expect(await billing.endSubscription(ann.id)).toEqual({ ended: true })
    await billing.checkout(ann, 'scale', returnUrl)
    const first = await subscribeTo(test, 'pro')
    const second = payments.subscribe(first.customer, 'price_scale')

    payments.isBroken = true
    expect(await billing.endSubscription(ann.id)).toMatchObject({ refused: 'unavailable' })
    payments.isBroken = false
    expect(await billing.endSubscription(ann.id)).toEqual({ ended: true })
    expect([first.status, second.status]).toEqual(['canceled', 'canceled'])
    expect([...payments.checkouts.values()].map(({ status }) => status).sort()).toEqual([
      'complete',
      'expired',
    ])
    expect(await billing.endSubscription(ann.id)).toEqual({ ended: true })

    await stores.sql('delete from accounts')
    const message = payments.message('customer.subscription.deleted', first)
    expect(await test.take(message)).toEqual({ taken: true })
    expect(await stores.sql('select from subscriptions')).toHaveLength(0)
  })

  it('by its owner ends what is paid for first, or stays', async () => {
    const test = await billingForTest()
    const { billing, database, payments, ann, stores } = test
    const subscription = await subscribeTo(test, 'pro')
    const parts = { ...(await accountsForTest()), database, billing }

    payments.isBroken = true
    const refused = await deleteOwnAccount(parts, ann.id, { name: 'ann' }, visitor)
    expect(refused).toMatchObject({ refused: 'unavailable' })
    expect(await stores.sql('select from accounts')).toHaveLength(1)

    payments.isBroken = false
    expect(await deleteOwnAccount(parts, ann.id, { name: 'ann' }, visitor)).toBeUndefined()
    expect(subscription.status).toBe('canceled')
    expect(await stores.sql('select from accounts')).toHaveLength(0)
  })

  it('while a message is being taken: one waits for the other', async () => {
    const test = await billingForTest()
    const { payments, stores } = test
    const subscription = await subscribeTo(test, 'pro')
    subscription.status = 'canceled'
    const asked = payments.calls.length
    const release = payments.hold()
    const taking = test.take(payments.message('customer.subscription.deleted', subscription))
    await expect.poll(() => payments.calls.length).toBe(asked + 1)
    const deleting = stores.sql('delete from accounts')
    const waiting =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await expect.poll(() => stores.sql(waiting)).toHaveLength(1)
    release()
    expect(await taking).toEqual({ taken: true })
    await deleting
    expect(await test.state()).toMatchObject({ accounts: [], subscriptions: [], audit: [] })
  })
})
