import { once } from 'node:events'
import { loadConfig } from '../config.ts'
import { type RunningService, type ServedPart, serve } from '../serve.ts'

export async function serveCommand(only?: ServedPart): Promise<void> {
  const service = await serve(loadConfig(), only)
  process.stderr.write(`${describe(service)}\n`)
  // Forms are accepted only from this URL.
  if (service.websiteUrl !== '') process.stderr.write(`open the website at ${service.publicWebsiteUrl}\n`)
  const signal = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]).then(() => undefined)
  const failure = await Promise.race([signal, service.failed])
  process.stderr.write('shutting down: finishing running requests\n')
  const isFinished = await service.stop()
  if (failure !== undefined) throw failure
  // A write that hangs forever would keep the process from exiting.
  if (!isFinished) process.kill(process.pid, 'SIGKILL')
}

function describe({ apiUrl, websiteUrl, metricsUrl }: RunningService): string {
  if (apiUrl === '') return `website listening on ${websiteUrl}, metrics on ${metricsUrl}`
  return `API listening on ${apiUrl}, metrics on ${metricsUrl}${websiteUrl && `, website on ${websiteUrl}`}`
}
