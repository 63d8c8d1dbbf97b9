// Webhooks that never arrive: the nightly comparison with Stripe corrects all plans.
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { TestSubscription } from '../../../lab/servers/payment-server.ts'
import { saveCustomer } from '../../../src/accounts/billing/subscriptions.ts'
import { listJobs } from '../../../src/main/jobs.ts'
import { startJobs } from '../../../src/platform/jobs.ts'
import {
  billingForTest,
  daysFromNow,
  payFor,
  renew,
  subscribeTo,
  type TestBilling,
} from '../../support/billing.ts'

/** Another account with a subscription; Larder learns of it if it is `reported`. */
async function subscriber(test: TestBilling, name: string, isReported = true): Promise<TestSubscription> {
  const { database, payments, stores, take } = test
  const [account] = await stores.sql<{ id: number }>('insert into accounts (name) values ($1) returning id', [
    name,
  ])
  const customer = { id: `cus_${name}`, name, email: null, account: String(account?.id) }
  payments.customers.set(customer.id, customer)
  await saveCustomer(database, account?.id ?? 0, customer.id)
  const subscription = payments.subscribe(customer.id, 'price_pro')
  renew(subscription, daysFromNow(20))
  if (isReported) await take(payments.message('customer.subscription.created', subscription))
  return subscription
}

async function plansOf({ stores }: TestBilling): Promise<Record<string, string>> {
  const rows = await stores.sql<{ name: string; plan: string }>(
    "select name, case when plan_expires_at < now() then 'starter' else plan end as plan from accounts order by name",
  )
  return Object.fromEntries(rows.map(({ name, plan }) => [name, plan]))
}

describe('reconciliation', () => {
  it('corrects all plans after a day without webhooks', async () => {
    const test = await billingForTest()
    const { payments, reconcile } = test
    const cancelled = await subscriber(test, 'cancelled')
    const upgraded = await subscriber(test, 'upgraded')
    const failed = await subscriber(test, 'failed')
    const renewed = await subscriber(test, 'renewed')
    await subscriber(test, 'unchanged')
    await subscriber(test, 'paid', false)
    // The day without webhooks.
    cancelled.status = 'canceled'
    upgraded.items.data = [{ current_period_end: 1_900_000_000, price: { id: 'price_scale' } }]
    failed.status = 'past_due'
    renew(renewed, daysFromNow(50))
    expect(await plansOf(test)).toMatchObject({ cancelled: 'pro', upgraded: 'pro', paid: 'starter' })

    const callsBefore = payments.calls.length
    expect(await reconcile()).toEqual({
      customers: 6,
      corrected: [
        { account: 'cancelled', previous: 'pro', plan: 'starter' },
        { account: 'upgraded', previous: 'pro', plan: 'scale' },
        { account: 'failed', previous: 'pro', plan: 'pro' },
        { account: 'renewed', previous: 'pro', plan: 'pro' },
        { account: 'paid', previous: 'starter', plan: 'pro' },
      ],
      duplicates: [],
      failed: [],
    })
    // One call for the list, and one for each that differs.
    expect(payments.calls.length - callsBefore).toBe(6)
    expect(await plansOf(test)).toEqual({
      ann: 'starter',
      cancelled: 'starter',
      failed: 'pro',
      paid: 'pro',
      renewed: 'pro',
      unchanged: 'pro',
      upgraded: 'scale',
    })
    const after = await test.state()
    expect(await reconcile()).toEqual({ customers: 6, corrected: [], duplicates: [], failed: [] })
    expect(await test.state()).toEqual(after)
  })

  it('has the same result in any order of webhooks and reconciliations', async () => {
    for (const isReconciledFirst of [true, false]) {
      const test = await billingForTest()
      const { payments, reconcile, take } = test
      const subscription = await payFor(test, 'pro')
      const created = payments.message('customer.subscription.created', { ...subscription })
      subscription.items.data = [{ current_period_end: 1_900_000_000, price: { id: 'price_scale' } }]
      const updated = payments.message('customer.subscription.updated', subscription)
      const steps = [() => take(updated), () => take(created), () => reconcile()]
      await Promise.all([
        ...(isReconciledFirst ? steps.toReversed() : steps).map(step => step()),
        ...Array.from({ length: 100 }, () => take(updated)),
      ])
      expect(await test.plan()).toBe('scale')
      expect(await test.stores.sql('select from audit_log')).toHaveLength(1)
      expect(await test.stores.sql('select from mail_queue')).toHaveLength(1)
    }
  })

  it('records plans that have expired, and reports the change to the owner', async () => {
    const test = await billingForTest()
    const subscription = await subscribeTo(test, 'pro')
    subscription.status = 'past_due'
    await test.take(test.payments.message('invoice.payment_failed', { customer: subscription.customer }))
    await test.stores.sql(
      `update subscriptions set past_due_since = past_due_since - interval '8 days';
       update accounts set plan_expires_at = plan_expires_at - interval '8 days'`,
    )
    expect(await test.reconcile()).toEqual({
      customers: 1,
      corrected: [],
      duplicates: [],
      failed: [],
    })
    expect(await test.stores.sql('select plan, plan_expires_at from accounts')).toEqual([
      { plan: 'starter', plan_expires_at: null },
    ])
    const mails = await test.stores.sql<{ kind: string }>('select kind from mail_queue order by id')
    expect(mails.map(({ kind }) => kind)).toEqual(['plan-changed', 'payment-failed', 'plan-changed'])
    const after = await test.state()
    await test.reconcile()
    expect(await test.state()).toEqual(after)
  })

  it('gives plans an end that were granted before plans had one', async () => {
    const test = await billingForTest()
    await subscribeTo(test, 'pro')
    await test.stores.sql('update accounts set plan_expires_at = null')
    await test.reconcile()
    expect(await test.stores.sql('select plan_expires_at is null as endless from accounts')).toEqual([
      { endless: false },
    ])
  })

  it('keeps plans that an operator set', async () => {
    const test = await billingForTest()
    const subscription = await subscribeTo(test, 'pro')
    subscription.status = 'canceled'
    await test.reconcile()
    await test.stores.sql("update accounts set plan = 'scale'")
    await test.reconcile()
    expect(await test.plan()).toBe('scale')
  })

  it('finds a subscription among many of other products', async () => {
    const test = await billingForTest()
    await payFor(test, 'pro')
    for (let n = 1; n <= 250; n++)
      test.payments.subscribe('cus_of_another_product', 'price_of_another_product')
    const callsBefore = test.payments.calls.length
    expect(await test.reconcile()).toMatchObject({ customers: 1, corrected: [{ account: 'ann' }] })
    // Three pages, the last of which has Ann's, and then hers alone.
    expect(test.payments.calls.length - callsBefore).toBe(4)
    expect(await test.plan()).toBe('pro')
  })

  it('changes nothing if Stripe does not answer, or does not know the customers', async () => {
    const test = await billingForTest()
    const subscription = await subscribeTo(test, 'pro')
    const before = await test.state()
    test.payments.isBroken = true
    expect(await test.reconcile()).toMatchObject({ error: 'unavailable' })
    test.payments.isBroken = false
    // As with the secret key of another Stripe account.
    test.payments.customers.clear()
    test.payments.subscriptions.clear()
    expect(await test.reconcile()).toMatchObject({ corrected: [], failed: [{ account: 'ann' }] })
    expect(await test.state()).toEqual(before)
    expect(subscription.status).toBe('active')
  })

  it('continues after an account with an unknown price', async () => {
    const test = await billingForTest()
    const unknown = await subscriber(test, 'unknown')
    const cancelled = await subscriber(test, 'cancelled')
    unknown.items.data = [{ current_period_end: 1_900_000_000, price: { id: 'price_new' } }]
    cancelled.status = 'canceled'
    expect(await test.reconcile()).toEqual({
      customers: 2,
      corrected: [{ account: 'cancelled', previous: 'pro', plan: 'starter' }],
      duplicates: [],
      failed: [{ account: 'unknown', message: expect.stringContaining('price_new') }],
    })
  })
})

describe('two subscriptions of one account', () => {
  /** Ann pays a second time, as with a checkout that an earlier release left open. */
  async function subscribedTwice(
    test: TestBilling,
  ): Promise<[scale: TestSubscription, pro: TestSubscription]> {
    const scale = await subscribeTo(test, 'scale')
    return [scale, test.payments.subscribe(scale.customer, 'price_pro')]
  }

  it('are reported to the operator; the owner keeps the better plan, and neither is cancelled', async () => {
    const test = await billingForTest()
    const [scale, pro] = await subscribedTwice(test)
    const subscriptions = [
      { id: scale.id, plan: 'scale' },
      { id: pro.id, plan: 'pro' },
    ]
    const report = {
      customers: 1,
      corrected: [],
      duplicates: [{ account: 'ann', subscriptions }],
      failed: [],
    }
    // Each run reports it.
    for (const _ of [1, 2]) expect(await test.reconcile()).toEqual(report)
    expect(await test.plan()).toBe('scale')
    expect([scale.status, pro.status]).toEqual(['active', 'active'])
    await test.take(test.payments.message('customer.subscription.created', pro))
    expect(await test.plan()).toBe('scale')

    pro.status = 'canceled'
    expect(await test.reconcile()).toMatchObject({ duplicates: [] })
    expect(await test.plan()).toBe('scale')
  })

  it('leave the plan of the other one if one of them ends or is past due', async () => {
    const test = await billingForTest()
    const [scale] = await subscribedTwice(test)
    scale.status = 'past_due'
    await test.reconcile()
    expect(await test.plan()).toBe('pro')
    scale.status = 'canceled'
    await test.reconcile()
    expect(await test.plan()).toBe('pro')
  })

  it('are none if one of them is for another product', async () => {
    const test = await billingForTest()
    const { customer } = await subscribeTo(test, 'pro')
    test.payments.subscribe(customer, 'price_of_another_product')
    expect(await test.reconcile()).toEqual({
      customers: 1,
      corrected: [],
      duplicates: [],
      failed: [],
    })
    expect(await test.plan()).toBe('pro')
  })
})

describe('nightly job', () => {
  /** Nodes that look every 20 ms whether the job is due. */
  function startNodes({ billingWith, database }: TestBilling, count: number) {
    const reports: Record<string, unknown>[] = []
    const errors: string[] = []
    let missed = 0
    const log = { write: (line: string) => reports.push(JSON.parse(line)) }
    const context = {
      database,
      isMailEnabled: false,
      logger: pino({ level: 'info' }, log),
      metrics: { countWebhook: (_result: string, count = 1) => (missed += count) },
    }
    const nodes = Array.from({ length: count }, () =>
      startJobs({
        database,
        jobs: listJobs({ ...context, billing: billingWith({}) }),
        onError: ({ message }) => errors.push(message),
        intervalMs: 20,
      }),
    )
    onTestFinished(async () => {
      await Promise.all(nodes.map(node => node.stop()))
    })
    return { reports, errors, nodes, missed: () => missed }
  }

  it('runs once a night on one of the nodes, and all of them know when', async () => {
    const test = await billingForTest()
    await payFor(test, 'pro')
    const { reports, errors, nodes, missed } = startNodes(test, 4)
    const names = () => nodes.map(node => node.successes().map(({ name }) => name))
    await expect
      .poll(() => names().every(known => known.includes('reconciliation')), { timeout: 10_000 })
      .toBe(true)
    expect([reports, errors]).toMatchObject([[{ level: 40, corrected: [{ account: 'ann' }] }], []])
    expect(missed()).toBe(1)
    expect(await test.plan()).toBe('pro')

    const sql = "update jobs set started_at = started_at - interval '1 day' where name = 'reconciliation'"
    await test.stores.sql(sql)
    await expect.poll(() => reports.length, { timeout: 10_000 }).toBe(2)
    expect(reports[1]).toMatchObject({ level: 30, corrected: [] })
  })

  it('is tried again after a failure', async () => {
    const test = await billingForTest()
    test.payments.isBroken = true
    const { reports, errors } = startNodes(test, 1)
    // Of the prices, too.
    await expect.poll(() => errors.length, { timeout: 10_000 }).toBe(2)
    test.payments.isBroken = false
    await test.stores.sql("update jobs set started_at = started_at - interval '1 minute'")
    await expect.poll(() => reports.length, { timeout: 10_000 }).toBe(1)
  })
})
