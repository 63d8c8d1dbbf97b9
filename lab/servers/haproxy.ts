// HAProxy with deploy/haproxy.cfg and the addresses of a test.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from './free-port.ts'

const backends = ['api1', 'api2', 'website1', 'website2'] as const

export type Backend = (typeof backends)[number]

export interface Haproxy {
  apiUrl: string
  processId: number
  /** Selected by the `Host` header. */
  websiteUrl: string
  /** The ports that its node must listen on, as settings. */
  settingsFor(backend: Backend): Record<string, string>
  isUp(backend: Backend): Promise<boolean>
  /** Waits until the backend is in or out of rotation. */
  until(backend: Backend, state: 'up' | 'down'): Promise<void>
  stop(): Promise<void>
}

const maxWaitMs = 60_000

/** Reserves ports for the nodes, which are not started here. */
export async function startHaproxy(maxConnections = 1_500): Promise<Haproxy> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-haproxy-'))
  const port = await findFreePort()
  const ports = new Map<Backend, { http: number; metrics: number }>()
  for (const backend of backends) {
    ports.set(backend, { http: await findFreePort(), metrics: await findFreePort() })
  }
  const portsOf = (backend: Backend) => ports.get(backend) ?? { http: 0, metrics: 0 }
  const addressOf = (backend: Backend) =>
    `${backend} 127.0.0.1:${portsOf(backend).http} port ${portsOf(backend).metrics}`
  const socket = join(folder, 'admin.sock')
  const configuration = join(folder, 'haproxy.cfg')
  writeFileSync(
    configuration,
    renderConfig([
      // The default would exceed the open-file limit of a test.
      ['maxconn 20000', `maxconn ${maxConnections}`],
      ['bind :80', `bind 127.0.0.1:${port}`],
      ['/run/haproxy/admin.sock', socket],
      ['-i www.example.org', '-i localhost'],
      ['api1 127.0.0.1:8080 port 9464', addressOf('api1')],
      ['api2 127.0.0.1:8090 port 9474', addressOf('api2')],
      ['website1 127.0.0.1:8081 port 9465', addressOf('website1')],
      ['website2 127.0.0.1:8091 port 9475', addressOf('website2')],
    ]),
  )
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', configuration], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  await once(child, 'spawn')
  const states = async () => parseServerStates(await command(socket, 'show servers state\n'))
  const haproxy: Haproxy = {
    apiUrl: `http://127.0.0.1:${port}`,
    processId: child.pid ?? 0,
    websiteUrl: `http://localhost:${port}`,
    settingsFor(backend) {
      const { http, metrics } = portsOf(backend)
      return {
        [backend.startsWith('api') ? 'API_PORT' : 'WEB_PORT']: String(http),
        MANAGEMENT_PORT: String(metrics),
      }
    },
    isUp: async backend => (await states()).get(backend) === true,
    async until(backend, state) {
      for (
        const start = performance.now();
        (await haproxy.isUp(backend)) !== (state === 'up');
        await wait(50)
      ) {
        if (performance.now() - start > maxWaitMs)
          throw new Error(`${backend} is not ${state} after ${maxWaitMs} ms`)
      }
    },
    async stop() {
      process.off('exit', end)
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
  for (const start = performance.now(); ; await wait(50)) {
    const isListening = await states().catch(() => undefined)
    if (isListening !== undefined) return haproxy
    if (child.exitCode !== null) throw new Error('HAProxy did not start')
    if (performance.now() - start > maxWaitMs) throw new Error('HAProxy does not respond')
  }
}

function renderConfig(replacements: [string, string][]): string {
  let config = readFileSync('deploy/haproxy.cfg', 'utf8')
  for (const [from, to] of replacements) {
    if (config.split(from).length !== (from.startsWith('/run') ? 3 : 2)) {
      throw new Error(`deploy/haproxy.cfg: expected ${from}`)
    }
    config = config.replaceAll(from, to)
  }
  return config
}

async function command(socket: string, line: string): Promise<string> {
  const connection = connect(socket)
  connection.write(line)
  return text(connection)
}

// Columns of `show servers state`: the name is the fourth, the operational state the sixth; 2 is running.
function parseServerStates(output: string): Map<string, boolean> {
  return new Map(
    output
      .split('\n')
      .map(line => line.split(' '))
      .filter(cells => cells.length > 10 && cells[0] !== '#')
      .map(cells => [cells[3] ?? '', cells[5] === '2']),
  )
}
