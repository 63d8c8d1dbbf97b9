// One of several processes that serve together (supervisor.ts).
import { once } from 'node:events'
import type { Config } from './config.ts'
import type { ServedPart } from './http-servers.ts'
import { serve } from './serve.ts'
import type { SharedPorts } from './server-addresses.ts'
import type { Order, Report } from './supervisor.ts'

const readinessIntervalMs = 100

export async function runWorker(config: Config, only?: ServedPart): Promise<void> {
  // Ctrl-C and systemd signal all processes; the supervisor says when to stop.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined)
  const supervisorGone = once(process, 'disconnect').then(() => ({ isDelayed: false }))
  const service = await serve(config, only, { ports: await sharedPorts() })

  let sent = ''
  const reportReadiness = () => {
    const readiness = service.readiness()
    const text = JSON.stringify(readiness)
    if (text !== sent) report({ type: 'readiness', readiness })
    sent = text
  }
  reportReadiness()
  setInterval(reportReadiness, readinessIntervalMs).unref()

  const reportMetrics = async () =>
    report({ type: 'metrics', values: await service.registry.getMetricsAsJSON() })
  const stopped = new Promise<{ isDelayed: boolean }>(resolve => {
    process.on('message', (order: Order) => {
      if (order.type === 'stop') resolve(order)
      else if (order.type === 'report metrics') void reportMetrics()
    })
  })
  const { apiUrl, websiteUrl, publicWebsiteUrl } = service
  report({ type: 'listening', urls: { apiUrl, websiteUrl, publicWebsiteUrl } })

  const cause = await Promise.race([stopped, supervisorGone, service.failed])
  const isFinished = await service.stop({ isDelayed: 'isDelayed' in cause && cause.isDelayed })
  await reportMetrics()
  if (cause instanceof Error) {
    report({ type: 'failed' })
    throw cause
  }
  // A write that hangs forever would keep the process from exiting.
  if (!isFinished) process.kill(process.pid, 'SIGKILL')
  process.disconnect?.()
}

async function sharedPorts(): Promise<SharedPorts | undefined> {
  const started = new Promise<SharedPorts | undefined>(resolve => {
    process.once('message', (order: Order) => order.type === 'start' && resolve(order.ports))
  })
  report({ type: 'waiting' })
  return started
}

function report(message: Report): void {
  if (process.connected) process.send?.(message)
}
