// The faults that are injected into a running deployment, one after the other.
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { withConnection } from '../../src/platform/database/pool.ts'
import type { Deltas } from './delta.ts'
import type { Dependencies } from './dependencies.ts'
import type { Deployment } from './deployment.ts'

export interface Fault {
  name: string
  /** Injects the fault and repairs it. */
  inject(): Promise<void>
}

export interface FaultTargets {
  dependencies: Dependencies
  deployment: Deployment
  deltas: Deltas
  /** Multiplies the load from now on. */
  setLoad(factor: number): void
}

export function createFaults({ dependencies, deployment, deltas, setLoad }: FaultTargets): Fault[] {
  const lockTable = (table: string) =>
    withConnection(dependencies.databaseUrl, async client => {
      await client.query(`begin; lock table ${table} in access exclusive mode`)
      await wait(5_000)
      await client.query('rollback')
    })
  const faults: [string, () => Promise<unknown>][] = [
    ['import of a delta', () => deltas.importNext()],
    ['API node killed, back after 5 s', () => restart(deployment, 'SIGKILL', 5_000)],
    ['Redis killed, back after 10 s', () => killRedis(dependencies, 10_000)],
    ['PostgreSQL killed and restarted', () => dependencies.killPostgres().then(() => dependencies.start())],
    ['foods locked for 5 s', () => lockTable('foods')],
    ['100 slow clients for 15 s', () => slowClients(deployment.apiUrl, 100, 15_000)],
    ['Redis paused for 10 s', () => pauseRedis(dependencies, 10_000)],
    ['API node hangs for 10 s', () => pauseNode(deployment, 10_000)],
    ['three times the load for 15 s', () => increaseLoad(setLoad, 15_000)],
    ['API node restarted (SIGTERM)', () => restart(deployment, 'SIGTERM', 0)],
    ['Redis flushed', () => dependencies.flushRedis()],
    ['all connections to PostgreSQL terminated', () => terminateConnections(dependencies.databaseUrl)],
    ['catalog statistics locked for 5 s', () => lockTable('catalog_stats')],
    ['website killed, back after 5 s', () => restartWebsite(deployment)],
    ['PostgreSQL paused for 5 s', () => pausePostgres(dependencies, 5_000)],
  ]
  return faults.map(([name, work]) => ({
    name,
    async inject() {
      await work()
    },
  }))
}

async function restart(deployment: Deployment, signal: 'SIGKILL' | 'SIGTERM', downMs: number): Promise<void> {
  await deployment.signal('api1', signal)
  await wait(downMs)
  await deployment.start('api1')
}

async function restartWebsite(deployment: Deployment): Promise<void> {
  await deployment.signal('website1', 'SIGKILL')
  await wait(5_000)
  await deployment.start('website1')
}

async function pauseNode(deployment: Deployment, ms: number): Promise<void> {
  await deployment.signal('api2', 'SIGSTOP')
  await wait(ms)
  await deployment.signal('api2', 'SIGCONT')
  await deployment.until('api2', 'up')
}

async function killRedis(dependencies: Dependencies, ms: number): Promise<void> {
  dependencies.signalRedis('SIGKILL')
  await wait(ms)
  await dependencies.start()
}

async function pauseRedis(dependencies: Dependencies, ms: number): Promise<void> {
  dependencies.signalRedis('SIGSTOP')
  await wait(ms)
  dependencies.signalRedis('SIGCONT')
}

async function pausePostgres(dependencies: Dependencies, ms: number): Promise<void> {
  dependencies.signalPostgres('SIGSTOP')
  await wait(ms)
  dependencies.signalPostgres('SIGCONT')
}

async function increaseLoad(setLoad: (factor: number) => void, ms: number): Promise<void> {
  setLoad(3)
  await wait(ms)
  setLoad(1)
}

async function terminateConnections(databaseUrl: string): Promise<void> {
  await withConnection(databaseUrl, client =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name like 'larder %' and pid <> pg_backend_pid()`,
    ),
  )
}

/** Half of them send a header one byte at a time, the others never read their responses. */
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
