// One of several processes that serve together (supervisor.ts).
import type { Config } from './config.ts'
import type { ServedPart } from './http-servers.ts'
import { serve } from './serve.ts'
import type { WorkerState } from './supervisor.ts'

const reportIntervalMs = 500

export async function runWorker(config: Config, only?: ServedPart): Promise<void> {
  // Ctrl-C and systemd signal all processes; the supervisor says when to stop.
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => undefined)
  /** Resolves with whether it keeps serving for SHUTDOWN_DELAY_MS. */
  const stopped = Promise.withResolvers<boolean>()
  process.once('disconnect', () => stopped.resolve(false))
  process.once('message', stopped.resolve)
  // While it starts, it has no requests to finish.
  const service = await Promise.race([serve(config, only, true), stopped.promise.then(() => process.exit(0))])
  const { registry, readiness, apiUrl, websiteUrl, publicWebsiteUrl } = service
  const urls = { apiUrl, websiteUrl, publicWebsiteUrl }
  async function report(): Promise<void> {
    const state: WorkerState = { urls, readiness: readiness(), metrics: await registry.getMetricsAsJSON() }
    // The supervisor may have just ended; without a callback, that would be an error of this process.
    process.send?.(state, undefined, undefined, () => undefined)
  }
  await report()
  setInterval(() => void report(), reportIntervalMs).unref()

  const cause = await Promise.race([stopped.promise, service.failed])
  const isFinished = await service.stop({ isDelayed: cause === true })
  await report()
  if (cause instanceof Error) throw cause
  // A write that hangs forever would keep the process from exiting.
  if (!isFinished) process.kill(process.pid, 'SIGKILL')
  process.disconnect?.()
}
