// Serves with several processes: starts them, replaces those that end, and answers for all of them at the management port.
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { pino } from 'pino'
import { AggregatorRegistry, Gauge, Registry } from 'prom-client'
import { checkUnused } from '../platform/http/graceful-shutdown.ts'
import { LogSink } from '../platform/logging/log-sink.ts'
import { addWorkerMetrics } from '../platform/telemetry/metrics.ts'
import { CliError } from './commands/errors.ts'
import type { Config } from './config.ts'
import type { ServedPart } from './http-servers.ts'
import { explainListenError } from './listen-error.ts'
import { startManagementServer } from './management-server.ts'
import type { Readiness } from './readiness.ts'
import type { RunningService } from './serve.ts'
import { resolveAddresses } from './server-addresses.ts'

type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** What a worker reports from when it listens. */
export interface WorkerState {
  urls: Pick<RunningService, 'apiUrl' | 'websiteUrl' | 'publicWebsiteUrl'>
  readiness: Readiness
  metrics: MetricValues
}

const restartDelayMs = 1_000
const finishLogMs = 1_000
const starting: Readiness = { isReady: false, checks: { node: 'starting' } }

export async function superviseWorkers(config: Config, only?: ServedPart): Promise<RunningService> {
  const log = new LogSink(1)
  const logger = pino({ level: config.LOG_LEVEL, base: { pid: process.pid } }, log)
  const states = new Map<Worker, WorkerState>()
  const own = supervisorMetrics(() => restarts)
  let counts: Promise<MetricValues> = Promise.resolve([])
  let restarts = 0
  let isStarted = false
  let isStopping = false

  const { api, website } = await resolveAddresses(config)
  if (only !== 'website') await explainListenError('API', checkUnused(api.listen))
  if (only !== 'api') await explainListenError('WEB', checkUnused(website.listen))
  const management = await startManagementServer({
    async metrics() {
      const values = [await own.getMetricsAsJSON(), await counts]
      for (const { metrics } of states.values()) values.push(metrics)
      return AggregatorRegistry.aggregate(values).metrics()
    },
    readiness() {
      const all = Array.from(states.values(), ({ readiness }) => readiness)
      const shown = all.find(({ isReady }) => isReady) ?? all[0] ?? starting
      return isStopping ? { isReady: false, checks: { ...shown.checks, node: 'stopping' } } : shown
    },
    host: config.MANAGEMENT_HOST,
    port: config.MANAGEMENT_PORT,
  })
  // NaN, which stands for unknown figures, does not exist in JSON.
  cluster.setupPrimary({ serialization: 'advanced' })

  /** Resolves when it listens. */
  function startWorker(): Promise<WorkerState> {
    const worker = cluster.fork({ API_PORT: api.listen.port, WEB_PORT: website.listen.port })
    const listening = Promise.withResolvers<WorkerState>()
    worker.on('message', (state: WorkerState) => {
      states.set(worker, state)
      listening.resolve(state)
    })
    worker.once('exit', (code, signal) => {
      keepCounts(states.get(worker)?.metrics ?? [])
      states.delete(worker)
      listening.reject(new CliError('a worker has ended; it has said why', { exitCode: code || 1 }))
      if (!isStarted || isStopping) return
      restarts++
      logger.error({ worker: worker.process.pid, code, signal }, 'a worker has ended; starting another one')
      setTimeout(startAnother, restartDelayMs).unref()
    })
    return listening.promise
  }

  /** One that ends before it listens is replaced like any other. */
  function startAnother(): void {
    if (!isStopping) startWorker().catch(() => undefined)
  }

  /** What a worker that has ended had counted stays in the sum, which must not fall. */
  function keepCounts(metrics: MetricValues): void {
    // The declarations of prom-client say numbers.
    const counted = metrics.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))
    counts = counts.then(sum => AggregatorRegistry.aggregate([sum, counted]).getMetricsAsJSON())
  }

  async function stop({ isDelayed = true } = {}): Promise<boolean> {
    isStopping = true
    const workers = Object.values(cluster.workers ?? {}).filter(worker => worker !== undefined)
    const exited = workers.map(worker => once(worker, 'exit'))
    // One may have just died; without a callback, that would be an error of this process.
    for (const worker of workers) worker.send(isDelayed, () => undefined)
    await Promise.all(exited)
    management.close()
    return log.finish(finishLogMs)
  }

  try {
    // The first one shows whether any can serve, and takes over the ports that were found.
    const { urls } = await api.handOver(() => website.handOver(startWorker))
    isStarted = true
    for (let count = 1; count < config.WORKERS; count++) startAnother()
    return { ...urls, metricsUrl: management.url, failed: new Promise(() => undefined), stop }
  } catch (error) {
    await stop({ isDelayed: false })
    throw error
  }
}

/** A node starts when its supervisor does. */
function supervisorMetrics(restarts: () => number): Registry {
  const registry = new Registry()
  addWorkerMetrics(registry, restarts)
  const help = 'Start time of the process since unix epoch in seconds.'
  new Gauge({ name: 'process_start_time_seconds', help, aggregator: 'first', registers: [registry] }).set(
    Math.round(performance.timeOrigin / 1000),
  )
  return registry
}
