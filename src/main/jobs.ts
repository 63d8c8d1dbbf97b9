// The background jobs, in the order in which they run when several are due.
import type { FastifyBaseLogger } from 'fastify'
import type { Billing } from '../accounts/billing/billing.ts'
import { keyReminderJob } from '../accounts/notifications/key-reminders.ts'
import { retentionJob } from '../accounts/retention.ts'
import type { DatabasePool } from '../platform/database/pool.ts'
import type { Job } from '../platform/jobs.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'

interface JobContext {
  database: DatabasePool
  /** Undefined where the operator sets plans. */
  billing: Billing | undefined
  isMailEnabled: boolean
  logger: Pick<FastifyBaseLogger, 'info' | 'warn'>
  metrics: Pick<Metrics, 'countWebhook'>
}

export function listJobs({ database, billing, isMailEnabled, logger, metrics }: JobContext): Job[] {
  const billingJobs = billing?.jobs(({ customers, corrected, duplicates, failed }) => {
    metrics.countWebhook('missed', corrected.length + failed.length)
    const log = corrected.length + duplicates.length + failed.length === 0 ? 'info' : 'warn'
    logger[log]({ customers, corrected, duplicates, failed }, 'billing: subscriptions compared with Stripe')
  })
  return [
    ...(billingJobs ?? []),
    ...(isMailEnabled ? [keyReminderJob(database)] : []),
    retentionJob(database, rows => logger.info({ rows }, 'retention: deleted expired rows')),
  ]
}
