// What both servers share on top of the stores: accounts, usage, rate limits and catalog statistics.
import type { FastifyBaseLogger } from 'fastify'
import type { QueryConfig, QueryResultRow } from 'pg'
import { type Billing, createBilling } from '../accounts/billing/billing.ts'
import { openMailer } from '../accounts/email/mailer.ts'
import { startRetentionJob } from '../accounts/retention.ts'
import { createAttemptLimiter } from '../accounts/sign-in/attempt-limiter.ts'
import { openProviders } from '../accounts/sign-in/oidc-providers.ts'
import { startUsageMeter, type UsageMeter } from '../accounts/usage/meter.ts'
import { type CatalogStatsCache, startCatalogStatsCache } from '../catalog/catalog-stats.ts'
import { createSourceNames, type SourceNames } from '../food/source-names.ts'
import type { DatabasePool } from '../platform/database/pool.ts'
import { createRateLimiter, type RateLimiter } from '../platform/rate-limit/rate-limiter.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { createPhaseTimer } from '../platform/telemetry/search-metrics.ts'
import { withSpan } from '../platform/telemetry/trace.ts'
import type { Tracing } from '../platform/telemetry/tracing.ts'
import { createFoodSearch, type FoodSearch } from '../search/query/search.ts'
import type { WebsiteAccounts } from '../website/context.ts'
import { type Config, serverSecretOf } from './config.ts'
import type { Stores } from './stores.ts'

export interface Services {
  figures: CatalogStatsCache
  sourceNames: SourceNames
  accounts: WebsiteAccounts
  usage: UsageMeter
  limiter: RateLimiter
  search: FoodSearch
  /** Flushes pending usage and mails. */
  stop(): Promise<void>
}

export interface Telemetry {
  logger: FastifyBaseLogger
  metrics: Metrics
  /** Undefined: switched off. */
  tracing: Tracing | undefined
}

export async function openServices(
  config: Config,
  stores: Stores,
  { logger, metrics, tracing }: Telemetry,
  websiteUrl: string,
): Promise<Services> {
  const { pools, redis, servers } = stores
  const figures = await startCatalogStatsCache(servers.lookup)
  const usage = config.USAGE_METERING === 'off' ? noUsageMeter : createUsageMeter(stores, logger, metrics)
  const retention = startRetentionJob({
    database: pools.background,
    retention: { usageDays: config.USAGE_RETENTION_DAYS, auditDays: config.AUDIT_LOG_RETENTION_DAYS },
    onDeleted: rows => logger.info({ rows }, 'retention: deleted expired rows'),
    onError: ({ name, message }) => logger.warn({ name, message }, 'retention: delete failed'),
  })
  const mailer =
    config.SMTP_URL === undefined
      ? undefined
      : openMailer({
          url: config.SMTP_URL,
          from: config.MAIL_FROM,
          onFailure: reason => {
            metrics.countMailError()
            logger.error(reason, 'mail delivery failed')
          },
        })
  const untracedLimiter = createRateLimiter(redis, config.REDIS_TIMEOUT_MS, {
    onFallback: metrics.countLimitFallback,
  })
  const search = createFoodSearch(servers.search, {
    measure: createPhaseTimer(metrics, tracing?.trace),
    // A replica may be up while the primary is not.
    vocabularyDatabase: {
      query: async <Row extends QueryResultRow>(statement: QueryConfig) => {
        try {
          return await pools.background.query<Row>(statement)
        } catch {
          return await servers.search.query<Row>(statement)
        }
      },
    },
  })
  search
    .prepare()
    .catch(({ name, message }) => logger.warn({ name, message }, 'search vocabulary not loaded'))
  return {
    figures,
    sourceNames: createSourceNames(config.ESTIMATE_SOURCE),
    accounts: {
      database: pools.accounts,
      secret: serverSecretOf(config),
      attemptLimiter: createAttemptLimiter(redis, config.REDIS_TIMEOUT_MS),
      mailer,
      providers: openProviders(config.OIDC_PROVIDERS, failure => logger.warn(failure, 'OIDC provider error')),
      websiteUrl,
      billing: billingOf(config, pools.background),
    },
    usage,
    limiter: { ...untracedLimiter, consume: withSpan(tracing?.trace, 'rate_limit', untracedLimiter.consume) },
    search,
    async stop() {
      figures.stop()
      await retention.stop()
      await usage.stop()
      await mailer?.close()
    },
  }
}

const noUsageMeter: UsageMeter = { count: () => undefined, stop: async () => undefined }

function createUsageMeter({ redis, pools }: Stores, logger: FastifyBaseLogger, metrics: Metrics): UsageMeter {
  return startUsageMeter({
    redis,
    database: pools.background,
    onFlushed: metrics.countFlushedUsage,
    onDropped: metrics.countDroppedUsage,
    onError: ({ name, message }) => {
      metrics.countUsageFlushError()
      logger.warn({ name, message }, 'usage flush failed; counts kept in Redis')
    },
  })
}

/** Undefined where the operator sets plans. */
function billingOf(config: Config, database: DatabasePool): Billing | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = config
  const { STRIPE_PRICE_PRO: pro, STRIPE_PRICE_SCALE: scale } = config
  if (!secretKey || !webhookSecret || !pro || !scale) return undefined
  return createBilling({
    database,
    secretKey,
    webhookSecret,
    prices: { pro, scale },
    apiUrl: config.STRIPE_API_URL,
    graceDays: config.BILLING_GRACE_DAYS,
  })
}
