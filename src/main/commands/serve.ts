import { once } from 'node:events'
import { loadConfig } from '../config.ts'
import { type RunningService, type ServedPart, serve } from '../serve.ts'

export async function serveCommand(only?: ServedPart): Promise<void> {
  const service = await serve(loadConfig(), only)
  process.stderr.write(`${describe(service)}\n`)
  // Its forms are taken from there only.
  if (service.websiteUrl !== '') process.stderr.write(`open the website at ${service.publicWebsiteUrl}\n`)
  const signal = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]).then(() => undefined)
  const failure = await Promise.race([signal, service.failed])
  process.stderr.write('stopping: running requests are finished first\n')
  const isFinished = await service.stop()
  if (failure !== undefined) throw failure
  // A write that hangs for ever would hold the process at its exit.
  if (!isFinished) process.kill(process.pid, 'SIGKILL')
}

function describe({ apiUrl, websiteUrl, metricsUrl }: RunningService): string {
  if (apiUrl === '') return `Larder's website answers on ${websiteUrl}, metrics on ${metricsUrl}`
  return `Larder answers on ${apiUrl}, metrics on ${metricsUrl}${websiteUrl && `, website on ${websiteUrl}`}`
}
