// Serves with several processes: starts them, replaces those that end, and answers for all of them at the management port.
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { Gauge, Registry } from 'prom-client'
import { LogSink } from '../platform/logging/log-sink.ts'
import { addWorkerMetrics } from '../platform/telemetry/metrics.ts'
import { createMetricsSum, type MetricValues } from '../platform/telemetry/metrics-sum.ts'
import { CliError } from './commands/errors.ts'
import { exitCodes } from './commands/exit-codes.ts'
import type { Config } from './config.ts'
import { startManagementServer } from './management-server.ts'
import type { Readiness } from './readiness.ts'
import type { RunningService } from './serve.ts'
import type { SharedPorts } from './server-addresses.ts'

export type ServerUrls = Pick<RunningService, 'apiUrl' | 'websiteUrl' | 'publicWebsiteUrl'>

/** To a worker. The first one finds out whether the ports are free; the others share them with it. */
export type Order =
  | { type: 'start'; ports: SharedPorts | undefined }
  | { type: 'report metrics' }
  | { type: 'stop'; isDelayed: boolean }

/** From a worker. */
export type Report =
  | { type: 'waiting' }
  | { type: 'listening'; urls: ServerUrls }
  | { type: 'readiness'; readiness: Readiness }
  | { type: 'metrics'; values: MetricValues }
  /** It must not go on, and no other one can. */
  | { type: 'failed' }

const restartDelayMs = 1_000
// A worker that hangs must not keep the metrics of the others away.
const maxReportMs = 1_000
// Beyond the time in which running requests may end.
const exitGraceMs = 5_000
const finishLogMs = 1_000

const starting: Readiness = {
  isReady: false,
  checks: {
    node: 'starting',
    database: 'not checked yet',
    schema: 'not checked yet',
    search: 'not prepared yet',
    redis: 'not checked yet',
  },
}

/** A worker has ended that cannot be replaced. */
const workerFailed = (code: number | null) =>
  new CliError('a worker has ended; it has said why', { exitCode: code || exitCodes.error.code })

export async function superviseWorkers(config: Config): Promise<RunningService> {
  const log = new LogSink(1)
  const logger = pino({ level: config.LOG_LEVEL, base: { pid: process.pid } }, log)
  const readiness = new Map<Worker, Readiness>()
  const leaving = new Set<Worker>()
  let restarts = 0
  const sum = createMetricsSum<Worker>(supervisorMetrics(() => restarts))
  const failed = Promise.withResolvers<Error>()
  let ports: SharedPorts | undefined
  let isStopping = false

  // NaN, which stands for unknown figures, does not exist in JSON.
  cluster.setupPrimary({ serialization: 'advanced' })
  // A worker may have just died; without a callback, that would be an error of this process.
  const order = (worker: Worker, message: Order) => worker.send(message, () => undefined)

  /** Resolves when it listens. */
  async function startWorker(): Promise<ServerUrls> {
    const worker = cluster.fork()
    const listening = Promise.withResolvers<ServerUrls>()
    worker.on('message', (report: Report) => {
      if (report.type === 'waiting') order(worker, { type: 'start', ports })
      else if (report.type === 'listening') listening.resolve(report.urls)
      else if (report.type === 'readiness') readiness.set(worker, report.readiness)
      else if (report.type === 'metrics') sum.add(worker, report.values)
      else leaving.add(worker)
    })
    worker.once('exit', (code, signal) => {
      const isExpected = leaving.delete(worker)
      readiness.delete(worker)
      sum.keep(worker)
      listening.reject(workerFailed(code))
      if (isStopping) return
      // The first one could not start, or the database has another schema.
      if (ports === undefined || (isExpected && code !== 0)) failed.resolve(workerFailed(code))
      else if (!isExpected) {
        restarts++
        logger.error({ worker: worker.process.pid, code, signal }, 'a worker has ended; starting another one')
        setTimeout(startMissing, restartDelayMs).unref()
      }
    })
    return listening.promise
  }

  /** One that does not start is tried again. */
  function startMissing(): void {
    if (isStopping) return
    for (let count = running().length; count < config.WORKERS; count++) startWorker().catch(() => undefined)
  }

  const running = () => Object.values(cluster.workers ?? {}).filter(worker => worker !== undefined)

  async function stopWorker(worker: Worker, isDelayed: boolean): Promise<void> {
    leaving.add(worker)
    const exited = once(worker, 'exit')
    order(worker, { type: 'stop', isDelayed })
    const delayMs = isDelayed ? config.SHUTDOWN_DELAY_MS : 0
    const late = setTimeout(
      () => worker.process.kill('SIGKILL'),
      delayMs + config.SHUTDOWN_TIMEOUT_MS + exitGraceMs,
    )
    await exited
    clearTimeout(late)
  }

  /** One after the other, for instance by a newer release. */
  async function replaceWorkers(): Promise<void> {
    for (const old of running()) {
      await startWorker()
      await stopWorker(old, false)
    }
  }

  async function metricsText(): Promise<string> {
    const asked = running().filter(worker => readiness.has(worker))
    const reported = asked.map(worker => sum.next(worker))
    for (const worker of asked) order(worker, { type: 'report metrics' })
    await Promise.race([Promise.all(reported), wait(maxReportMs, undefined, { ref: false })])
    return sum.text()
  }

  const management = await startManagementServer({
    metrics: metricsText,
    readiness() {
      const all = [...readiness.values()]
      const shown = all.find(each => each.isReady) ?? all[0] ?? starting
      return isStopping ? { isReady: false, checks: { ...shown.checks, node: 'stopping' } } : shown
    },
    host: config.MANAGEMENT_HOST,
    port: config.MANAGEMENT_PORT,
  })

  async function stop({ isDelayed = true } = {}): Promise<boolean> {
    isStopping = true
    await Promise.all(running().map(worker => stopWorker(worker, isDelayed)))
    management.close()
    return log.finish(finishLogMs)
  }

  try {
    const urls = await startWorker()
    ports = { api: portOf(urls.apiUrl), website: portOf(urls.websiteUrl) }
    startMissing()
    let isReplacing = false
    process.on('SIGHUP', () => {
      if (isReplacing) return
      isReplacing = true
      replaceWorkers()
        .catch(({ message }) => logger.error({ message }, 'workers are not replaced'))
        .finally(() => {
          isReplacing = false
          startMissing()
        })
    })
    return { ...urls, metricsUrl: management.url, failed: failed.promise, stop }
  } catch (error) {
    await stop({ isDelayed: false })
    throw error
  }
}

/** A node starts when its supervisor does. */
function supervisorMetrics(restarts: () => number): Registry {
  const registry = new Registry()
  addWorkerMetrics(registry, restarts)
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'Start time of the process since unix epoch in seconds.',
    aggregator: 'first',
    registers: [registry],
  }).set(Math.round(performance.timeOrigin / 1000))
  return registry
}

const portOf = (url: string) => (url === '' ? undefined : Number(new URL(url).port || 80))
