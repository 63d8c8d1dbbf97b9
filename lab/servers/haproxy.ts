// deploy/haproxy.cfg itself, with the addresses of a test in it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from './free-port.ts'

interface Places {
  api: [number, number]
  website: [number, number]
}

export type Place = 'api1' | 'api2' | 'website1' | 'website2'

export interface Haproxy {
  apiUrl: string
  /** Known to HAProxy by the name in `Host`. */
  websiteUrl: string
  places: Places
  isUp(place: Place): Promise<boolean>
  /** Waits until it is in, or out. */
  until(place: Place, state: 'up' | 'down'): Promise<void>
  stop(): Promise<void>
}

const longestWaitMs = 60_000

/** Where nodes may listen; nobody does yet. */
export async function startHaproxy(mostConnections = 1_500): Promise<Haproxy> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-haproxy-'))
  const port = await findFreePort()
  const places: Places = {
    api: [await findFreePort(), await findFreePort()],
    website: [await findFreePort(), await findFreePort()],
  }
  const socket = join(folder, 'admin.sock')
  const configuration = join(folder, 'haproxy.cfg')
  writeFileSync(
    configuration,
    filledIn([
      // As many would need more open files than a test may have.
      ['maxconn 20000', `maxconn ${mostConnections}`],
      ['bind :80', `bind 127.0.0.1:${port}`],
      ['/run/haproxy/admin.sock', socket],
      ['-i www.example.org', '-i localhost'],
      ['api1 127.0.0.1:8080', `api1 127.0.0.1:${places.api[0]}`],
      ['api2 127.0.0.1:8090', `api2 127.0.0.1:${places.api[1]}`],
      ['website1 127.0.0.1:8081', `website1 127.0.0.1:${places.website[0]}`],
      ['website2 127.0.0.1:8091', `website2 127.0.0.1:${places.website[1]}`],
    ]),
  )
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', configuration], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  await once(child, 'spawn')
  const states = async () => statesIn(await command(socket, 'show servers state\n'))
  const haproxy: Haproxy = {
    apiUrl: `http://127.0.0.1:${port}`,
    websiteUrl: `http://localhost:${port}`,
    places,
    isUp: async place => (await states()).get(place) === true,
    async until(place, state) {
      for (
        const start = performance.now();
        (await haproxy.isUp(place)) !== (state === 'up');
        await wait(50)
      ) {
        if (performance.now() - start > longestWaitMs) throw new Error(`${place} is not ${state}`)
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
    const isThere = await states().catch(() => undefined)
    if (isThere !== undefined) return haproxy
    if (child.exitCode !== null) throw new Error('HAProxy did not start')
    if (performance.now() - start > longestWaitMs) throw new Error('HAProxy does not answer')
  }
}

function filledIn(replacements: [string, string][]): string {
  let written = readFileSync('deploy/haproxy.cfg', 'utf8')
  for (const [there, instead] of replacements) {
    if (written.split(there).length !== (there.startsWith('/run') ? 3 : 2)) {
      throw new Error(`deploy/haproxy.cfg: expected ${there}`)
    }
    written = written.replaceAll(there, instead)
  }
  return written
}

async function command(socket: string, line: string): Promise<string> {
  const connection = connect(socket)
  connection.write(line)
  return text(connection)
}

// Columns of `show servers state`: the name is the fourth, the operational state the sixth; 2 is running.
function statesIn(output: string): Map<string, boolean> {
  return new Map(
    output
      .split('\n')
      .map(line => line.split(' '))
      .filter(cells => cells.length > 10 && cells[0] !== '#')
      .map(cells => [cells[3] ?? '', cells[5] === '2']),
  )
}
