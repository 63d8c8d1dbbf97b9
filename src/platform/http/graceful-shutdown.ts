import type { FastifyInstance } from 'fastify'

/** Whether this process is shutting down. `/health` reports it to load balancers, `Connection: close` to clients. */
export interface ShutdownState {
  isBegun: boolean
}

/** Asks clients with keep-alive connections to reconnect elsewhere, so that shutdown need not wait for them. */
export function closeConnectionsOnShutdown(app: FastifyInstance, shutdown: ShutdownState): void {
  app.addHook('preClose', async () => {
    shutdown.isBegun = true
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (shutdown.isBegun) reply.header('connection', 'close')
    done(null, payload)
  })
}
