import type { FastifyInstance } from 'fastify'

/** Whether this process is about to stop: `/health` tells balancers, the header tells clients. */
export interface ShutdownState {
  isBegun: boolean
}

/** A client that keeps its connection is told to take another, so that a stop need not wait for it. */
export function closeConnectionsOnShutdown(app: FastifyInstance, stopping: ShutdownState): void {
  app.addHook('preClose', async () => {
    stopping.isBegun = true
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping.isBegun) reply.header('connection', 'close')
    done(null, payload)
  })
}
