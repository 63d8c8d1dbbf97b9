// What a node tells Prometheus about itself. docs/operations/metrics.md is made from the names and words here.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  registry: Registry
  /** `caller` is a kind, of which there are few: a plan, or whether somebody is signed in. */
  countRequest(site: 'api' | 'website', caller: string, request: FastifyRequest, reply: FastifyReply): void
  timeSearchPhase(phase: string, seconds: number): void
  timeRedis(seconds: number, isAnswered: boolean): void
  countLimitFallback(): void
  countOverload(): void
  countFoldedUsage(requests: number): void
  countLostUsage(requests: number): void
  countUsageFault(): void
  countMailFailure(): void
  countLostSpans(spans: number): void
}

/** What is looked at when Prometheus asks. */
export interface Watched {
  build: { version: string; revision: string }
  pools: Record<string, { connections(): { total: number; idle: number; waiting: number } }>
  /** The servers that the catalog is read from, where there are replicas. */
  servers?: () => { server: string; isUp: boolean; isUsed: boolean; lagMs: number | undefined }[]
  log: { dropped: number }
  redis: { status: string }
  /** Moments are seconds since 1970; undefined while they are not known. */
  catalog(): {
    foods: number
    changedAt: number | undefined
    newestChange: number | undefined
    syncedUpTo: Record<string, number>
  }
}

/** With the targets among them: lookups 50 ms, search 100 ms, a refusal 1 s. */
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const phaseBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]
/** With the longest wait for Redis, 80 ms where nobody changed it. */
const redisBuckets = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.08, 0.25, 1]

export function createMetrics(watched: Watched): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  watchParts(registry, watched)
  watchServers(registry, watched)
  watchCatalog(registry, watched)
  const requests = new Histogram({
    name: 'larder_http_request_seconds',
    help: 'Time from the request to its answer, the fairness delay included',
    labelNames: ['site', 'route', 'status', 'caller'] as const,
    buckets: requestBuckets,
    registers,
  })
  const phases = new Histogram({
    name: 'larder_search_phase_seconds',
    help: 'Time of a search by phase: readings in the process, lexicon and foods in PostgreSQL',
    labelNames: ['phase'] as const,
    buckets: phaseBuckets,
    registers,
  })
  const redis = new Histogram({
    name: 'larder_redis_seconds',
    help: 'Time from a command to the answer of Redis',
    buckets: redisBuckets,
    registers,
  })
  const counter = (name: string, help: string) => new Counter({ name, help, registers })
  const redisFailures = counter('larder_redis_failures_total', 'Commands that Redis did not answer')
  const fallbacks = counter(
    'larder_limit_fallback_total',
    'Requests counted by this process alone because Redis did not answer',
  )
  const overloads = counter(
    'larder_overload_refused_total',
    'Requests answered 503 at once because this node works on as many as it can',
  )
  const folded = counter(
    'larder_usage_folded_total',
    'Requests with a key whose count this process brought from Redis into PostgreSQL',
  )
  const lost = counter(
    'larder_usage_lost_total',
    'Requests with a key that are missing in the usage: Redis was away for too long',
  )
  const usageFaults = counter(
    'larder_usage_faults_total',
    'Times that usage could not be brought into PostgreSQL; it waits in Redis',
  )
  const mailFailures = counter('larder_mail_failures_total', 'Mails that could not be sent')
  const lostSpans = counter(
    'larder_trace_spans_lost_total',
    'Spans of traces that their receiver did not take, or not fast enough',
  )
  return {
    registry,
    countRequest(site, caller, request, reply) {
      requests.observe(
        // The pattern, not the path: anybody can make paths.
        { site, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode, caller },
        reply.elapsedTime / 1000,
      )
    },
    timeSearchPhase: (phase, seconds) => phases.observe({ phase }, seconds),
    timeRedis(seconds, isAnswered) {
      if (isAnswered) redis.observe(seconds)
      else redisFailures.inc()
    },
    countLimitFallback: () => fallbacks.inc(),
    countOverload: () => overloads.inc(),
    countFoldedUsage: requests => folded.inc(requests),
    countLostUsage: requests => lost.inc(requests),
    countUsageFault: () => usageFaults.inc(),
    countMailFailure: () => mailFailures.inc(),
    countLostSpans: spans => lostSpans.inc(spans),
  }
}

function watchParts(registry: Registry, { build, pools, log, redis }: Watched): void {
  const registers = [registry]
  new Gauge({
    name: 'larder_build_info',
    help: 'Always 1; the labels say which version, git revision and Node.js this node runs',
    labelNames: ['version', 'revision', 'node_version'] as const,
    registers,
  }).set({ ...build, node_version: process.version }, 1)
  new Gauge({
    name: 'larder_log_lines_dropped',
    help: 'Log lines that could not be written since the start: a full disk, or nobody reads them',
    registers,
    collect() {
      this.set(log.dropped)
    },
  })
  new Gauge({
    name: 'larder_database_connections',
    help: 'Connections to PostgreSQL by pool and state; waiting are requests without one',
    labelNames: ['pool', 'state'] as const,
    registers,
    collect() {
      for (const [pool, { connections }] of Object.entries(pools)) {
        for (const [state, count] of Object.entries(connections())) this.set({ pool, state }, count)
      }
    },
  })
  new Gauge({
    name: 'larder_redis_up',
    help: '1 while the connection to Redis stands, else 0',
    registers,
    collect() {
      this.set(redis.status === 'ready' ? 1 : 0)
    },
  })
}

function watchServers(registry: Registry, { servers = () => [] }: Watched): void {
  type State = ReturnType<typeof servers>[number]
  const gauge = (name: string, help: string, read: (state: State) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['server'] as const,
      registers: [registry],
      collect() {
        for (const state of servers()) this.set({ server: state.server }, read(state))
      },
    })
  gauge('larder_database_server_up', '1 while this PostgreSQL answers, else 0; with replicas only', state =>
    state.isUp ? 1 : 0,
  )
  gauge(
    'larder_database_server_used',
    '1 while the catalog may be read from this PostgreSQL, else 0; with replicas only',
    state => (state.isUsed ? 1 : 0),
  )
  gauge(
    'larder_database_lag_seconds',
    'How far this PostgreSQL is behind the primary; with replicas only',
    state => (state.lagMs ?? Number.NaN) / 1000,
  )
}

function watchCatalog(registry: Registry, { catalog }: Watched): void {
  const registers = [registry]
  // What is not known is no number, so that nothing is ever 56 years old.
  const gauge = (name: string, help: string, read: () => number | undefined) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read() ?? Number.NaN)
      },
    })
  gauge('larder_catalog_foods', 'Foods in the catalog, as last read', () => catalog().foods)
  gauge(
    'larder_catalog_changed_timestamp_seconds',
    'When an import or a sync last changed the catalog',
    () => catalog().changedAt,
  )
  gauge(
    'larder_catalog_newest_change_timestamp_seconds',
    'When the newest change of a food was made at its source',
    () => catalog().newestChange,
  )
  new Gauge({
    name: 'larder_sync_position_timestamp_seconds',
    help: 'Up to which moment the changes of a source are in the catalog',
    labelNames: ['source'] as const,
    registers,
    collect() {
      for (const [source, seconds] of Object.entries(catalog().syncedUpTo)) this.set({ source }, seconds)
    },
  })
}
