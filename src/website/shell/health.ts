import type { FastifyInstance } from 'fastify'
import type { ShutdownState } from '../../platform/http/graceful-shutdown.ts'

/** For load balancers: reports whether this process accepts requests, without checking dependencies. */
export function addHealthRoute(app: FastifyInstance, stopping: ShutdownState): void {
  app.get('/health', { config: { isPublic: true, isUnlimited: true } }, (_request, reply) => {
    if (stopping.isBegun) reply.code(503).header('retry-after', '1')
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(stopping.isBegun ? 'stopping' : 'ok')
  })
}
