import type { FastifyInstance } from 'fastify'
import { type CatalogStatsCache, HealthSchema } from '../../catalog/catalog-stats.ts'
import type { ShutdownState } from '../../platform/http/graceful-shutdown.ts'
import { rejectOtherMethods } from '../data-route.ts'
import { shuttingDown } from '../errors.ts'
import { ErrorSchema, jsonResponse, retryHeader } from '../openapi.ts'

/** Whether this process lives; it asks neither PostgreSQL nor Redis, and is never limited (decision 13). */
export function addHealthRoute(
  app: FastifyInstance,
  figures: Pick<CatalogStatsCache, 'foods'>,
  stopping: ShutdownState,
): void {
  app.get('/health', {
    config: { kind: 'health' },
    schema: {
      operationId: 'getHealth',
      summary: 'Is the service alive?',
      tags: ['Service'],
      response: {
        200: jsonResponse('It is', HealthSchema),
        503: jsonResponse('This node is stopping: ask another', ErrorSchema, retryHeader),
      },
    },
    handler: async () => {
      if (stopping.isBegun) throw shuttingDown()
      return { status: 'ok', foods_in_db: figures.foods() }
    },
  })
  rejectOtherMethods(app, '/health', { kind: 'health' })
}
