// Puts the parts together and runs them until it is told to stop.

import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { pino } from 'pino'
import { type Billing, createBilling } from './accounts/billing/billing.ts'
import { guessCounter } from './accounts/guesses.ts'
import { keyRing } from './accounts/key-ring.ts'
import { openMailer } from './accounts/mailer.ts'
import { openProviders } from './accounts/providers.ts'
import { keepUsage, type Usage } from './accounts/usage/usage.ts'
import { createApi } from './api/app.ts'
import { createMetrics, type Metrics } from './api/metrics.ts'
import { keepFigures } from './catalog/figures.ts'
import { foodLookup } from './catalog/lookup.ts'
import type { Config } from './config.ts'
import { type DatabasePool, openPool } from './database/pool.ts'
import { limiter } from './limits/limiter.ts'
import { connectRedis } from './limits/redis.ts'
import { LogSink } from './log-sink.ts'
import { createWebsite } from './website/app.ts'

const finishLogMs = 1_000
// Account pages and routes: few people at a time, and they must not take the connections of lookups.
const accountConnections = 4
// Bringing usage in, and billing, which may hold a connection while it asks the payment service.
const backgroundConnections = 3
const backgroundTimeoutMs = 15_000

const uncounted: Usage = { count: () => undefined, stop: async () => undefined }

export type ServedPart = 'api' | 'website'

export interface RunningService {
  /** Empty where the website runs alone. */
  apiUrl: string
  /** Empty where the API runs alone. */
  websiteUrl: string
  metricsUrl: string
  /** Resolves to whether everything was ended and written. */
  stop(): Promise<boolean>
}

/** Both parts, or one of them alone. */
export async function serve(config: Config, only?: ServedPart): Promise<RunningService> {
  const log = new LogSink(1)
  const logger = pino({ level: config.LOG_LEVEL, base: { pid: process.pid } }, log)
  const pool = (applicationName: string, connections: number, queryTimeoutMs: number) =>
    openPool({
      url: config.DATABASE_URL,
      connections,
      connectTimeoutMs: config.DATABASE_CONNECT_TIMEOUT_MS,
      queryTimeoutMs,
      applicationName,
      onIdleError: error => logger.warn({ err: error }, 'a connection to PostgreSQL broke'),
    })
  const database = pool('larder lookup', config.DATABASE_POOL, config.DATABASE_QUERY_TIMEOUT_MS)
  const searchDatabase = pool('larder search', config.DATABASE_POOL, config.DATABASE_QUERY_TIMEOUT_MS)
  const accountDatabase = pool('larder accounts', accountConnections, config.DATABASE_QUERY_TIMEOUT_MS)
  const slowDatabase = pool('larder background', backgroundConnections, backgroundTimeoutMs)
  const pools = {
    lookup: database,
    search: searchDatabase,
    accounts: accountDatabase,
    background: slowDatabase,
  }
  const metrics = createMetrics(pools, log)

  const redis = connectRedis(config.REDIS_URL)
  // Not the error itself: it carries the command that failed, and that may be the password.
  redis.on('error', ({ name, message }) =>
    logger.warn({ name, message }, 'Redis does not answer; counting locally'),
  )
  redis.on('ready', () => logger.info('Redis answers'))

  const usage =
    config.USAGE_COUNTING === 'off'
      ? uncounted
      : keepUsage({
          redis,
          database: slowDatabase,
          onFolded: metrics.countFoldedUsage,
          onLost: metrics.countLostUsage,
          onError: ({ name, message }) =>
            logger.warn({ name, message }, 'usage waits in Redis: it could not be stored'),
        })
  const mailer =
    config.SMTP_URL === undefined
      ? undefined
      : openMailer({
          url: config.SMTP_URL,
          from: config.MAIL_FROM,
          onFailure: reason => logger.error(reason, 'a mail could not be sent'),
        })
  const accounts = {
    database: accountDatabase,
    secret: config.KEY_SECRET,
    guesses: guessCounter(redis, config.REDIS_TIMEOUT_MS),
    mailer,
    providers: openProviders(config.OIDC_PROVIDERS, failure =>
      logger.warn(failure, 'a sign-in provider does not answer as it should'),
    ),
    websiteUrl: config.WEBSITE_URL,
    billing: billingOf(config, slowDatabase),
  }

  const figures = await keepFigures(database)
  const requestLimiter = limiter(redis, config.REDIS_TIMEOUT_MS, { onFallback: metrics.countLimitFallback })
  const api = await createApi({
    database,
    searchDatabase,
    figures,
    keys: keyRing(database, config.KEY_SECRET),
    accounts,
    usage,
    limiter: requestLimiter,
    limits: {
      anonymousPerMinute: config.LIMIT_ANONYMOUS_PER_MINUTE,
      starterPerMinute: config.LIMIT_STARTER_PER_MINUTE,
      proPerMinute: config.LIMIT_PRO_PER_MINUTE,
      scalePerMinute: config.LIMIT_SCALE_PER_MINUTE,
      perHour: config.LIMIT_PER_HOUR,
      fairnessDelayMs: config.FAIRNESS_DELAY_MS,
    },
    failedKeysPerMinute: config.LIMIT_FAILED_KEYS_PER_MINUTE,
    trustedProxies: config.TRUSTED_PROXIES,
    metrics,
    logger,
  })
  const website = await createWebsite({
    accounts,
    catalog: {
      database,
      searchDatabase,
      lookup: foodLookup(database),
      figures,
      limiter: requestLimiter,
      apiUrl: config.API_URL,
      websiteUrl: config.WEBSITE_URL,
    },
    requestsPerMinute: {
      starter: config.LIMIT_STARTER_PER_MINUTE,
      pro: config.LIMIT_PRO_PER_MINUTE,
      scale: config.LIMIT_SCALE_PER_MINUTE,
    },
    trustedProxies: config.TRUSTED_PROXIES,
    logger,
  })

  const metricsServer = await listenForMetrics(metrics, config.METRICS_HOST, config.METRICS_PORT)
  // A burst of new connections waits in the kernel; with Node's 511 the rest would try again a second later.
  const apiUrl =
    only === 'website'
      ? ''
      : await api.listen({ host: config.API_HOST, port: config.API_PORT, backlog: 4_096 })
  const websiteUrl =
    only === 'api' ? '' : await website.listen({ host: config.WEB_HOST, port: config.WEB_PORT })

  return {
    apiUrl,
    websiteUrl,
    metricsUrl: urlOf(metricsServer),
    async stop() {
      // What still runs after the time allowed is cut off, so that a stop always ends.
      const cut = setTimeout(() => {
        api.server.closeAllConnections()
        website.server.closeAllConnections()
      }, config.STOP_TIMEOUT_MS)
      await Promise.all([api.close(), website.close()])
      clearTimeout(cut)
      figures.stop()
      await usage.stop()
      await mailer?.finish()
      metricsServer.close()
      metricsServer.closeAllConnections()
      redis.disconnect()
      await Promise.all(Object.values(pools).map(each => each.close()))
      return log.finish(finishLogMs)
    },
  }
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

async function listenForMetrics(metrics: Metrics, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === '/metrics') void answerMetrics(metrics, response)
    else response.writeHead(404).end()
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

async function answerMetrics(metrics: Metrics, response: ServerResponse): Promise<void> {
  const text = await metrics.registry.metrics()
  response.setHeader('content-type', metrics.registry.contentType)
  response.end(text)
}

function urlOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the metrics server does not listen')
  return `http://${address.address}:${address.port}/metrics`
}
