// What is done to a running site, one after the other.
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { withConnection } from '../src/platform/database/pool.ts'
import type { Deltas } from './delta.ts'
import type { Parts } from './dependencies.ts'
import type { Site } from './deployment.ts'

export interface Fault {
  name: string
  /** Breaks something and mends it again. */
  happen(): Promise<void>
}

export interface Breakable {
  parts: Parts
  site: Site
  deltas: Deltas
  /** So many times the load, from now on. */
  setLoad(times: number): void
}

export function faultsOf({ parts, site, deltas, setLoad }: Breakable): Fault[] {
  const locked = (table: string) =>
    withConnection(parts.databaseUrl, async client => {
      await client.query(`begin; lock table ${table} in access exclusive mode`)
      await wait(5_000)
      await client.query('rollback')
    })
  const faults: [string, () => Promise<unknown>][] = [
    ['import of a delta', () => deltas.importNext()],
    ['API node killed, back after 5 s', () => restart(site, 'SIGKILL', 5_000)],
    ['Redis killed, back after 10 s', () => redisAway(parts, 10_000)],
    ['PostgreSQL killed and restarted', () => parts.killPostgres().then(() => parts.start())],
    ['foods locked for 5 s', () => locked('foods')],
    ['100 slow clients for 15 s', () => slowClients(site.apiUrl, 100, 15_000)],
    ['Redis stopped for 10 s', () => redisSilent(parts, 10_000)],
    ['API node hangs for 10 s', () => hang(site, 10_000)],
    ['three times the load for 15 s', () => moreLoad(setLoad, 15_000)],
    ['API node restarted (SIGTERM)', () => restart(site, 'SIGTERM', 0)],
    ['Redis flushed', () => parts.flushRedis()],
    ['every connection to PostgreSQL cut', () => cutConnections(parts.databaseUrl)],
    ['terms locked for 5 s', () => locked('terms')],
    ['website killed, back after 5 s', () => restartWebsite(site)],
    ['PostgreSQL silent for 5 s', () => hangPostgres(parts, 5_000)],
  ]
  return faults.map(([name, work]) => ({
    name,
    async happen() {
      await work()
    },
  }))
}

async function restart(site: Site, signal: 'SIGKILL' | 'SIGTERM', awayMs: number): Promise<void> {
  await site.signal('api1', signal)
  await wait(awayMs)
  await site.start('api1')
}

async function restartWebsite(site: Site): Promise<void> {
  await site.signal('website1', 'SIGKILL')
  await wait(5_000)
  await site.start('website1')
}

async function hang(site: Site, ms: number): Promise<void> {
  await site.signal('api2', 'SIGSTOP')
  await wait(ms)
  await site.signal('api2', 'SIGCONT')
  await site.until('api2', 'up')
}

async function redisAway(parts: Parts, ms: number): Promise<void> {
  parts.signalRedis('SIGKILL')
  await wait(ms)
  await parts.start()
}

async function redisSilent(parts: Parts, ms: number): Promise<void> {
  parts.signalRedis('SIGSTOP')
  await wait(ms)
  parts.signalRedis('SIGCONT')
}

async function hangPostgres(parts: Parts, ms: number): Promise<void> {
  parts.signalPostgres('SIGSTOP')
  await wait(ms)
  parts.signalPostgres('SIGCONT')
}

async function moreLoad(setLoad: (times: number) => void, ms: number): Promise<void> {
  setLoad(3)
  await wait(ms)
  setLoad(1)
}

async function cutConnections(databaseUrl: string): Promise<void> {
  await withConnection(databaseUrl, client =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name like 'larder %' and pid <> pg_backend_pid()`,
    ),
  )
}

/** Half send a header letter by letter, half never read what they asked for. */
async function slowClients(url: string, clients: number, ms: number): Promise<void> {
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: clients }, (_, n) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write(
      n % 2 === 0
        ? 'GET /food/1 HTTP/1.1\r\nhost: x\r\nx-slow: '
        : 'GET /foods/popular?limit=500 HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(10),
    )
    if (n % 2 === 1) socket.pause()
    return socket
  })
  for (const end = performance.now() + ms; performance.now() < end; await wait(1_000)) {
    for (const [n, socket] of sockets.entries()) if (n % 2 === 0 && socket.writable) socket.write('a')
  }
  for (const socket of sockets) socket.destroy()
}
