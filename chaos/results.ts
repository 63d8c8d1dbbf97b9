// What became of all requests, by endpoint and by fault.
import { quantile } from '../lab/statistics.ts'

export interface Told {
  kind: string
  /** 0: there was no answer. */
  status: number
  error: string
  /** An answer that was asked for at this moment must say something else. */
  isWrong: boolean
  /** On the clock of `performance.now()`. */
  dueAt: number
  ms: number
}

/** Refused in words, with the time after which it can be tried again. */
const isRefused = ({ status }: Told) => status === 503 || status === 429
const isGood = ({ status, isWrong }: Told) => status > 0 && status < 500 && status !== 429 && !isWrong

export interface EndpointFigures {
  endpoint: string
  requests: number
  availability: number
  refused: number
  failed: number
  wrong: number
  p50Ms: number
  p99Ms: number
  longestMs: number
}

export function figuresByEndpoint(told: Told[]): EndpointFigures[] {
  const kinds = [...new Set(told.map(({ kind }) => kind))].sort()
  return kinds.map(endpoint => {
    const of = told.filter(({ kind }) => kind === endpoint)
    const good = of.filter(isGood)
    const times = good.map(({ ms }) => ms)
    const refused = of.filter(isRefused).length
    const wrong = of.filter(({ isWrong }) => isWrong).length
    return {
      endpoint,
      requests: of.length,
      availability: good.length / of.length,
      refused,
      failed: of.length - good.length - refused - wrong,
      wrong,
      p50Ms: quantile(times, 0.5),
      p99Ms: quantile(times, 0.99),
      longestMs: of.reduce((longest, { ms }) => Math.max(longest, ms), 0),
    }
  })
}

export interface Happened {
  fault: string
  from: number
  /** When it was mended. */
  to: number
}

export interface FaultFigures {
  fault: string
  lastedSeconds: number
  requests: number
  refused: number
  failed: number
  wrong: number
  longestMs: number
  /** From when it was mended until the last request that was not answered well; 0: none after that. */
  recoveredAfterMs: number
}

/** Each fault owns the time until the next one. */
export function figuresByFault(told: Told[], happened: Happened[]): FaultFigures[] {
  return happened.map(({ fault, from, to }, place) => {
    const next = happened[place + 1]?.from ?? Number.POSITIVE_INFINITY
    const of = told.filter(({ dueAt }) => dueAt >= from - 1_000 && dueAt < next - 1_000)
    const bad = of.filter(each => !isGood(each))
    const refused = bad.filter(isRefused).length
    const wrong = bad.filter(({ isWrong }) => isWrong).length
    return {
      fault,
      lastedSeconds: (to - from) / 1_000,
      requests: of.length,
      refused,
      failed: bad.length - refused - wrong,
      wrong,
      longestMs: of.reduce((longest, { ms }) => Math.max(longest, ms), 0),
      recoveredAfterMs: Math.max(0, ...bad.map(({ dueAt }) => dueAt - to)),
    }
  })
}
