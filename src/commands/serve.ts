import { once } from 'node:events'
import { loadConfig } from '../config.ts'
import { serve } from '../serve.ts'

export async function serveCommand(): Promise<void> {
  const service = await serve(loadConfig())
  process.stderr.write(`Larder answers on ${service.apiUrl}, metrics on ${service.metricsUrl}\n`)
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  process.stderr.write('stopping: running requests are finished first\n')
  // A write that hangs for ever would hold the process at its exit.
  if (!(await service.stop())) process.kill(process.pid, 'SIGKILL')
}
