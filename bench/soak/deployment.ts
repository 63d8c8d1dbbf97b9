// Two API nodes and a website behind deploy/haproxy.cfg, each of which can be stopped or killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfOutdated, builtProgram } from '../../lab/build.ts'
import { type Backend, type Haproxy, startHaproxy } from '../../lab/servers/haproxy.ts'
import type { Environment } from '../../lab/servers/larder-process.ts'
import type { MemorySample } from './nodes.ts'

export interface Deployment {
  apiUrl: string
  websiteUrl: string
  /** Resolves when HAProxy routes requests to it. */
  start(backend: Backend): Promise<void>
  /** After SIGTERM and SIGKILL, resolves when the process has exited. */
  signal(backend: Backend, signal: 'SIGTERM' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>
  until: Haproxy['until']
  residentMegabytes(): number
  /** Memory after garbage collection every half minute, of each process, from its start. */
  liveMemory(): MemorySample[][]
  remove(): Promise<void>
}

export async function startDeployment(environment: Environment, folder: string): Promise<Deployment> {
  buildIfOutdated()
  const haproxy = await startHaproxy()
  const nodes = new Map<Backend, ChildProcess>()
  const log = openSync(join(folder, 'nodes.log'), 'a')
  const heapProbeFile = join(folder, 'heap-probe.jsonl')
  const end = () => {
    for (const node of nodes.values()) node.kill('SIGKILL')
  }
  process.once('exit', end)
  const deployment: Deployment = {
    apiUrl: haproxy.apiUrl,
    websiteUrl: haproxy.websiteUrl,
    until: haproxy.until,
    async start(backend) {
      const server = backend.startsWith('api') ? 'api' : 'website'
      const args = [
        '--expose-gc',
        '--import',
        import.meta.resolve('./heap-probe.js'),
        builtProgram,
        'serve',
        '--only',
        server,
      ]
      nodes.set(
        backend,
        spawn(process.execPath, args, {
          cwd: '/',
          env: {
            ...environment,
            ...haproxy.settingsFor(backend),
            WEB_PUBLIC_URL: haproxy.websiteUrl,
            TRUSTED_PROXIES: '127.0.0.1',
            SHUTDOWN_DELAY_MS: '3000',
            HEAP_PROBE_FILE: heapProbeFile,
          },
          stdio: ['ignore', log, log],
        }),
      )
      await haproxy.until(backend, 'up')
    },
    async signal(backend, signal) {
      const node = nodes.get(backend)
      if (node === undefined) throw new Error(`${backend} is not running`)
      const ended = once(node, 'exit')
      node.kill(signal)
      if (signal === 'SIGTERM' || signal === 'SIGKILL') await ended
    },
    residentMegabytes: () =>
      [...nodes.values()].reduce((sum, { pid }) => sum + residentMegabytesOf(pid ?? 0), 0),
    liveMemory: () => readProbes(heapProbeFile),
    async remove() {
      process.off('exit', end)
      await Promise.all([...nodes.keys()].map(backend => deployment.signal(backend, 'SIGKILL')))
      await haproxy.stop()
    },
  }
  return deployment
}

function residentMegabytesOf(processId: number): number {
  try {
    const [, kilobytes = 0] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0 // it is not running
  }
}

function readProbes(file: string): MemorySample[][] {
  const probes = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as { pid: number; at: number; bytes: number })
  return Array.from(Map.groupBy(probes, ({ pid }) => pid).values(), samples => {
    const start = samples[0]?.at ?? 0
    return samples.map(({ at, bytes }) => ({ hours: (at - start) / 3_600_000, megabytes: bytes / 1e6 }))
  })
}
