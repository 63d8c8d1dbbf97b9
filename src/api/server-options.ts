// HTTP server options: URL parsing and responses to malformed requests.
import type { FastifyHttpOptions, RawServerDefault } from 'fastify'
import { connectionOptions } from '../platform/http/connections.ts'
import { corsHeaders } from './cors.ts'
import { normalizedUrl, queryParameters } from './url.ts'

export const serverOptions: FastifyHttpOptions<RawServerDefault> = {
  ...connectionOptions,
  rewriteUrl: request => normalizedUrl(request.url ?? '/'),
  routerOptions: {
    querystringParser: queryParameters,
    maxParamLength: 16_384, // the maximum URL length, so that long values are reported with 422
  },
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
    socket.destroySoon() // end() would wait for the client, which may never close
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
