import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const sweepEveryMs = 1_000
const patienceMs = 6_000
// Slower than the slowest mobile network: who takes less in that time holds the answer on purpose.
const minBytes = 8_192

/**
 * Leaves clients that do not read what was sent to them, or only a few bytes now and then: their answers would fill our
 * memory. Node's own time-outs end when a request has been read. One look a second at all connections costs a request
 * nothing. A connection with nothing unsent is idle, and ends with the keep-alive time-out.
 */
export function closeStalledConnections(server: Server): void {
  const unsent = new Map<Socket, { bytes: number; since: number }>()

  server.on('connection', socket => {
    unsent.set(socket, { bytes: 0, since: 0 })
    socket.once('close', () => unsent.delete(socket))
  })
  const sweep = setInterval(() => {
    const now = performance.now()
    for (const [socket, last] of unsent) {
      const bytes = unsentBytes(socket)
      // More than before: what stood before it has gone out.
      if (bytes === 0 || bytes > last.bytes || bytes <= last.bytes - minBytes) {
        last.bytes = bytes
        last.since = now
      } else if (now - last.since >= patienceMs) {
        socket.destroy()
      }
    }
  }, sweepEveryMs).unref()
  server.once('close', () => clearInterval(sweep))
}

/** `writableLength` counts an answer whole until its last byte is out; the handle knows what is left of it. */
function unsentBytes(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null }
  return socket.writableLength === 0 ? 0 : (handle?.writeQueueSize ?? socket.writableLength)
}
