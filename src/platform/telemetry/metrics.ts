// Prometheus metrics of a node. docs/reference/metrics.md is generated from the names and help texts here.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { measureEventLoopDelay } from './event-loop-delay.ts'

export interface Metrics {
  registry: Registry
  /** `clientType` has few values: the plan, or whether the visitor is signed in. */
  countRequest(
    server: 'api' | 'website',
    clientType: string,
    route: string | undefined,
    status: number,
    durationMs: number,
  ): void
  /** `queryClass` has few values. */
  timeSearch(queryClass: string, databaseServer: string, seconds: number): void
  timeSearchPhase(phase: string, seconds: number): void
  timeRedis(seconds: number, isAnswered: boolean): void
  countLimitFallback(): void
  countOverload(): void
  countFlushedUsage(requests: number): void
  countDroppedUsage(requests: number): void
  countUsageFlushError(): void
  countSentMail(): void
  countMailError(): void
  countAbandonedMail(): void
  countWebhook(result: WebhookResult, count?: number): void
  stop(): void
}

const webhookResults = ['processed', 'duplicate', 'rejected', 'failed', 'missed'] as const

export type WebhookResult = (typeof webhookResults)[number]

/** Sources that are read on every scrape. */
export interface MetricSources {
  build: { version: string; revision: string }
  pools: Record<string, { connections(): { total: number; idle: number; waiting: number } }>
  /** Only where the API is served. */
  arePrincipalChangesCurrent?: () => boolean
  log: { dropped: number }
  redis: { isUp(): boolean }
  database: { isUp(): boolean }
  /** Undefined while unknown, and where no mail server is configured. */
  mailQueue(): { length: number; oldestAgeSeconds: number } | undefined
  responseCache(): { hits: number; misses: number; responses: number; bytes: number }
  /** Times are Unix timestamps in seconds; undefined while unknown. */
  catalog(): {
    foods: number
    changedAt: number | undefined
    newestChange: number | undefined
    syncedUpTo: Record<string, number>
  }
  jobs(): { name: string; succeededAt: Date }[]
}

/** Include the latency targets: lookups 50 ms, search 100 ms, a 503 within 1 s. */
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const phaseBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]
/** Include the target of 50 ms, and what clients notice as a stall. */
const delayBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Include the default Redis timeout, 80 ms. */
const redisBuckets = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.08, 0.25, 1]

export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  addProcessMetrics(registry, sources)
  addWorkerMetrics(registry, () => 0)
  addApiKeyMetrics(registry, sources)
  addCatalogMetrics(registry, sources)
  addCacheMetrics(registry, sources)
  addJobMetrics(registry, sources)
  addQueueMetrics(registry, sources)
  const requests = new Histogram({
    name: 'larder_http_request_duration_seconds',
    help: 'Time from request to response, including the fairness delay',
    labelNames: ['server', 'route', 'status', 'client_type'] as const,
    buckets: requestBuckets,
    registers,
  })
  // Finding the timer by its labels costs more than observing.
  const requestTimers = new Map<string, Histogram.Internal<'server' | 'route' | 'status' | 'client_type'>>()
  const searches = new Histogram({
    name: 'larder_search_duration_seconds',
    help: 'Duration of a search that no cache answered, from the parsed request to the foods, by class of the query and PostgreSQL server',
    labelNames: ['class', 'database_server'] as const,
    buckets: requestBuckets,
    registers,
  })
  const phases = new Histogram({
    name: 'larder_search_phase_duration_seconds',
    help: 'Duration of a search by phase: rewrite and rank in the process, retrieve and fetch in PostgreSQL, connection the part of these two before a connection was free, vocabulary the wait for new words',
    labelNames: ['phase'] as const,
    buckets: phaseBuckets,
    registers,
  })
  const redis = new Histogram({
    name: 'larder_redis_command_duration_seconds',
    help: 'Duration of Redis commands',
    buckets: redisBuckets,
    registers,
  })
  const eventLoopDelay = new Histogram({
    name: 'larder_event_loop_delay_seconds',
    help: 'Time that an arriving request waits until this process turns to it, sampled every 10 ms; the request durations do not include it',
    buckets: delayBuckets,
    registers,
  })
  const counter = (name: string, help: string) => new Counter({ name, help, registers })
  const redisErrors = counter('larder_redis_command_errors_total', 'Redis commands that failed or timed out')
  const fallbacks = counter(
    'larder_rate_limit_fallback_total',
    'Requests whose rate limit was counted in this process because Redis did not answer',
  )
  const shedRequests = counter('larder_requests_shed_total', 'Requests rejected with 503 by load shedding')
  const flushedUsage = counter(
    'larder_usage_flushed_requests_total',
    'Metered requests that this process flushed to PostgreSQL',
  )
  const droppedUsage = counter(
    'larder_usage_dropped_requests_total',
    'Metered requests that were dropped because PostgreSQL was down too long',
  )
  const usageFlushErrors = counter(
    'larder_usage_flush_errors_total',
    'Failed usage flushes; the counts stay in memory and are flushed again',
  )
  const sentMails = counter('larder_mails_sent_total', 'Mails that the mail server has accepted')
  const mailErrors = counter(
    'larder_mail_send_errors_total',
    'Failed attempts to send a mail; the mail stays in the queue and is retried',
  )
  const abandonedMails = counter(
    'larder_mails_abandoned_total',
    'Mails given up after days of attempts, or because the address does not exist',
  )
  const webhooks = new Counter({
    name: 'larder_billing_webhooks_total',
    help: 'Stripe webhooks by result: rejected ones have a wrong signature, missed ones were noticed by the nightly comparison',
    labelNames: ['result'] as const,
    registers,
  })
  for (const result of webhookResults) webhooks.inc({ result }, 0)
  return {
    registry,
    // The route pattern, not the path: clients can request any number of paths.
    countRequest(server, clientType, route = 'unknown', status, durationMs) {
      const name = `${server} ${clientType} ${status} ${route}`
      let timer = requestTimers.get(name)
      if (timer === undefined) {
        timer = requests.labels({ server, route, status, client_type: clientType })
        requestTimers.set(name, timer)
      }
      timer.observe(durationMs / 1000)
    },
    timeSearch: (queryClass, databaseServer, seconds) =>
      searches.observe({ class: queryClass, database_server: databaseServer }, seconds),
    timeSearchPhase: (phase, seconds) => phases.observe({ phase }, seconds),
    timeRedis(seconds, isAnswered) {
      if (isAnswered) redis.observe(seconds)
      else redisErrors.inc()
    },
    countLimitFallback: () => fallbacks.inc(),
    countOverload: () => shedRequests.inc(),
    countFlushedUsage: requests => flushedUsage.inc(requests),
    countDroppedUsage: requests => droppedUsage.inc(requests),
    countUsageFlushError: () => usageFlushErrors.inc(),
    countSentMail: () => sentMails.inc(),
    countMailError: () => mailErrors.inc(),
    countAbandonedMail: () => abandonedMails.inc(),
    countWebhook: (result, count) => webhooks.inc({ result }, count),
    stop: measureEventLoopDelay(seconds => eventLoopDelay.observe(seconds)),
  }
}

/** The supervisor of several workers counts restarts; a process alone has none. */
export function addWorkerMetrics(registry: Registry, restarts: () => number): void {
  new Counter({
    name: 'larder_worker_restarts_total',
    help: 'Workers that ended unexpectedly and were replaced; only with several workers',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(restarts())
    },
  })
}

function addProcessMetrics(registry: Registry, { build, pools, log, database, redis }: MetricSources): void {
  const registers = [registry]
  new Gauge({
    name: 'larder_build_info',
    aggregator: 'first',
    help: 'Always 1; the labels are the version, git revision and Node.js version of this node',
    labelNames: ['version', 'revision', 'node_version'] as const,
    registers,
  }).set({ ...build, node_version: process.version }, 1)
  new Gauge({
    name: 'larder_workers',
    help: 'Processes that serve this node',
    registers,
  }).set(1)
  new Counter({
    name: 'larder_log_lines_dropped_total',
    help: 'Log lines dropped since startup because the disk was full or the reader too slow',
    registers,
    collect() {
      this.reset()
      this.inc(log.dropped)
    },
  })
  new Gauge({
    name: 'larder_database_pool_connections',
    help: 'PostgreSQL connections by pool and state; waiting counts requests without a connection',
    labelNames: ['pool', 'state'] as const,
    registers,
    collect() {
      for (const [pool, { connections }] of Object.entries(pools)) {
        for (const [state, count] of Object.entries(connections())) this.set({ pool, state }, count)
      }
    },
  })
  new Gauge({
    name: 'larder_database_up',
    aggregator: 'min',
    help: '1 if this node can read the catalog from PostgreSQL, else 0',
    registers,
    collect() {
      this.set(database.isUp() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'larder_redis_up',
    aggregator: 'min',
    help: '1 if this node is connected to Redis, else 0',
    registers,
    collect() {
      this.set(redis.isUp() ? 1 : 0)
    },
  })
}

function addApiKeyMetrics(registry: Registry, { arePrincipalChangesCurrent }: MetricSources): void {
  new Gauge({
    name: 'larder_principal_changes_current',
    aggregator: 'min',
    help: '1 if the last poll for changes of API keys and plans succeeded, else 0: then what was known holds for an hour; only where the API is served',
    registers: [registry],
    collect() {
      this.set(arePrincipalChangesCurrent === undefined ? Number.NaN : Number(arePrincipalChangesCurrent()))
    },
  })
}

function addCatalogMetrics(registry: Registry, { catalog }: MetricSources): void {
  const registers = [registry]
  // Unknown times are NaN: zero would make the data look as old as 1970.
  const gauge = (name: string, help: string, read: () => number | undefined) =>
    new Gauge({
      name,
      help,
      aggregator: 'max',
      registers,
      collect() {
        this.set(read() ?? Number.NaN)
      },
    })
  gauge('larder_catalog_foods', 'Foods in the catalog', () => catalog().foods)
  gauge(
    'larder_catalog_last_update_timestamp_seconds',
    'Time of the last import or sync that changed the catalog',
    () => catalog().changedAt,
  )
  gauge(
    'larder_catalog_newest_source_change_timestamp_seconds',
    'Time of the newest change of a food at its source',
    () => catalog().newestChange,
  )
  new Gauge({
    name: 'larder_sync_cursor_timestamp_seconds',
    aggregator: 'max',
    help: 'Time up to which the changes of a source are in the catalog',
    labelNames: ['source'] as const,
    registers,
    collect() {
      for (const [source, seconds] of Object.entries(catalog().syncedUpTo)) this.set({ source }, seconds)
    },
  })
}

function addCacheMetrics(registry: Registry, { responseCache }: MetricSources): void {
  const registers = [registry]
  new Counter({
    name: 'larder_response_cache_requests_total',
    help: 'Requests to the response cache: hits, and misses that were made from the database',
    labelNames: ['result'] as const,
    registers,
    collect() {
      const { hits, misses } = responseCache()
      this.reset()
      this.inc({ result: 'hit' }, hits)
      this.inc({ result: 'miss' }, misses)
    },
  })
  new Gauge({
    name: 'larder_response_cache_responses',
    help: 'Responses in the cache',
    registers,
    collect() {
      this.set(responseCache().responses)
    },
  })
  new Gauge({
    name: 'larder_response_cache_bytes',
    help: 'Memory that the response cache uses, of RESPONSE_CACHE_MB',
    registers,
    collect() {
      this.set(responseCache().bytes)
    },
  })
}

function addJobMetrics(registry: Registry, { jobs }: MetricSources): void {
  new Gauge({
    name: 'larder_job_last_success_timestamp_seconds',
    aggregator: 'max',
    help: 'Time of the last successful run of a background job, on any node',
    labelNames: ['job'] as const,
    registers: [registry],
    collect() {
      for (const { name, succeededAt } of jobs()) this.set({ job: name }, succeededAt.getTime() / 1000)
    },
  })
}

function addQueueMetrics(registry: Registry, { mailQueue }: MetricSources): void {
  const gauge = (name: string, help: string, read: () => number | undefined) =>
    new Gauge({
      name,
      help,
      aggregator: 'max',
      registers: [registry],
      collect() {
        this.set(read() ?? Number.NaN)
      },
    })
  gauge(
    'larder_mail_queue_length',
    'Mails in the queue of all nodes; only with a mail server',
    () => mailQueue()?.length,
  )
  gauge(
    'larder_mail_queue_oldest_age_seconds',
    'How long the oldest mail has been in the queue; only with a mail server',
    () => mailQueue()?.oldestAgeSeconds,
  )
}
