// How both servers treat connections: slow clients, request ids, stopping.
import { randomUUID } from 'node:crypto'
import { type FastifyHttpOptions, LogController, type RawServerDefault } from 'fastify'

const requestIdForm = /^[\w.-]{1,64}$/

export const connectionOptions = {
  genReqId: request => {
    const given = request.headers['x-request-id']
    return typeof given === 'string' && requestIdForm.test(given) ? given : randomUUID()
  },
  // A logger for each request would cost more than the line it writes: the id is given with the line.
  childLoggerFactory: logger => logger,
  logController: new LogController({ disableRequestLogging: true }), // app.ts writes one line a request
  // A client has this long to send its request; the check for it runs every second.
  requestTimeout: 8_000,
  http: {
    headersTimeout: 6_000,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 16_384,
    requireHostHeader: false, // answered by us, in the form of our other answers
  },
  keepAliveTimeout: 75_000, // longer than the minute after which load balancers drop idle connections
  bodyLimit: 65_536,
  // A stopping node answers what still arrives on open connections, and asks to close them.
  return503OnClosing: false,
  forceCloseConnections: 'idle',
} satisfies FastifyHttpOptions<RawServerDefault>
