import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const sweepEveryMs = 1_000
const patienceMs = 6_000

/**
 * Leaves clients that do not read what was sent to them: their answers would fill our memory. Node's own
 * time-outs end when a request has been read. One look a second at all connections costs a request nothing.
 * A connection with nothing unsent is idle, and ends with the keep-alive time-out.
 */
export function leaveStalledClients(server: Server): void {
  const unsent = new Map<Socket, { bytes: number; since: number }>()

  server.on('connection', socket => {
    unsent.set(socket, { bytes: 0, since: 0 })
    socket.once('close', () => unsent.delete(socket))
  })
  const sweep = setInterval(() => {
    const now = performance.now()
    for (const [socket, last] of unsent) {
      if (socket.writableLength !== last.bytes) {
        last.bytes = socket.writableLength
        last.since = now
      } else if (last.bytes > 0 && now - last.since >= patienceMs) {
        socket.destroy()
      }
    }
  }, sweepEveryMs).unref()
  server.once('close', () => clearInterval(sweep))
}
