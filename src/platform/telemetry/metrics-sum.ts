// The metrics of several processes as those of one.
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client'

export type MetricValues = MetricObjectWithValues<MetricValue<string>>[]

export interface MetricsSum<Source> {
  /** The newest values of a process; the previous ones are replaced. */
  add(source: Source, values: MetricValues): void
  /** Resolves when `add` is called next, or when the process has ended. */
  next(source: Source): Promise<void>
  /** After a process has ended: its counters stay in the sum, which must not fall. */
  keep(source: Source): void
  text(): Promise<string>
}

/** `own`: of the process that sums them. Its way of adding applies where a metric of the others has the same name. */
export function createMetricsSum<Source>(own: Registry): MetricsSum<Source> {
  const current = new Map<Source, MetricValues>()
  const awaited = new Map<Source, PromiseWithResolvers<void>>()
  let ended: Promise<MetricValues> = Promise.resolve([])

  function resolveNext(source: Source): void {
    awaited.get(source)?.resolve()
    awaited.delete(source)
  }

  return {
    add(source, values) {
      current.set(source, values)
      resolveNext(source)
    },
    next(source) {
      const next = awaited.get(source) ?? Promise.withResolvers<void>()
      awaited.set(source, next)
      return next.promise
    },
    keep(source) {
      const values = current.get(source) ?? []
      current.delete(source)
      resolveNext(source)
      const counted = values.filter(({ type }) => countedTypes.has(String(type)))
      ended = ended.then(sum => AggregatorRegistry.aggregate([sum, counted]).getMetricsAsJSON())
    },
    async text() {
      const first = [await own.getMetricsAsJSON(), await ended]
      return AggregatorRegistry.aggregate([...first, ...current.values()]).metrics()
    },
  }
}

// The declarations of prom-client say numbers.
const countedTypes = new Set(['counter', 'histogram'])
