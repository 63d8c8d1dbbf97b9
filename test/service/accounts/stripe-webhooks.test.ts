// Stripe webhooks under real conditions: forged, late, duplicate, out of order, and interrupted by failures.
import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { SignedEvent, TestSubscription } from '../../../lab/servers/payment-server.ts'
import type { Database, DatabasePool } from '../../../src/platform/database/pool.ts'
import { billingForTest, checkoutUrls, payFor, subscribeTo, type TestBilling } from '../../support/billing.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

describe('webhook event', () => {
  it.each<[string, (good: SignedEvent, test: TestBilling, about: object) => [Buffer, string | undefined]]>([
    ['without a signature', ({ body }) => [body, undefined]],
    ['with an empty signature', ({ body }) => [body, '']],
    ['with half a signature', ({ body, signature }) => [body, signature.slice(0, -32)]],
    ['with a signature without its value', ({ body }) => [body, 't=1,v1']],
    ['with a malformed signature', ({ body }) => [body, 'v1=,t=never']],
    ['with a modified body', ({ body, signature }) => [Buffer.concat([body, Buffer.from(' ')]), signature]],
    [
      'signed with another secret',
      (_, { payments }, about) => {
        const forged = payments.message('customer.subscription.created', about, { secret: 'whsec_other' })
        return [forged.body, forged.signature]
      },
    ],
    [
      'signed more than five minutes ago',
      (_, { payments }, about) => {
        const stale = payments.message('customer.subscription.created', about, { at: minutesAgo(5.1) })
        return [stale.body, stale.signature]
      },
    ],
  ])('is rejected %s', async (_, tamper) => {
    const test = await billingForTest()
    const subscription = await payFor(test, 'pro')
    const before = await test.state()
    const good = test.payments.message('customer.subscription.created', subscription, { at: minutesAgo(4.5) })
    expect(await test.billing.handleWebhookEvent(...tamper(good, test, subscription))).toMatchObject({
      error: 'unauthorized',
    })
    expect(await test.state()).toEqual(before)
    expect(await test.take(good)).toEqual({ processed: true })
    expect(await test.plan()).toBe('pro')
  })

  it('is processed once when it is sent again', async () => {
    const test = await billingForTest()
    const subscription = await payFor(test, 'pro')
    const message = test.payments.message('customer.subscription.created', subscription)
    expect(await test.take(message)).toEqual({ processed: true })
    const after = await test.state()
    expect(await test.take(message)).toEqual({ processed: false })
    expect(await test.state()).toEqual(after)
  })

  it('is processed once when it arrives 100 times concurrently', async () => {
    const test = await billingForTest()
    const { payments, stores } = test
    const subscription = await payFor(test, 'pro')
    const message = payments.message('customer.subscription.created', subscription)
    const callsBefore = payments.calls.length
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => test.take(message)))
    expect(outcomes.filter(outcome => 'processed' in outcome && outcome.processed)).toHaveLength(1)
    expect(outcomes.filter(outcome => 'processed' in outcome && !outcome.processed)).toHaveLength(99)
    expect(payments.calls.length - callsBefore).toBe(1)
    expect(await stores.sql('select from billing_events')).toHaveLength(1)
    expect(await stores.sql('select from audit_log')).toHaveLength(1)
    expect(await stores.sql('select from mail_queue')).toHaveLength(1)
    expect(await test.plan()).toBe('pro')
  })

  it('changes the plan once for 100 concurrent events about the same change', async () => {
    const test = await billingForTest()
    const subscription = await payFor(test, 'pro')
    await Promise.all(
      Array.from({ length: 100 }, () =>
        test.take(test.payments.message('customer.subscription.updated', subscription)),
      ),
    )
    expect(await test.stores.sql('select from billing_events')).toHaveLength(100)
    expect(await test.stores.sql('select from audit_log')).toHaveLength(1)
  })

  it.each(['customer.created', 'invoice.upcoming', 'something.new'])(
    '%s is accepted and ignored',
    async type => {
      const test = await billingForTest()
      const { customer } = await payFor(test, 'pro')
      const before = await test.state()
      expect(await test.take(test.payments.message(type, { customer }))).toEqual({ processed: true })
      expect(await test.state()).toEqual(before)
    },
  )

  it('is ignored for an unknown customer', async () => {
    const test = await billingForTest()
    const before = await test.state()
    const otherCustomer = test.payments.subscribe('cus_other', 'price_pro')
    expect(await test.take(test.payments.message('customer.subscription.created', otherCustomer))).toEqual({
      processed: true,
    })
    expect(await test.state()).toEqual(before)
  })

  it('changes nothing for an unknown price until the price is configured', async () => {
    const test = await billingForTest()
    const subscription = await subscribeTo(test, 'pro')
    subscription.items.data = [{ current_period_end: 1_900_000_000, price: { id: 'price_new' } }]
    const before = await test.state()
    const message = test.payments.message('customer.subscription.updated', subscription)
    expect(await test.take(message)).toMatchObject({
      error: 'conflict',
      message: expect.stringContaining('price_new'),
    })
    expect(await test.state()).toEqual(before)
    const corrected = test.billingWith({ prices: { pro: 'price_pro', scale: 'price_new' } })
    expect(await corrected.handleWebhookEvent(message.body, message.signature)).toEqual({ processed: true })
    expect(await test.plan()).toBe('scale')
  })
})

describe('events out of order', () => {
  it('handles deleted before updated', async () => {
    const test = await billingForTest()
    const { payments } = test
    const subscription = await subscribeTo(test, 'pro')
    const updated = payments.message('customer.subscription.updated', { ...subscription })
    subscription.status = 'canceled'
    const deleted = payments.message('customer.subscription.deleted', subscription)
    await test.take(deleted)
    expect(await test.plan()).toBe('starter')
    await test.take(updated)
    expect(await test.plan()).toBe('starter')
  })

  it('ignores an outdated state that arrives last', async () => {
    const test = await billingForTest()
    const { payments } = test
    const subscription = await subscribeTo(test, 'pro')
    const old = payments.message('customer.subscription.updated', { ...subscription, status: 'canceled' })
    subscription.items.data = [{ current_period_end: 1_900_000_000, price: { id: 'price_scale' } }]
    await test.take(payments.message('customer.subscription.updated', subscription))
    await test.take(old)
    expect(await test.plan()).toBe('scale')
  })

  it('does not overwrite a newer state with an older response', async () => {
    const test = await billingForTest()
    const { payments } = test
    const subscription = await payFor(test, 'pro')
    const callsBefore = payments.calls.length
    const release = payments.hold()
    const first = test.take(payments.message('customer.subscription.created', subscription))
    await expect.poll(() => payments.calls.length).toBe(callsBefore + 1)
    subscription.status = 'canceled'
    const second = test.take(payments.message('customer.subscription.deleted', subscription))
    // Long enough for the second event to query Stripe if it did not wait for the first.
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(payments.calls.length).toBe(callsBefore + 1)
    release()
    expect(await Promise.all([first, second])).toEqual([{ processed: true }, { processed: true }])
    expect(await test.plan()).toBe('starter')
  })

  it('prefers the paid one of two subscriptions', async () => {
    const test = await billingForTest()
    const { payments } = test
    const first = await subscribeTo(test, 'pro')
    const second = payments.subscribe(first.customer, 'price_scale')
    second.status = 'canceled'
    await test.take(payments.message('customer.subscription.deleted', second))
    expect(await test.plan()).toBe('pro')
  })
})

describe('failures', () => {
  it('fails without changes while Stripe is down and succeeds on retry', async () => {
    const test = await billingForTest()
    const { payments } = test
    const subscription = await payFor(test, 'pro')
    const message = payments.message('customer.subscription.created', subscription)
    const before = await test.state()
    payments.isBroken = true
    const error = await test.take(message)
    expect(error).toMatchObject({ error: 'unavailable', cause: expect.stringContaining('500') })
    const nowhere = test.billingWith({ apiUrl: 'http://127.0.0.1:1' })
    expect(await nowhere.handleWebhookEvent(message.body, message.signature)).toMatchObject({
      error: 'unavailable',
    })
    const elsewhere = { ...test.ann, id: test.ann.id + 1 }
    expect(await test.billing.checkout(elsewhere, 'pro', checkoutUrls)).toMatchObject({
      error: 'unavailable',
    })
    expect(await test.state()).toEqual(before)
    payments.isBroken = false
    expect(await test.take(message)).toEqual({ processed: true })
    expect(await test.plan()).toBe('pro')
  })

  it('reports an invalid secret key without revealing it', async () => {
    const test = await billingForTest()
    const misconfigured = test.billingWith({ secretKey: 'sk_test_wrong' })
    const error = await misconfigured.checkout(test.ann, 'pro', checkoutUrls)
    expect(error).toMatchObject({ error: 'unavailable', cause: 'StripeAuthenticationError 401' })
    expect(JSON.stringify(error)).not.toContain('sk_test')
  })

  const changes: {
    change: string
    prepare(test: TestBilling): Promise<TestSubscription>
    planAfter: string
  }[] = [
    { change: 'new plan', prepare: test => payFor(test, 'pro'), planAfter: 'pro' },
    {
      change: 'cancelled plan',
      prepare: async test => Object.assign(await subscribeTo(test, 'pro'), { status: 'canceled' }),
      planAfter: 'starter',
    },
    {
      change: 'failed payment',
      prepare: async test => Object.assign(await subscribeTo(test, 'pro'), { status: 'past_due' }),
      planAfter: 'pro',
    },
  ]
  const failures: { failure: string; fail(test: TestBilling, transaction: Database): Promise<void> }[] = [
    { failure: 'an error', fail: () => Promise.reject(new Error('injected')) },
    {
      failure: 'a killed connection',
      async fail(test, transaction) {
        const { rows } = await transaction.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })
        await test.stores.sql('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
      },
    },
  ]
  it.each(changes.flatMap(change => failures.map(failure => ({ ...change, ...failure }))))(
    'is atomic: $change, $failure after each statement',
    async ({ prepare, planAfter, fail }) => {
      const test = await billingForTest()
      const message = test.payments.message('customer.subscription.updated', await prepare(test))
      const before = await test.state()
      let step = 1
      for (; ; step++) {
        const { database, wasReached } = failingAfter(test.database, step, transaction =>
          fail(test, transaction),
        )
        const attempt = test.billingWith({ database }).handleWebhookEvent(message.body, message.signature)
        const outcome = await attempt.catch((error: Error) => error)
        if (!wasReached()) {
          expect(outcome).toEqual({ processed: true })
          break
        }
        expect(outcome).toBeInstanceOf(Error)
        expect(await test.state()).toEqual(before)
      }
      // Lock, duplicate check, subscription, account, audit event, mail, event.
      expect(step - 1).toBe(7)
      expect(await test.state()).not.toEqual(before)
      expect(await test.plan()).toBe(planAfter)
    },
  )
})

/** A database that fails after the given statement of a transaction. */
function failingAfter(
  pool: DatabasePool,
  step: number,
  fail: (transaction: Database) => Promise<void>,
): { database: DatabasePool; wasReached: () => boolean } {
  let statements = 0
  const database: DatabasePool = {
    ...pool,
    transaction: work =>
      pool.transaction(transaction =>
        work({
          async query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig) {
            const result = await transaction.query<Row>(statement)
            if (++statements === step) await fail(transaction)
            return result
          },
        }),
      ),
  }
  return { database, wasReached: () => statements >= step }
}
