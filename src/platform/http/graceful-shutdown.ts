import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import {
  type AddressInfo,
  createServer,
  isIPv6,
  type ListenOptions,
  type Server,
  type Socket,
} from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Whether this process is shutting down. `/health` reports it to load balancers, `Connection: close` to clients. */
export interface ShutdownState {
  isBegun: boolean
}

export function noticeShutdown(app: FastifyInstance, shutdown: ShutdownState): void {
  app.addHook('preClose', async () => {
    shutdown.isBegun = true
  })
}

/** Asks clients with keep-alive connections to reconnect elsewhere, so that shutdown need not wait for them. */
export function closeConnectionsOnShutdown(app: FastifyInstance, shutdown: ShutdownState): void {
  noticeShutdown(app, shutdown)
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (shutdown.isBegun) reply.header('connection', 'close')
    done(null, payload)
  })
}

// A longer turn had other work, during which a client may have connected.
const quietTurnMs = 1
const maxDrainMs = 2_000
// A browser opens connections that it may never use; a client that connected to send a request does so within this time.
const silentConnectionMs = 2_000

// Node.js accepts one connection of a listening socket per turn of the event loop. Several sockets on one port, between which
// the kernel distributes clients, accept as many per turn, so that a burst of clients waits for fewer turns.
const listeningSockets = 256
// Closing takes time, in which clients connect to the sockets that are closed last.
const socketsClosedAtOnce = 8
// A burst of new connections waits in the kernel; with Node's 511 the rest would try again a second later.
const backlog = 4_096

export interface GracefulServer {
  url: string
  /** Closes the connections when the last response is sent, or at the latest after this time. */
  close(timeoutMs: number): Promise<void>
}

export interface ListenAddress {
  host: string
  port: number
  /** No other program listens there: the port was found to be unused, or other processes of this node use it. */
  isOurs: boolean
}

/** `closeApp` ends what belongs to the server, once it accepts no more connections. */
export async function listenGracefully(
  httpServer: HttpServer,
  address: ListenAddress,
  closeApp: () => Promise<unknown> = async () => undefined,
): Promise<GracefulServer> {
  const sockets = new Set<Socket>()
  let accepted = 0
  httpServer.on('connection', socket => {
    accepted++
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await checkUnused(address)
  const servers: Server[] = [httpServer, ...(await listenOnAll(httpServer, address))]

  /**
   * Closing the listening socket resets the connections that the kernel has completed and Node.js has not accepted. With
   * the shortest queue the kernel ignores new clients while one is waiting; they ask again a second later and are refused.
   * Node.js accepts one connection per turn of the event loop, so none is waiting after a short turn without one. Only a
   * client that connects at that very moment can still be reset.
   */
  async function stopListening(): Promise<Promise<void>[]> {
    const end = performance.now() + maxDrainMs
    const closing: Promise<void>[] = []
    for (let left = servers.length; left > 0; left -= socketsClosedAtOnce) {
      const some = servers.slice(Math.max(0, left - socketsClosedAtOnce), left)
      for (const server of some) {
        const { _handle: handle } = server as Server & {
          _handle?: { listen?(backlog: number): number } | null
        }
        handle?.listen?.(0)
      }
      for (let isQuiet = false, now = performance.now(); !isQuiet && now < end; ) {
        const before = { now, accepted }
        await nextTurn()
        now = performance.now()
        isQuiet = accepted === before.accepted && now - before.now < quietTurnMs
      }
      closing.push(...some.map(closed))
    }
    return closing
  }

  return {
    url: urlOf(httpServer.address() as AddressInfo),
    async close(timeoutMs) {
      const closing = await stopListening()
      httpServer.closeIdleConnections()
      const silent = setTimeout(() => {
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      }, silentConnectionMs)
      const cut = setTimeout(() => httpServer.closeAllConnections(), timeoutMs)
      // Each server waits for the connections that it has accepted.
      await Promise.all([...closing, closeApp()])
      clearTimeout(silent)
      clearTimeout(cut)
    },
  }
}

/** Sockets that share a port would share it with another program, too, instead of failing. */
export async function checkUnused({ host, port, isOurs }: ListenAddress): Promise<void> {
  if (!isOurs) await closed(await listening(createServer(), { host, port }))
}

/** Listens with further sockets, whose connections are the server's, too. */
async function listenOnAll(httpServer: HttpServer, { host, port }: ListenAddress): Promise<Server[]> {
  const shared = { host, port, backlog, reusePort: true }
  try {
    await listening(httpServer, shared)
    const others = Array.from({ length: listeningSockets - 1 }, () =>
      createServer({ allowHalfOpen: true, noDelay: true }, socket => httpServer.emit('connection', socket)),
    )
    await Promise.all(others.map(server => listening(server, shared)))
    return others
  } catch (error) {
    // Only Linux and FreeBSD distribute clients.
    if ((error as NodeJS.ErrnoException).code !== 'ENOTSUP') throw error
    await listening(httpServer, { host, port, backlog })
    return []
  }
}

/** Where this machine reaches it. */
function urlOf({ address, port }: AddressInfo): string {
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`
  return isIPv6(address) ? `http://[${address}]:${port}` : `http://${address}:${port}`
}

async function listening(server: Server, options: ListenOptions): Promise<Server> {
  server.listen(options)
  await once(server, 'listening')
  return server
}

async function closed(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}
