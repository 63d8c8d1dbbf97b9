import { onTestFinished } from 'vitest'
import {
  type PaymentServer,
  type SignedEvent,
  startPaymentServer,
  type TestSubscription,
} from '../../lab/servers/payment-server.ts'
import { type Billing, createBilling } from '../../src/accounts/billing/billing.ts'
import { type Reconciliation, reconcile } from '../../src/accounts/billing/reconcile.ts'
import { type BillingError, createPaymentService } from '../../src/accounts/billing/stripe.ts'
import { type DatabasePool, openPool } from '../../src/platform/database/pool.ts'
import { storesForTest, type TestStores } from './database.ts'

export interface TestBilling {
  stores: TestStores
  database: DatabasePool
  payments: PaymentServer
  billing: Billing
  ann: { id: number; name: string; email: string | null; plan: 'starter' }
  /** What the nightly job does. */
  reconcile(): Promise<Reconciliation | BillingError>
  /** The same billing with other settings. */
  billingWith(settings: Partial<Parameters<typeof createBilling>[0]>): Billing
  take(message: SignedEvent): ReturnType<Billing['handleWebhookEvent']>
  /** The current plan. */
  plan(): Promise<string | undefined>
  /** Everything that a webhook event can change. */
  state(): Promise<object>
}

/** Billing on a separate database and payment server, with one account, Ann's, on Starter. */
export async function billingForTest(): Promise<TestBilling> {
  const stores = await storesForTest()
  const payments = await startPaymentServer()
  const database = openPool({
    url: stores.databaseUrl,
    connections: 5,
    connectTimeoutMs: 10_000,
    queryTimeoutMs: 10_000,
    applicationName: 'billing test',
    onIdleError: () => undefined,
  })
  onTestFinished(async () => {
    await payments.stop()
    await database.close()
  })
  const [row] = await stores.sql<{ id: number }>(
    "insert into accounts (name, email, email_confirmed_at) values ('ann', 'ann@example.org', now()) returning id",
  )
  if (!row) throw new Error('no account')
  const billingWith: TestBilling['billingWith'] = settings =>
    createBilling({ database, ...payments.settings, ...settings })
  const billing = billingWith({})
  return {
    stores,
    database,
    payments,
    billing,
    billingWith,
    async reconcile() {
      const { prices, ...settings } = payments.settings
      return reconcile(database, { payments: createPaymentService(settings), prices })
    },
    ann: { id: row.id, name: 'ann', email: 'ann@example.org', plan: 'starter' },
    take: ({ body, signature }) => billing.handleWebhookEvent(body, signature),
    async plan() {
      const [account] = await stores.sql<{ plan: string }>(
        "select case when plan_expires_at < now() then 'starter' else plan end as plan from accounts",
      )
      return account?.plan
    },
    async state() {
      return {
        accounts: await stores.sql('select name, plan, plan_expires_at from accounts'),
        subscriptions: await stores.sql('select * from subscriptions'),
        events: await stores.sql('select * from billing_events order by id'),
        audit: await stores.sql('select * from audit_log order by id'),
        mails: await stores.sql('select * from mail_queue order by id'),
      }
    },
  }
}

export const checkoutUrls = {
  paid: 'https://larder.example/plan/paid',
  cancelled: 'https://larder.example/plan',
}

/** Ann subscribes and pays, before any webhook event arrives. */
export async function payFor({ billing, payments, ann }: TestBilling, plan: 'pro' | 'scale') {
  const checkout = await billing.checkout(ann, plan, checkoutUrls)
  if ('error' in checkout) throw new Error(checkout.message)
  return payments.pay(checkout.url)
}

/** Ann has a paid plan. */
export async function subscribeTo(test: TestBilling, plan: 'pro' | 'scale', periodEnd?: Date) {
  const subscription = await payFor(test, plan)
  if (periodEnd) renew(subscription, periodEnd)
  await test.take(test.payments.message('customer.subscription.created', subscription))
  return subscription
}

export const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000)

/** Stripe has charged for another period. */
export function renew(subscription: TestSubscription, periodEnd: Date): void {
  for (const item of subscription.items.data)
    item.current_period_end = Math.floor(periodEnd.getTime() / 1_000)
}
