// Puts the parts together and runs them until it is told to stop.

import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { type Billing, createBilling } from './accounts/billing/billing.ts'
import { guessCounter } from './accounts/guesses.ts'
import { keyRing } from './accounts/key-ring.ts'
import { openMailer } from './accounts/mailer.ts'
import { openProviders } from './accounts/providers.ts'
import { keepTidy } from './accounts/retention.ts'
import { keepUsage, type Usage } from './accounts/usage/usage.ts'
import { createApi } from './api/app.ts'
import { keepFigures } from './catalog/figures.ts'
import { foodLookup } from './catalog/lookup.ts'
import { type Config, serverSecretOf } from './config.ts'
import { type DatabasePool, openPool, type PoolSettings } from './database/pool.ts'
import { openServers } from './database/servers.ts'
import type { Stopping } from './http/stopping.ts'
import { limiter } from './limits/limiter.ts'
import { connectRedis } from './limits/redis.ts'
import { LogSink } from './log-sink.ts'
import { createMetrics, type Metrics } from './seeing/metrics.ts'
import { watchCommands } from './seeing/redis-commands.ts'
import { phaseTimer } from './seeing/search-phases.ts'
import { traced } from './seeing/trace.ts'
import type { Tracing } from './seeing/tracing.ts'
import { revision, version } from './version.ts'
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
  logger.info({ version, revision, node_version: process.version }, 'starting larder')
  const tracing = await tracingOf(config, spans => metrics.countLostSpans(spans))
  const trace = tracing?.trace
  const onIdleError = (error: Error) => logger.warn({ err: error }, 'a connection to PostgreSQL broke')
  const poolOf = (settings: Omit<PoolSettings, 'connectTimeoutMs'>) => {
    const opened = openPool({ ...settings, connectTimeoutMs: config.DATABASE_CONNECT_TIMEOUT_MS })
    return tracing?.watchStatements(opened, settings.applicationName) ?? opened
  }
  const pool = (applicationName: string, connections: number, queryTimeoutMs: number) =>
    poolOf({ url: config.DATABASE_URL, connections, queryTimeoutMs, applicationName, onIdleError })
  const database = pool('larder lookup', config.DATABASE_POOL, config.DATABASE_QUERY_TIMEOUT_MS)
  const searchDatabase = pool('larder search', config.DATABASE_POOL, config.DATABASE_QUERY_TIMEOUT_MS)
  const accountDatabase = pool('larder accounts', accountConnections, config.DATABASE_QUERY_TIMEOUT_MS)
  const slowDatabase = pool('larder background', backgroundConnections, backgroundTimeoutMs)
  const servers = await openServers({
    primary: { url: config.DATABASE_URL, lookup: database, search: searchDatabase },
    replicaUrls: config.DATABASE_READ_URLS,
    allowedLagMs: config.DATABASE_READ_LAG_MS,
    connections: config.DATABASE_POOL,
    connectTimeoutMs: config.DATABASE_CONNECT_TIMEOUT_MS,
    queryTimeoutMs: config.DATABASE_QUERY_TIMEOUT_MS,
    openPool: poolOf,
    onIdleError,
    onChange: state =>
      state.isUsed
        ? logger.info(state, 'reads from this server again')
        : logger.warn(state, 'reads no more from this server'),
  })
  const pools = {
    lookup: database,
    search: searchDatabase,
    accounts: accountDatabase,
    background: slowDatabase,
    ...servers.pools,
  }
  const redis = connectRedis(config.REDIS_URL, {
    sentinels: config.REDIS_SENTINELS,
    name: config.REDIS_SENTINEL_NAME,
  })
  const metrics: Metrics = createMetrics({
    build: { version, revision },
    pools,
    servers: servers.states,
    log,
    redis,
    catalog: () => figures.catalog(),
  })
  watchCommands(redis, metrics.timeRedis, trace)
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
          onError: ({ name, message }) => {
            metrics.countUsageFault()
            logger.warn({ name, message }, 'usage waits in Redis: it could not be stored')
          },
        })
  const tidiness = keepTidy({
    database: slowDatabase,
    retention: { usageDays: config.RETENTION_USAGE_DAYS, auditDays: config.RETENTION_AUDIT_DAYS },
    onForgotten: rows => logger.info({ rows }, 'deleted what is over'),
    onError: ({ name, message }) => logger.warn({ name, message }, 'what is over could not be deleted'),
  })
  const mailer =
    config.SMTP_URL === undefined
      ? undefined
      : openMailer({
          url: config.SMTP_URL,
          from: config.MAIL_FROM,
          onFailure: reason => {
            metrics.countMailFailure()
            logger.error(reason, 'a mail could not be sent')
          },
        })
  const accounts = {
    database: accountDatabase,
    secret: serverSecretOf(config),
    guesses: guessCounter(redis, config.REDIS_TIMEOUT_MS),
    mailer,
    providers: openProviders(config.OIDC_PROVIDERS, failure =>
      logger.warn(failure, 'a sign-in provider does not answer as it should'),
    ),
    websiteUrl: config.WEBSITE_URL,
    billing: billingOf(config, slowDatabase),
  }

  const figures = await keepFigures(servers.lookup)
  const untracedLimiter = limiter(redis, config.REDIS_TIMEOUT_MS, { onFallback: metrics.countLimitFallback })
  const requestLimiter = { ...untracedLimiter, take: traced(trace, 'limit', untracedLimiter.take) }
  const watchSearch = phaseTimer(metrics, trace)
  const stopping: Stopping = { isBegun: false }
  const api = await createApi({
    database: servers.lookup,
    searchDatabase: servers.search,
    figures,
    keys: keyRing(servers.keys, serverSecretOf(config)),
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
    mostRequestsAtOnce: config.OVERLOAD_REQUESTS,
    trustedProxies: config.TRUSTED_PROXIES,
    metrics,
    tracing,
    watchSearch,
    stopping,
    logger,
  })
  const website = await createWebsite({
    accounts,
    catalog: {
      database: servers.lookup,
      searchDatabase: servers.search,
      lookup: foodLookup(servers.lookup),
      figures,
      limiter: requestLimiter,
      watchSearch,
      apiUrl: config.API_URL,
      websiteUrl: config.WEBSITE_URL,
    },
    requestsPerMinute: {
      starter: config.LIMIT_STARTER_PER_MINUTE,
      pro: config.LIMIT_PRO_PER_MINUTE,
      scale: config.LIMIT_SCALE_PER_MINUTE,
    },
    trustedProxies: config.TRUSTED_PROXIES,
    keptPagesBytes: config.KEPT_PAGES_MB * 1_000_000,
    metrics,
    tracing,
    stopping,
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
      // Balancers see it at /health and send nothing more, before nobody listens.
      stopping.isBegun = true
      await wait(config.STOP_DRAIN_MS)
      // What still runs after the time allowed is cut off, so that a stop always ends.
      const cut = setTimeout(() => {
        api.server.closeAllConnections()
        website.server.closeAllConnections()
      }, config.STOP_TIMEOUT_MS)
      await Promise.all([api.close(), website.close()])
      clearTimeout(cut)
      figures.stop()
      await tidiness.stop()
      await usage.stop()
      await mailer?.finish()
      await tracing?.stop()
      metricsServer.close()
      metricsServer.closeAllConnections()
      redis.disconnect()
      await servers.stop()
      await Promise.all(Object.values(pools).map(each => each.close()))
      return log.finish(finishLogMs)
    },
  }
}

/** Undefined where traces are off; what makes them is not even loaded then. */
async function tracingOf(config: Config, onLost: (spans: number) => void): Promise<Tracing | undefined> {
  if (config.OTLP_URL === undefined) return undefined
  const { startTracing } = await import('./seeing/tracing.ts')
  return startTracing({ url: config.OTLP_URL, perThousand: config.TRACES_PER_THOUSAND, onLost })
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
