// What RFC 9112 requires of a request and Node.js leaves to the application. Its parser already rejects lengths that
// contradict each other, malformed header lines and bare line feeds.
import type { IncomingMessage } from 'node:http'

/** The connection must be closed after it: where the next request begins may be unclear. */
export interface MessageError {
  status: 400 | 501
  message: string
}

// RFC 3986: a name or an address, and a port. http has no empty host (RFC 9110, 4.2.1).
const host = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i

/** Undefined for a valid request. */
export function findMessageError(request: IncomingMessage): MessageError | undefined {
  return checkHost(request) ?? checkTransferEncoding(request)
}

/** RFC 9112, 3.2: a proxy and a server that choose different ones of two hosts can be played off against each other. */
function checkHost({ headers, rawHeaders, httpVersion }: IncomingMessage): MessageError | undefined {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count++
  }
  if (count === 0)
    return httpVersion === '1.1' ? badRequest('A request of HTTP/1.1 needs a Host header') : undefined
  if (count > 1) return badRequest('A request must have one Host header')
  return host.test(headers.host ?? '') ? undefined : badRequest('The Host header is invalid')
}

/** RFC 9112, 6.1. */
function checkTransferEncoding({ headers, httpVersion }: IncomingMessage): MessageError | undefined {
  const encoding = headers['transfer-encoding']
  if (encoding === undefined) return undefined
  if (httpVersion === '1.0') return badRequest('HTTP/1.0 has no Transfer-Encoding')
  return encoding.toLowerCase() === 'chunked'
    ? undefined
    : { status: 501, message: 'The only supported transfer encoding is chunked' }
}

function badRequest(message: string): MessageError {
  return { status: 400, message }
}

/** The path and query of a request target. In absolute form, as sent to proxies, it contains the host. */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const path = target.replace(/^https?:\/\/[^/?]*/i, '')
  return path.startsWith('/') || path === target ? path : `/${path}`
}
