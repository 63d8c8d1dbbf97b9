// Serves /openapi.json and the API reference at /docs, which loads nothing from other hosts.
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
      // Disables features that call other hosts or advertise third-party services.
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

// The reference page uses inline styles and an inline script.
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
