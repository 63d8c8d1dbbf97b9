import type { Metrics } from './metrics.ts'
import type { Trace } from './trace.ts'

/** Times each phase of a search, including phases that fail, since most failures are timeouts. */
export function createPhaseTimer(metrics: Pick<Metrics, 'timeSearchPhase'>, trace: Trace | undefined) {
  return <T>(phase: string, work: () => T): T => {
    const start = performance.now()
    const report = () => metrics.timeSearchPhase(phase, (performance.now() - start) / 1000)
    const result = trace === undefined ? work() : trace(`search.${phase}`, work)
    if (result instanceof Promise) result.then(report, report)
    else report()
    return result
  }
}
