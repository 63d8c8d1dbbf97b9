import { onTestFinished } from 'vitest'
import { type PaymentServer, type SignedEvent, startPaymentServer } from '../../lab/servers/payment-server.ts'
import { type Billing, createBilling } from '../../src/accounts/billing/billing.ts'
import { type DatabasePool, openPool } from '../../src/platform/database/pool.ts'
import { storesForTest, type TestStores } from './database.ts'

export interface TestBilling {
  stores: TestStores
  database: DatabasePool
  payments: PaymentServer
  billing: Billing
  ann: { id: number; name: string; email: string | null }
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
  const [row] = await stores.sql<{ id: number }>("insert into accounts (name) values ('ann') returning id")
  if (!row) throw new Error('no account')
  const billingWith: TestBilling['billingWith'] = settings =>
    createBilling({ database, graceDays: 7, ...payments.settings, ...settings })
  const billing = billingWith({})
  return {
    stores,
    database,
    payments,
    billing,
    billingWith,
    ann: { id: row.id, name: 'ann', email: 'ann@example.org' },
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
      }
    },
  }
}

/** Ann subscribes and pays, before any webhook event arrives. */
export async function payFor({ billing, payments, ann }: TestBilling, plan: 'pro' | 'scale') {
  const checkout = await billing.checkout(ann, plan, 'https://larder.example/plan')
  if ('error' in checkout) throw new Error(checkout.message)
  return payments.pay(checkout.url)
}

/** Ann has a paid plan. */
export async function subscribeTo(test: TestBilling, plan: 'pro' | 'scale') {
  const subscription = await payFor(test, plan)
  await test.take(test.payments.message('customer.subscription.created', subscription))
  return subscription
}
