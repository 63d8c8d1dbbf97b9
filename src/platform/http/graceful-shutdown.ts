import type { Server } from 'node:http'
import type { Socket } from 'node:net'
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

export interface GracefulServer {
  /** Closes the connections when the last response is sent, or at the latest after this time. */
  close(timeoutMs: number): Promise<void>
}

/** Must be called before the server listens, so that it knows every connection. */
export function closeGracefully(app: FastifyInstance): GracefulServer {
  const { server } = app
  const sockets = new Set<Socket>()
  let accepted = 0
  server.on('connection', socket => {
    accepted++
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  /**
   * Closing the listening socket resets the connections that the kernel has completed and Node.js has not accepted. With
   * the shortest queue the kernel ignores new clients while one is waiting; they ask again a second later and are refused.
   * Node.js accepts one connection per turn of the event loop, so none is waiting after a short turn without one. Only a
   * client that connects at that very moment can still be reset.
   */
  async function stopListening(): Promise<void> {
    const { _handle: handle } = server as Server & { _handle?: { listen?(backlog: number): number } | null }
    handle?.listen?.(0)
    const end = performance.now() + maxDrainMs
    for (let isQuiet = false, now = performance.now(); !isQuiet && now < end; ) {
      const before = { now, accepted }
      await nextTurn()
      now = performance.now()
      isQuiet = accepted === before.accepted && now - before.now < quietTurnMs
    }
    server.close()
  }

  return {
    async close(timeoutMs) {
      await stopListening()
      const silent = setTimeout(() => {
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      }, silentConnectionMs)
      const cut = setTimeout(() => server.closeAllConnections(), timeoutMs)
      await app.close()
      clearTimeout(silent)
      clearTimeout(cut)
    },
  }
}
