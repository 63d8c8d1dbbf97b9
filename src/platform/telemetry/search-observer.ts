import type { Database, EndedStatement, OnStatement } from '../database/pool.ts'
import type { CatalogReads } from '../database/replica-routing.ts'
import type { Metrics } from './metrics.ts'
import type { Trace } from './trace.ts'

export interface ObservedSearch {
  queryClass: string
  durationMs: number
  /** A phase that ran several times is summed. */
  phases: Record<string, number>
  /** Until statements had a connection, as part of the phases. */
  connectionWaitMs: number
  /** The one that took longest; undefined if there was none. */
  slowest: EndedStatement | undefined
  /** Undefined if it succeeded. */
  error: unknown
}

export interface SearchObserverDeps {
  metrics: Pick<Metrics, 'timeSearch' | 'timeSearchPhase'>
  trace: Trace | undefined
  /** Called with every search, also with those that failed, since most failures are timeouts. */
  onSearch: (search: ObservedSearch) => void
}

/** Times searches and their phases, including those that fail. */
export function createSearchObserver({ metrics, trace, onSearch }: SearchObserverDeps) {
  return async <T>(
    reads: CatalogReads,
    queryClass: string,
    search: (database: Database, measure: <R>(phase: string, work: () => R) => R) => Promise<T>,
  ): Promise<T> => {
    const startedAt = performance.now()
    const observed: ObservedSearch = {
      ...{ queryClass, durationMs: 0, phases: {}, connectionWaitMs: 0 },
      ...{ slowest: undefined, error: undefined },
    }
    const measure = <R>(phase: string, work: () => R): R => {
      const phaseStartedAt = performance.now()
      const report = () => {
        const ms = performance.now() - phaseStartedAt
        observed.phases[phase] = (observed.phases[phase] ?? 0) + ms
        metrics.timeSearchPhase(phase, ms / 1000)
      }
      const result = trace === undefined ? work() : trace(`search.${phase}`, work)
      if (result instanceof Promise) result.then(report, report)
      else report()
      return result
    }
    const onStatement: OnStatement = statement => {
      observed.connectionWaitMs += statement.waitedMs
      metrics.timeSearchPhase('connection', statement.waitedMs / 1000)
      if (statement.durationMs >= (observed.slowest?.durationMs ?? 0)) observed.slowest = statement
    }
    try {
      return await reads.onSingleServer(database => search(database, measure), onStatement)
    } catch (error) {
      observed.error = error
      throw error
    } finally {
      observed.durationMs = performance.now() - startedAt
      metrics.timeSearch(queryClass, observed.slowest?.server ?? 'none', observed.durationMs / 1000)
      onSearch(observed)
    }
  }
}
