import type { Database, EndedStatement } from '../database/pool.ts'
import type { CatalogReads } from '../database/read-endpoint.ts'
import type { Metrics } from './metrics.ts'

/** Times searches and their phases, including those that fail. */
export function createSearchObserver(metrics: Pick<Metrics, 'timeSearch' | 'timeSearchPhase'>) {
  return async <T>(
    reads: CatalogReads,
    queryClass: string,
    search: (database: Database, measure: <R>(phase: string, work: () => R) => R) => Promise<T>,
  ): Promise<T> => {
    const startedAt = performance.now()
    let slowest: EndedStatement | undefined
    const measure = <R>(phase: string, work: () => R): R => {
      const phaseStartedAt = performance.now()
      const report = () => metrics.timeSearchPhase(phase, (performance.now() - phaseStartedAt) / 1000)
      const result = work()
      if (result instanceof Promise) result.then(report, report)
      else report()
      return result
    }
    const onStatement = (statement: EndedStatement) => {
      metrics.timeSearchPhase('connection', statement.waitedMs / 1000)
      if (statement.durationMs >= (slowest?.durationMs ?? 0)) slowest = statement
    }
    try {
      return await search(reads.withDeadline(undefined, onStatement), measure)
    } finally {
      const seconds = (performance.now() - startedAt) / 1000
      metrics.timeSearch(queryClass, slowest?.server ?? 'none', seconds)
    }
  }
}
