// How to report vulnerabilities, for programs and people (RFC 9116).
import type { FastifyInstance } from 'fastify'
import type { WebsiteContext } from '../context.ts'
import { sendNotFound } from '../shell/error-pages.tsx'
import { publicCacheControl } from '../shell/responses.tsx'

const dayMs = 86_400_000
// The RFC recommends less than a year. The date moves on while the service runs.
const validDays = 180

export function addSecurityTxt(app: FastifyInstance, { catalog, operator }: WebsiteContext): void {
  const { websiteUrl } = catalog
  const { securityContact } = operator
  app.get(
    '/.well-known/security.txt',
    { config: { isPublic: true, isUnlimited: true } },
    (request, reply) => {
      if (securityContact === undefined) return sendNotFound(request, reply)
      const expires = new Date((Math.floor(Date.now() / dayMs) + validDays) * dayMs)
      return reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', publicCacheControl)
        .send(
          [
            `Contact: ${securityContact}`,
            `Expires: ${expires.toISOString()}`,
            `Policy: ${websiteUrl}/contact#security`,
            `Canonical: ${websiteUrl}/.well-known/security.txt`,
            '',
          ].join('\n'),
        )
    },
  )
}
