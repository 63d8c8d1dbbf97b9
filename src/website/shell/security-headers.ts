import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerWithEtag, compressPayload } from '../../platform/http/response-body.ts'
import { strictTransportSecurity } from '../../platform/http/strict-transport-security.ts'
import type { WebsiteCatalog } from '../context.ts'

/** What a page needs beyond what this origin serves. */
export interface PagePermissions {
  /** Photos of foods. */
  images?: boolean
  /** Additional `connect-src` sources. */
  connect?: string
  camera?: boolean
}

/** By default nothing is loaded from other origins, and nothing inline runs. `data:` is for the QR code. */
function contentSecurityPolicy({ images, connect }: PagePermissions, imageSources: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `connect-src 'self'${connect ? ` ${connect}` : ''}`,
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data:${images ? ` ${imageSources}` : ''}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

function permissionsPolicy({ camera }: PagePermissions): string {
  return `camera=${camera ? '(self)' : '()'}, geolocation=(), microphone=(), payment=(), usb=()`
}

const headers = {
  'content-security-policy': contentSecurityPolicy({}, ''),
  // Not no-referrer: browsers would then send `Origin: null` with our own forms.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissionsPolicy({}),
}

/** For pages that other websites show in a frame: no scripts, no forms, nothing to click on a visitor's behalf. */
export const embeddedPagePolicy =
  "default-src 'none'; style-src 'self'; form-action 'none'; frame-ancestors *; base-uri 'none'"

export function setPagePermissions(reply: FastifyReply, permissions: PagePermissions): void {
  reply.header('content-security-policy', contentSecurityPolicy(permissions, reply.server.imageSources))
  reply.header('permissions-policy', permissionsPolicy(permissions))
}

declare module 'fastify' {
  interface FastifyInstance {
    /** For `img-src` of pages with photos of foods. */
    imageSources: string
  }
}

export function addSecurityHeaders(
  app: FastifyInstance,
  { websiteUrl, imageSources }: Pick<WebsiteCatalog, 'websiteUrl' | 'imageSources'>,
): void {
  app.decorate('imageSources', imageSources)
  const everyResponse = { ...headers, ...strictTransportSecurity(websiteUrl) }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(everyResponse)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    // Personal responses are never cached, regardless of what the page set.
    if (request.session || reply.hasHeader('set-cookie') || !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store')
    }
    done(null, payload)
  })
}

/** Register it last: other hooks see the page as it was rendered. */
export function finishResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { cachedBody } = request
    const tagged = isShareable(request, reply)
      ? answerWithEtag(request, reply, payload, cachedBody?.etag)
      : payload
    return compressPayload(request, reply, tagged, cachedBody)
  })
}

function isShareable(request: FastifyRequest, reply: FastifyReply): boolean {
  return request.routeOptions.config.isPublic === true && reply.getHeader('cache-control') !== 'no-store'
}
