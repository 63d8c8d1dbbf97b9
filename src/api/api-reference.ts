// /openapi.json, and /docs, which shows it without asking any other host.
import reference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

export async function addApiReference(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(reference, {
    routePrefix: '/docs',
    configuration: {
      pageTitle: 'Larder API',
      url: '/openapi.json',
      cdn: '/docs/js/scalar.js',
      withDefaultFonts: false,
      documentDownloadType: 'json',
      // What would call other hosts or advertise services that are not ours.
      showDeveloperTools: 'never',
      hideClientButton: true,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
    hooks: {
      onRequest: (_request, reply, done) => {
        reply.header('content-security-policy', contentSecurityPolicy)
        done()
      },
    },
  })
}

// The reference writes its own styles and start script into the page.
const contentSecurityPolicy = [
  "default-src 'none'",
  "connect-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
