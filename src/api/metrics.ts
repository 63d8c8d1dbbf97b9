import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { DatabasePool } from '../database/pool.ts'

export interface Metrics {
  registry: Registry
  countRequest(request: FastifyRequest, reply: FastifyReply): void
  countLimitFallback(): void
  countFoldedUsage(requests: number): void
  countLostUsage(requests: number): void
}

export function createMetrics(pools: Record<string, DatabasePool>, log: { dropped: number }): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'larder_http_request_seconds',
    help: 'Time from the request to its answer, the fairness delay included',
    labelNames: ['route', 'status', 'caller'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  const fallbacks = new Counter({
    name: 'larder_limit_fallback_total',
    help: 'Requests counted by this process alone because Redis did not answer',
    registers: [registry],
  })
  const folded = new Counter({
    name: 'larder_usage_folded_total',
    help: 'Requests with a key whose count this process brought from Redis into PostgreSQL',
    registers: [registry],
  })
  const lost = new Counter({
    name: 'larder_usage_lost_total',
    help: 'Requests with a key that are missing in the usage: Redis was away for too long',
    registers: [registry],
  })
  new Gauge({
    name: 'larder_log_lines_dropped',
    help: 'Log lines that could not be written since the start: a full disk, or nobody reads them',
    registers: [registry],
    collect() {
      this.set(log.dropped)
    },
  })
  new Gauge({
    name: 'larder_database_connections',
    help: 'Connections to PostgreSQL by pool and state; waiting are requests without one',
    labelNames: ['pool', 'state'] as const,
    registers: [registry],
    collect() {
      for (const [pool, { connections }] of Object.entries(pools)) {
        for (const [state, count] of Object.entries(connections())) this.set({ pool, state }, count)
      }
    },
  })
  return {
    registry,
    countRequest(request, reply) {
      requests.observe(
        {
          route: request.routeOptions.url ?? 'unknown',
          status: reply.statusCode,
          caller: request.caller?.holder?.plan ?? 'anonymous',
        },
        reply.elapsedTime / 1000,
      )
    },
    countLimitFallback: () => fallbacks.inc(),
    countFoldedUsage: requests => folded.inc(requests),
    countLostUsage: requests => lost.inc(requests),
  }
}
