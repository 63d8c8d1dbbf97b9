import type { FastifyInstance } from 'fastify'

/** A client that keeps its connection is told to take another, so that a stop need not wait for it. */
export function closeConnectionsWhenStopping(app: FastifyInstance): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping) reply.header('connection', 'close')
    done(null, payload)
  })
}
