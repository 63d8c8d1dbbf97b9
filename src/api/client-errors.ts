// Responses to what Node.js cannot read as a request.
import type { Socket } from 'node:net'
import { corsHeaders } from './cors.ts'

export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return
  const [status, reason, detail = reason] = clientErrors[error.code ?? ''] ?? badRequest
  const body = JSON.stringify({ detail })
  const headers = { ...corsHeaders, 'content-type': 'application/json; charset=utf-8' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(
    `HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
  socket.destroySoon() // end() would wait for the client, which may never close
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
