import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerWithEtag } from '../../platform/http/etag.ts'

/** What a page needs beyond text, style and our own pictures. */
export interface PagePermissions {
  /** Our own script. */
  script?: boolean
  /** Where else its pictures come from, as the Content-Security-Policy names it. */
  images?: string
  /** What its script may ask, as the Content-Security-Policy names it. */
  connect?: string
  camera?: boolean
}

/** Without needs no script runs and nothing comes from elsewhere. Pictures as data: the QR code is one. */
function contentSecurityPolicy({ script, images, connect }: PagePermissions): string {
  return [
    "default-src 'none'",
    ...(script ? ["script-src 'self'"] : []),
    ...(connect ? [`connect-src ${connect}`] : []),
    "style-src 'self'",
    `img-src 'self' data:${images ? ` ${images}` : ''}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

function permissionsPolicy({ camera }: PagePermissions): string {
  return `camera=${camera ? '(self)' : '()'}, geolocation=(), microphone=(), payment=(), usb=()`
}

const headers = {
  'content-security-policy': contentSecurityPolicy({}),
  // Not no-referrer: browsers would then send `Origin: null` with our own forms.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissionsPolicy({}),
}

export function setPagePermissions(reply: FastifyReply, permissions: PagePermissions): void {
  reply.header('content-security-policy', contentSecurityPolicy(permissions))
  reply.header('permissions-policy', permissionsPolicy(permissions))
}

export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    // Whatever a page said before: what is for one person is kept by nobody.
    if (request.session || reply.hasHeader('set-cookie') || !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store')
    }
    return isShareable(request, reply) ? answerWithEtag(request, reply, payload) : payload
  })
}

function isShareable(request: FastifyRequest, reply: FastifyReply): boolean {
  return request.routeOptions.config.isPublic === true && reply.getHeader('cache-control') !== 'no-store'
}
