import type { FastifyHttpOptions, FastifyInstance, RawServerDefault } from 'fastify'
import { fastifyOptions } from '../../platform/http/connections.ts'
import { findMessageError, originForm } from '../../platform/http/request-message.ts'
import { withoutLocale } from '../i18n/locales.ts'

/** Malformed requests get plain text: they do not come from browsers. */
export const serverOptions: FastifyHttpOptions<RawServerDefault> = {
  ...fastifyOptions,
  // Fastify would answer an undecodable URL without running hooks; route it to the 404 page instead.
  rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? withoutLocale(originForm(url)) : '/undecodable'),
  routerOptions: { maxParamLength: 16_384 },
  clientErrorHandler: (error, socket) => {
    if (!socket.writable) return
    const reason = clientErrors[(error as NodeJS.ErrnoException).code ?? ''] ?? '400 Bad Request'
    socket.write(
      `HTTP/1.1 ${reason}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${reason.length}\r\nconnection: close\r\n\r\n${reason}`,
    )
    socket.destroySoon() // end() would wait for the client, which may never close
  },
}

export function rejectMalformedMessages(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const error = findMessageError(raw)
    if (error)
      return reply
        .code(error.status)
        .header('connection', 'close')
        .type('text/plain; charset=utf-8')
        .send(error.message)
  })
}

const clientErrors: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.replace(/\?.*/s, ''))
    return true
  } catch {
    return false
  }
}
