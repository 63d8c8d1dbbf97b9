// How the HTTP server treats connections: slow and broken clients, addresses, request ids.
import { randomUUID } from 'node:crypto'
import { type FastifyHttpOptions, LogController, type RawServerDefault } from 'fastify'
import { corsHeaders } from './cors.ts'
import { normalisedUrl, queryParameters } from './url.ts'

const requestIdForm = /^[\w.-]{1,64}$/

export const serverOptions: FastifyHttpOptions<RawServerDefault> = {
  rewriteUrl: request => normalisedUrl(request.url ?? '/'),
  routerOptions: {
    querystringParser: queryParameters,
    maxParamLength: 16_384, // as long as an address may be: what is wrong with it is told by 422
  },
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
    requireHostHeader: false, // admit refuses it, as JSON
  },
  keepAliveTimeout: 75_000, // longer than the minute after which load balancers drop idle connections
  bodyLimit: 65_536,
  // A stopping node answers what still arrives on open connections, and asks to close them.
  return503OnClosing: false,
  forceCloseConnections: 'idle',
  clientErrorHandler: (error, socket) => {
    if (!socket.writable) return
    const [status, reason, detail = reason] =
      clientErrors[(error as NodeJS.ErrnoException).code ?? ''] ?? badRequest
    const body = JSON.stringify({ detail })
    const headers = { ...corsHeaders, 'content-type': 'application/json; charset=utf-8' }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(
      `HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    )
    socket.destroySoon() // ending would wait for the other side, which may never close
  },
}

type ClientError = [status: number, reason: string, detail?: string]

const badRequest: ClientError = [400, 'Bad Request']

const clientErrors: Record<string, ClientError> = {
  HPE_INVALID_URL: [
    400,
    'Bad Request',
    'The address holds characters that HTTP does not allow. Percent-encode them: %20 for a space, %C3%A9 for é.',
  ],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}
