// One of several processes that serve together (supervisor.ts).
import { once } from 'node:events'
import type { Config } from './config.ts'
import type { ServedPart } from './http-servers.ts'
import { type ServingProcess, serve } from './serve.ts'
import type { SharedPorts } from './server-addresses.ts'
import type { Order, Report } from './supervisor.ts'

const readinessIntervalMs = 100

export async function runWorker(config: Config, only?: ServedPart): Promise<void> {
  // Ctrl-C and systemd signal all processes; the supervisor says when to stop.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined)
  const supervisorGone = once(process, 'disconnect').then(() => ({ isDelayed: false }))
  const started = Promise.withResolvers<SharedPorts | undefined>()
  const stopped = Promise.withResolvers<{ isDelayed: boolean }>()
  let service: ServingProcess | undefined
  process.on('message', (order: Order) => {
    if (order.type === 'start') started.resolve(order.ports)
    else if (order.type === 'report metrics') void reportMetrics(service)
    // While it starts, it has no requests to finish.
    else if (service === undefined) process.exit(0)
    else stopped.resolve(order)
  })
  report({ type: 'waiting' })
  service = await serve(config, only, { ports: await started.promise })
  reportReadiness(service)

  const { apiUrl, websiteUrl, publicWebsiteUrl } = service
  report({ type: 'listening', urls: { apiUrl, websiteUrl, publicWebsiteUrl } })
  const cause = await Promise.race([stopped.promise, supervisorGone, service.failed])
  const isFinished = await service.stop({ isDelayed: 'isDelayed' in cause && cause.isDelayed })
  await reportMetrics(service)
  if (cause instanceof Error) {
    report({ type: 'failed' })
    throw cause
  }
  // A write that hangs forever would keep the process from exiting.
  if (!isFinished) process.kill(process.pid, 'SIGKILL')
  process.disconnect?.()
}

/** Now, and whenever it changes. */
function reportReadiness(service: ServingProcess): void {
  let sent = ''
  const reportChange = () => {
    const readiness = service.readiness()
    const text = JSON.stringify(readiness)
    if (text !== sent) report({ type: 'readiness', readiness })
    sent = text
  }
  reportChange()
  setInterval(reportChange, readinessIntervalMs).unref()
}

async function reportMetrics(service: ServingProcess | undefined): Promise<void> {
  if (service) report({ type: 'metrics', values: await service.registry.getMetricsAsJSON() })
}

/** The supervisor may have just ended; without a callback, that would be an error of this process. */
function report(message: Report): void {
  process.send?.(message, undefined, undefined, () => undefined)
}
