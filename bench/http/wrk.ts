import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { cpuSeconds } from './cpu-time.ts'

const run = promisify(execFile)

interface Load {
  key?: string
  connections: number
  seconds: number
}

export interface LoadResult {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

export async function requireWrk(): Promise<void> {
  try {
    await run('sh', ['-c', 'command -v wrk'])
  } catch {
    throw new Error('wrk is not installed. On Debian or Ubuntu: sudo apt-get install -y wrk')
  }
}

/** Requests the paths in a file, one per line, in order. Throws if any response is not a 200. */
export async function loadPaths(
  url: string,
  pathsFile: string,
  { key, connections, seconds }: Load,
): Promise<LoadResult> {
  const script = new URL('requests.lua', import.meta.url).pathname
  const { stdout } = await run('wrk', [
    ...['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url],
    ...['--', pathsFile, ...(key === undefined ? [] : [key])],
  ])
  const line = stdout.split('\n').find(text => text.startsWith('{'))
  if (line === undefined) throw new Error(`wrk printed no result:\n${stdout}`)
  const result = JSON.parse(line)
  if (result.failures > 0)
    throw new Error(`${result.failures} of ${result.requests} requests failed at ${url}`)
  return { perSecond: result.requests / result.seconds, p50Ms: result.p50Ms, p99Ms: result.p99Ms }
}

export interface TimedLoad extends LoadResult {
  /** CPU time of the server per request: on a busy machine it varies less than the throughput. */
  cpuMicroseconds: number
}

export async function loadAndTime(
  server: { url: string; processId: number },
  pathsFile: string,
  load: Load,
): Promise<TimedLoad> {
  const before = cpuSeconds(server.processId)
  const result = await loadPaths(server.url, pathsFile, load)
  const requests = result.perSecond * load.seconds
  return { ...result, cpuMicroseconds: ((cpuSeconds(server.processId) - before) / requests) * 1e6 }
}
