// What both servers share on top of the stores: accounts, usage, rate limits and catalog statistics.
import type { FastifyBaseLogger } from 'fastify'
import type { Billing } from '../accounts/billing/billing.ts'
import { composeMail } from '../accounts/email/compose-mail.ts'
import type { MailQueueFigures } from '../accounts/email/mail-queue.ts'
import { type MailWorker, startMailWorker } from '../accounts/email/mail-worker.ts'
import { createMailer } from '../accounts/email/mailer.ts'
import { type Reminders, startReminders } from '../accounts/notifications/reminders.ts'
import { createAttemptLimiter } from '../accounts/sign-in/attempt-limiter.ts'
import { openProviders } from '../accounts/sign-in/oidc-providers.ts'
import { startUsageMeter, type UsageMeter } from '../accounts/usage/meter.ts'
import { type CatalogStatsCache, startCatalogStatsCache } from '../catalog/catalog-stats.ts'
import { type ApiFormat, createApiFormat } from '../food/api-food.ts'
import { createResponseCache, type ResponseCache } from '../platform/http/response-cache.ts'
import { type RunningJobs, startJobs } from '../platform/jobs.ts'
import type { LogRequest } from '../platform/logging/request-logger.ts'
import { createRateLimiter, type RateLimiter } from '../platform/rate-limit/rate-limiter.ts'
import type { Metrics, WebhookResult } from '../platform/telemetry/metrics.ts'
import { createSearchObserver } from '../platform/telemetry/search-observer.ts'
import { createFoodSearch, type FoodSearch } from '../search/query/search.ts'
import type { WebsiteAccounts } from '../website/context.ts'
import { createMailWriter } from '../website/mails/write-mail.ts'
import { watchQueries } from './availability.ts'
import { billingOf } from './billing.ts'
import { type Config, serverSecretOf } from './config.ts'
import { listJobs } from './jobs.ts'
import type { Stores } from './stores.ts'

export interface Services {
  figures: CatalogStatsCache
  apiFormat: ApiFormat
  accounts: WebsiteAccounts
  usage: UsageMeter
  limiter: RateLimiter
  search: FoodSearch
  cache: ResponseCache
  jobs: RunningJobs
  /** Undefined while unknown, and where no mail server is configured. */
  mailQueue(): MailQueueFigures | undefined
  noteLimitUse: Reminders['noteLimitUse']
  /** Whether searches are as fast as usual. */
  isSearchPrepared(): boolean
  /** Flushes pending usage. Mails that wait are sent by another node, or after the next start. */
  stop(): Promise<void>
}

export interface Telemetry {
  logger: FastifyBaseLogger
  logRequest: LogRequest
  metrics: Metrics
}

export async function openServices(
  config: Config,
  stores: Stores,
  { logger, metrics }: Telemetry,
  websiteUrl: string,
): Promise<Services> {
  const { pools, redis, reads, databaseAvailability } = stores
  const figures = await startCatalogStatsCache(watchQueries(reads.lookup, databaseAvailability))
  const usage = createUsageMeter(stores, logger, metrics)
  const mail = startMail(config, stores, { logger, metrics }, websiteUrl)
  const limiter = createRateLimiter(redis, config.REDIS_TIMEOUT_MS, metrics.countLimitFallback)
  const search = createFoodSearch(reads.search, {
    observe: createSearchObserver(metrics),
    vocabularyDatabase: pools.background,
    catalogVersion: figures.version,
  })
  // Asking loads the suggestions of the new catalog. A node that nobody else asks would keep names that were taken down.
  figures.onChange(() => void search.suggest({ q: 'a', limit: 1 }).catch(() => undefined))
  const preparation = prepareSearch(search, logger)
  const billing = billingOf(config, pools.background)
  const database = pools.background
  const jobs = startJobs({
    database,
    jobs: listJobs({ database, billing, isMailEnabled: mail !== undefined, logger, metrics }),
    onError: failure => logger.warn(failure, 'job failed; will be retried'),
  })
  return {
    figures,
    apiFormat: createApiFormat(config.ESTIMATE_SOURCE, websiteUrl),
    accounts: {
      database: pools.accounts,
      secret: serverSecretOf(config),
      attemptLimiter: createAttemptLimiter(redis, config.REDIS_TIMEOUT_MS),
      isMailEnabled: mail !== undefined,
      providers: openProviders(config.OIDC_PROVIDERS, failure => logger.warn(failure, 'OIDC provider error')),
      websiteUrl,
      billing: countWebhooks(billing, metrics),
    },
    usage,
    mailQueue: () => mail?.worker.figures(),
    noteLimitUse: use => mail?.reminders.noteLimitUse(use),
    limiter,
    search,
    cache: createResponseCache({
      maxBytes: Math.ceil((config.RESPONSE_CACHE_MB * 1_000_000) / config.WORKERS),
      version: figures.version,
      isSettled: stores.isSettled,
    }),
    jobs,
    isSearchPrepared: preparation.isDone,
    async stop() {
      preparation.stop()
      figures.stop()
      await jobs.stop()
      await usage.stop()
      await mail?.reminders.stop()
      await mail?.worker.stop()
    },
  }
}

/** Undefined where no mail server is configured. */
function startMail(
  config: Config,
  { pools }: Stores,
  { logger, metrics }: Pick<Telemetry, 'logger' | 'metrics'>,
  websiteUrl: string,
): { worker: MailWorker; reminders: Reminders } | undefined {
  if (config.SMTP_URL === undefined) return undefined
  const database = pools.background
  const context = { database, secret: serverSecretOf(config) }
  const writeMail = createMailWriter(websiteUrl)
  return {
    worker: startMailWorker({
      database,
      mailer: createMailer({ url: config.SMTP_URL, from: config.MAIL_FROM }),
      compose: queued => composeMail(context, queued, writeMail),
      onSent: metrics.countSentMail,
      onFailure: failure => {
        metrics.countMailError()
        logger.warn(failure, 'mail delivery failed; will be retried')
      },
      onGivenUp: mail => {
        metrics.countAbandonedMail()
        logger.error(mail, 'mail could not be delivered')
      },
      onError: ({ name, message }) => logger.warn({ name, message }, 'mail queue unavailable'),
    }),
    reminders: startReminders({
      database,
      onError: ({ name, message }) => logger.warn({ name, message }, 'reminders not queued'),
    }),
  }
}

const retryMs = 1_000

/** Again until it succeeds: PostgreSQL may be down when a node starts. */
function prepareSearch(search: FoodSearch, logger: FastifyBaseLogger): { isDone(): boolean; stop(): void } {
  let isDone = false
  let timer: NodeJS.Timeout | undefined
  const attempt = () => {
    search.prepare().then(
      () => (isDone = true),
      ({ name, message }) => {
        logger.warn({ name, message }, 'search is not prepared')
        timer = setTimeout(attempt, retryMs).unref()
      },
    )
  }
  attempt()
  return { isDone: () => isDone, stop: () => clearTimeout(timer) }
}

function createUsageMeter({ pools }: Stores, logger: FastifyBaseLogger, metrics: Metrics): UsageMeter {
  return startUsageMeter({
    database: pools.background,
    onFlushed: metrics.countFlushedUsage,
    onDropped: metrics.countDroppedUsage,
    onError: ({ name, message }) => {
      metrics.countUsageFlushError()
      logger.warn({ name, message }, 'usage flush failed; will be retried')
    },
  })
}

/** Undefined where the operator sets plans. */
function countWebhooks(billing: Billing | undefined, metrics: Metrics): Billing | undefined {
  return (
    billing && {
      ...billing,
      async handleWebhookEvent(body, signature) {
        const outcome = await billing.handleWebhookEvent(body, signature).catch(error => {
          metrics.countWebhook('failed')
          throw error
        })
        // Anyone can send a message without a signature.
        if (signature !== undefined) metrics.countWebhook(webhookResult(outcome))
        return outcome
      },
    }
  )
}

function webhookResult(outcome: Awaited<ReturnType<Billing['handleWebhookEvent']>>): WebhookResult {
  if ('processed' in outcome) return outcome.processed ? 'processed' : 'duplicate'
  return outcome.error === 'unauthorized' ? 'rejected' : 'failed'
}
