// Logs slow searches, without their words: what took the time, and now and then the plan of the slowest statement.
import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import { explainStatement } from '../database/explain.ts'
import { type DatabasePool, type EndedStatement, serverOf } from '../database/pool.ts'
import { currentRequestId } from './request-context.ts'
import type { ObservedSearch } from './search-observer.ts'

export interface SlowSearchLogSettings {
  /** 0: none is logged. */
  slowMs: number
  planEveryMs: number
  logger: Pick<FastifyBaseLogger, 'warn'>
  /** Undefined where tracing is off. */
  traceId: (() => string | undefined) | undefined
  /** Of all PostgreSQL servers of the catalog. */
  urls: string[]
  /** The connections of searches to a server. */
  poolOf: (server: string) => Pick<DatabasePool, 'connections'>
}

/** While more searches wait for a connection than have one, plans are rarer. */
const rarerWhenBusy = 10

export function createSlowSearchLog(settings: SlowSearchLogSettings): (search: ObservedSearch) => void {
  const { slowMs, planEveryMs, logger, traceId = () => undefined, poolOf } = settings
  const urlOf = new Map(settings.urls.map(url => [serverOf(url), url]))
  const node = hostname()
  let explainedAt = Number.NEGATIVE_INFINITY

  function isPlanDue(server: string): boolean {
    const { total, waiting } = poolOf(server).connections()
    const factor = waiting > total ? rarerWhenBusy : 1
    return performance.now() - explainedAt >= planEveryMs * factor
  }

  async function logPlan(ids: Record<string, string | undefined>, { server, statement }: EndedStatement) {
    const fields = { ...ids, node, database_server: server, statement: statement.name }
    try {
      const { roundTripMs, serverMs, waits, blockers, reason, nestedStatements, plan, planMs } =
        await explainStatement(urlOf.get(server) ?? '', statement)
      logger.warn(
        {
          ...fields,
          round_trip_ms: rounded(roundTripMs),
          server_ms: serverMs,
          ...{ waits, blockers, reason },
          nested_statements: nestedStatements,
          plan,
          plan_ms: planMs,
        },
        'plan of a slow search',
      )
    } catch (error) {
      logger.warn({ ...fields, reason: (error as Error).message }, 'plan of a slow search')
    }
  }

  return ({ queryClass, durationMs, phases, connectionWaitMs, slowest, error }) => {
    if (slowMs === 0 || durationMs < slowMs) return
    const ids = { request_id: currentRequestId(), trace_id: traceId() }
    logger.warn(
      {
        ...ids,
        node,
        class: queryClass,
        duration_ms: rounded(durationMs),
        phases: Object.fromEntries(Object.entries(phases).map(([phase, ms]) => [phase, rounded(ms)])),
        connection_wait_ms: rounded(connectionWaitMs),
        database_server: slowest?.server,
        statement: slowest?.statement.name,
        statement_ms: slowest && rounded(slowest.durationMs - slowest.waitedMs),
        error: error instanceof Error ? error.message : undefined,
      },
      'slow search',
    )
    if (slowest === undefined || !isPlanDue(slowest.server)) return
    explainedAt = performance.now()
    void logPlan(ids, slowest)
  }
}

const rounded = (ms: number) => Math.round(ms * 10) / 10
