// Connection options of both servers: timeouts, request ids, shutdown.
import { randomUUID } from 'node:crypto'
import type { ServerOptions } from 'node:http'
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

export const connectionOptions = {
  genReqId: request => {
    const given = request.headers['x-request-id']
    return typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID()
  },
  // A child logger per request would cost more than the line it writes; the request id is a field of the line.
  childLoggerFactory: logger => logger,
  logController: new LogController({ disableRequestLogging: true }), // app.ts logs one line per request
  requestTimeout,
  http: {
    headersTimeout,
    connectionsCheckingInterval,
    maxHeaderSize: 16_384,
    requireHostHeader: false, // rejected by the application, with an error body in the API's format
  },
  keepAliveTimeout,
  bodyLimit: 65_536,
  // While shutting down, requests on open connections are still handled, with Connection: close.
  return503OnClosing: false,
  forceCloseConnections: 'idle',
} satisfies FastifyHttpOptions<RawServerDefault>
