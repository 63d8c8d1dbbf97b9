// Aggregates the results of all requests, by endpoint and by fault.
import { quantile } from '../../lab/statistics.ts'

export interface RequestResult {
  kind: string
  /** 0 if there was no response. */
  status: number
  error: string
  /** The response differs from the expected one. */
  isIncorrect: boolean
  /** On the `performance.now()` clock. */
  dueAt: number
  ms: number
}

/** Rejected with Retry-After. */
const isRejected = ({ status }: RequestResult) => status === 503 || status === 429
export const isGood = ({ status, isIncorrect }: RequestResult) =>
  status > 0 && status < 500 && status !== 429 && !isIncorrect

export interface EndpointSummary {
  endpoint: string
  requests: number
  availability: number
  rejected: number
  failed: number
  incorrect: number
  p50Ms: number
  p99Ms: number
  maxMs: number
}

export function summarizeByEndpoint(results: RequestResult[]): EndpointSummary[] {
  const kinds = [...new Set(results.map(({ kind }) => kind))].sort()
  return kinds.map(endpoint => {
    const matching = results.filter(({ kind }) => kind === endpoint)
    const good = matching.filter(isGood)
    const times = good.map(({ ms }) => ms)
    const rejected = matching.filter(isRejected).length
    const incorrect = matching.filter(({ isIncorrect }) => isIncorrect).length
    return {
      endpoint,
      requests: matching.length,
      availability: good.length / matching.length,
      rejected,
      failed: matching.length - good.length - rejected - incorrect,
      incorrect,
      p50Ms: quantile(times, 0.5),
      p99Ms: quantile(times, 0.99),
      maxMs: matching.reduce((max, { ms }) => Math.max(max, ms), 0),
    }
  })
}

export interface InjectedFault {
  fault: string
  from: number
  /** When it was repaired. */
  to: number
}

export interface FaultSummary {
  fault: string
  durationSeconds: number
  requests: number
  rejected: number
  failed: number
  incorrect: number
  maxMs: number
  /** Time from the repair to the last failed request; 0 if none failed afterwards. */
  recoveredAfterMs: number
}

/** A fault accounts for the time until the next one. */
export function summarizeByFault(results: RequestResult[], faults: InjectedFault[]): FaultSummary[] {
  return faults.map(({ fault, from, to }, index) => {
    const next = faults[index + 1]?.from ?? Number.POSITIVE_INFINITY
    const matching = results.filter(({ dueAt }) => dueAt >= from - 1_000 && dueAt < next - 1_000)
    const bad = matching.filter(each => !isGood(each))
    const rejected = bad.filter(isRejected).length
    const incorrect = bad.filter(({ isIncorrect }) => isIncorrect).length
    return {
      fault,
      durationSeconds: (to - from) / 1_000,
      requests: matching.length,
      rejected,
      failed: bad.length - rejected - incorrect,
      incorrect,
      maxMs: matching.reduce((max, { ms }) => Math.max(max, ms), 0),
      recoveredAfterMs: Math.max(0, ...bad.map(({ dueAt }) => dueAt - to)),
    }
  })
}
