import cluster from 'node:cluster'
import { once } from 'node:events'
import { type Config, loadConfig } from '../config.ts'
import type { ServedPart } from '../http-servers.ts'
import type { RunningService } from '../serve.ts'

export async function serveCommand(only?: ServedPart): Promise<void> {
  const config = loadConfig()
  if (cluster.isWorker) return (await import('../worker.ts')).runWorker(config, only)
  const service = await start(config, only)
  // Before anyone can know that it has started, and signal it.
  const signals = (['SIGTERM', 'SIGINT'] as const).map(name => once(process, name).then(() => name))
  process.stderr.write(`${describe(service)}\n`)
  // Forms are accepted only from this URL.
  if (service.websiteUrl !== '') process.stderr.write(`open the website at ${service.publicWebsiteUrl}\n`)
  const cause = await Promise.race([...signals, service.failed])
  process.stderr.write('shutting down: finishing running requests\n')
  // Someone who presses Ctrl-C should not wait for a load balancer; a node with the wrong schema must not serve at all.
  const isFinished = await service.stop({ isDelayed: cause === 'SIGTERM' })
  if (cause instanceof Error) throw cause
  // A write that hangs forever would keep the process from exiting.
  if (!isFinished) process.kill(process.pid, 'SIGKILL')
}

/** A supervisor does not need what serves. */
async function start(config: Config, only: ServedPart | undefined): Promise<RunningService> {
  return config.WORKERS > 1
    ? (await import('../supervisor.ts')).superviseWorkers(config, only)
    : (await import('../serve.ts')).serve(config, only)
}

function describe({ apiUrl, websiteUrl, metricsUrl }: RunningService): string {
  if (apiUrl === '') return `website listening on ${websiteUrl}, metrics on ${metricsUrl}`
  return `API listening on ${apiUrl}, metrics on ${metricsUrl}${websiteUrl && `, website on ${websiteUrl}`}`
}
