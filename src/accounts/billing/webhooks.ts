// Stripe webhooks. An event only signals a change; the current state is fetched from Stripe, so events may
// arrive late, twice or out of order.
import type { Database, DatabasePool } from '../../platform/database/pool.ts'
import type { BillingError, WebhookEvent } from './stripe.ts'
import { lockSubscription } from './subscriptions.ts'
import { type SynchronizationDeps, synchronize } from './synchronize.ts'

/** Atomic: a failed event leaves no trace, and Stripe sends it again. */
export async function handleWebhookEvent(
  database: DatabasePool,
  deps: SynchronizationDeps,
  event: WebhookEvent,
): Promise<{ processed: boolean } | BillingError> {
  const { customer } = event
  if (customer === null) return { processed: true }
  return database.transaction(async transaction => {
    const locked = await lockSubscription(transaction, customer)
    // Not our customer, or the account was deleted.
    if (locked === undefined) return { processed: true }
    // The lock serializes the events of a customer, so this check is sufficient.
    if (await wasProcessed(transaction, event)) return { processed: false }
    const synchronized = await synchronize(transaction, deps, customer, locked)
    if ('error' in synchronized) return synchronized
    await recordEvent(transaction, event)
    return { processed: true }
  })
}

async function wasProcessed(database: Database, { id }: WebhookEvent): Promise<boolean> {
  const { rowCount } = await database.query({
    text: 'select from billing_events where id = $1',
    values: [id],
  })
  return rowCount === 1
}

async function recordEvent(database: Database, { id, type }: WebhookEvent): Promise<void> {
  await database.query({ text: 'insert into billing_events (id, type) values ($1, $2)', values: [id, type] })
}
