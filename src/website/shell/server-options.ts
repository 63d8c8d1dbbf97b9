import type { FastifyHttpOptions, RawServerDefault } from 'fastify'
import { connectionOptions } from '../../platform/http/connections.ts'

/** Broken clients get words without a page: they are no browsers. */
export const serverOptions: FastifyHttpOptions<RawServerDefault> = {
  ...connectionOptions,
  // Fastify would answer an address that cannot be read by itself, past all hooks: here it is a page that is not.
  rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : '/unreadable'),
  routerOptions: { maxParamLength: 16_384 },
  clientErrorHandler: (error, socket) => {
    if (!socket.writable) return
    const reason = clientErrors[(error as NodeJS.ErrnoException).code ?? ''] ?? '400 Bad Request'
    socket.write(
      `HTTP/1.1 ${reason}\r\ncontent-type: text/plain\r\ncontent-length: ${reason.length}\r\nconnection: close\r\n\r\n${reason}`,
    )
    socket.destroySoon() // ending would wait for the other side, which may never close
  },
}

const clientErrors: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

function isReadable(url: string): boolean {
  try {
    decodeURIComponent(url.replace(/\?.*/s, ''))
    return true
  } catch {
    return false
  }
}
