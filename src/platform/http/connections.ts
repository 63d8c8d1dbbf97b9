// Connection options of both servers: timeouts, request ids, shutdown.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyHttpOptions, LogController, type RawServerDefault } from 'fastify'

const requestIdPattern = /^[\w.-]{1,64}$/

// How long a client may take to send its request, checked every second.
const requestTimeout = 8_000
const headersTimeout = 6_000
const connectionsCheckingInterval = 1_000
const keepAliveTimeout = 75_000 // longer than the idle timeout of load balancers, usually a minute

/** For the servers that do not use Fastify. */
export const connectionTimeouts = {
  requestTimeout,
  headersTimeout,
  connectionsCheckingInterval,
  keepAliveTimeout,
} satisfies ServerOptions

/** For the servers that check the message themselves (request-message.ts), with an error body in the format of the API. */
const messageOptions = {
  maxHeaderSize: 16_384,
  requireHostHeader: false,
} satisfies ServerOptions

export const serverOptions = { ...connectionTimeouts, ...messageOptions } satisfies ServerOptions

/** The client's, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID()
}

export const fastifyOptions = {
  genReqId: requestIdOf,
  // A child logger per request would cost more than the line it writes; the request id is a field of the line.
  childLoggerFactory: logger => logger,
  logController: new LogController({ disableRequestLogging: true }), // one line per request is logged instead
  requestTimeout,
  http: { headersTimeout, connectionsCheckingInterval, ...messageOptions },
  keepAliveTimeout,
  bodyLimit: 65_536,
  // While shutting down, requests on open connections are still handled, with Connection: close.
  return503OnClosing: false,
  forceCloseConnections: 'idle',
} satisfies FastifyHttpOptions<RawServerDefault>

const sweepIntervalMs = 1_000
const stallTimeoutMs = 6_000
// Even the slowest mobile network reads this much within the timeout.
const minBytes = 8_192

/**
 * Closes connections whose client reads its response not at all or only a few bytes at a time, since unsent responses
 * would fill the memory. Node.js's timeouts only cover reading the request. Sweeping all connections once a second costs
 * requests nothing. A connection with nothing unsent is idle and ends with the keep-alive timeout.
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
      // More than before means that the earlier response was sent.
      if (bytes === 0 || bytes > last.bytes || bytes <= last.bytes - minBytes) {
        last.bytes = bytes
        last.since = now
      } else if (now - last.since >= stallTimeoutMs) {
        socket.destroy()
      }
    }
  }, sweepIntervalMs).unref()
  server.once('close', () => clearInterval(sweep))
}

/** `writableLength` counts a response in full until its last byte is sent; the handle knows the remaining bytes. */
function unsentBytes(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null }
  return socket.writableLength === 0 ? 0 : (handle?.writeQueueSize ?? socket.writableLength)
}
