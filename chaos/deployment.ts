// Two API nodes and a website behind deploy/haproxy.cfg, each of which can be taken away.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Haproxy, type Place, startHaproxy } from '../lab/servers/haproxy.ts'
import type { Environment } from '../lab/servers/larder-process.ts'
import { root } from '../lab/servers/temporary-stores.ts'

export interface Site {
  apiUrl: string
  websiteUrl: string
  /** Returns when requests reach it. */
  start(place: Place): Promise<void>
  /** Returns when it has ended, unless the signal lets it live. */
  signal(place: Place, signal: 'SIGTERM' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>
  until: Haproxy['until']
  residentMegabytes(): number
  remove(): Promise<void>
}

export async function openSite(environment: Environment, logFile: string): Promise<Site> {
  const haproxy = await startHaproxy()
  const nodes = new Map<Place, ChildProcess>()
  const log = openSync(logFile, 'a')
  const end = () => {
    for (const node of nodes.values()) node.kill('SIGKILL')
  }
  process.once('exit', end)
  const site: Site = {
    apiUrl: haproxy.apiUrl,
    websiteUrl: haproxy.websiteUrl,
    until: haproxy.until,
    async start(place) {
      const part = place.startsWith('api') ? 'api' : 'website'
      const port = haproxy.places[part][place.endsWith('1') ? 0 : 1]
      const args = [
        '--import',
        import.meta.resolve('tsx'),
        join(root, 'src/main/cli.ts'),
        'serve',
        '--only',
        part,
      ]
      nodes.set(
        place,
        spawn(process.execPath, args, {
          cwd: '/',
          env: {
            ...environment,
            [part === 'api' ? 'API_PORT' : 'WEB_PORT']: String(port),
            WEB_PUBLIC_URL: haproxy.websiteUrl,
            TRUSTED_PROXIES: '127.0.0.1',
            SHUTDOWN_DELAY_MS: '3000',
          },
          stdio: ['ignore', log, log],
        }),
      )
      await haproxy.until(place, 'up')
    },
    async signal(place, signal) {
      const node = nodes.get(place)
      if (node === undefined) throw new Error(`there is no ${place}`)
      const ended = once(node, 'exit')
      node.kill(signal)
      if (signal === 'SIGTERM' || signal === 'SIGKILL') await ended
    },
    residentMegabytes: () =>
      [...nodes.values()].reduce((sum, { pid }) => sum + residentMegabytesOf(pid ?? 0), 0),
    async remove() {
      process.off('exit', end)
      await Promise.all([...nodes.keys()].map(place => site.signal(place, 'SIGKILL')))
      await haproxy.stop()
    },
  }
  return site
}

function residentMegabytesOf(processId: number): number {
  try {
    const [, kilobytes = 0] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0 // it is away just now
  }
}
