// Which request is being answered, for log lines of code that does not know of requests.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

const current = new AsyncLocalStorage<string>()

/** Undefined outside of requests. */
export const currentRequestId = (): string | undefined => current.getStore()

/** Call it before adding other hooks. */
export function trackRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => current.run(request.id, done))
  // Reading the body loses the async context.
  app.addHook('preValidation', (request, _reply, done) => current.run(request.id, done))
}
